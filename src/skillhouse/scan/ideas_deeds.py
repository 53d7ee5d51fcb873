"""The ideas of deeds, in English: approving, destroying, fetching, spreading, luring. Plain data.

Texts come in lower case, with quotation marks made plain. Each entry is an alternation for google-re2, of whole words.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DEEDS"]

DEEDS: Mapping[str, str] = MappingProxyType(
    {
        # Doing without approval.
        "noask": r"without (?:\w+ ){0,5}(?:confirmations?|approvals?|permission|consent|asking|confirming|prompting"
        r"|verification)|(?:do not|don't|never|no need to|need not|must not|stop) (?:stop to |pause to )?(?:ask|wait"
        r"|prompt|request|seek|require|pause)(?:ing)?(?: \w+){0,5} (?:confirmations?|approvals?|permission|consent)"
        r"|skip(?:s|ping)? (?:\w+ ){0,3}(?:confirmations?|approvals?|permission(?:s| checks?| prompts?)?)|bypass(?:es"
        r"|ing)? (?:\w+ ){0,3}(?:confirmations?|approvals?|permissions?)|no (?:further |user |human )?(?:confirmation"
        r"|approval|permission|consent) (?:is )?(?:needed|required|necessary)|no (?:more|other|extra) (?:confirmation|approval|permission|consent)s?"
        r"|user (?:need not|needn't|does not (?:need|have) to|doesn't (?:need|have) to) (?:be asked|confirm|approve|agree)"
        r"|even if (?:the )?user (?:objects"
        r"|declines|says no|refuses|denies)",
        "never": r"(?:never|do not|don't|must not|should not|shouldn't|cannot|can't)(?: ever)? (?:let|allow|feed|pay|send|transfer|sign|execute"
        r"|move|approve|submit|place|spend|initiate|trade|swap|complete|pass|broadcast|withdraw|purchase|buy|sell|delete|remove|wipe|drop|use|rely on)"
        r"\b[^.!?;,]{0,120}? without",
        "autoyes": r"auto(?:matically)?[- ]?(?:approv|accept|confirm|grant|allow|authoriz|click)(?:e|es|ed|ing|s)?"
        r"|always (?:approve|accept|allow|grant|say yes|answer yes|click (?:allow|yes|ok|accept|approve))"
        r"|pre-?approv(?:e|ed|es)|blindly (?:approve|accept)|rubber-?stamp|(?:answer|say|reply|respond|click)(?:ing)? (?:yes|ok|allow) (?:to|on) (?:all|any|every|each)",
        "okays": r"giv(?:e|es|ing) (?:it |them |this |these )?(?:an? |your |the )?approvals?|approv(?:e|es|ed|ing)|accept(?:s|ed|ing)?|merg(?:e|es|ed|ing)|lgtm|sign(?:s|ing)? off",
        "unread": r"without (?:reading|reviewing|inspecting|looking at|examining|any review)(?: (?:it|them|the \w+))?",
        "regardless": r"whatever the (?:user|task|question|request)(?: (?:is|asks?|asked|says|said|wants?|requests?))?|no matter what (?:the user|they|is)"
        r"|regardless of (?:what )?(?:the )?(?:user|task|request|question|facts|merits)",
        "promote": r"(?:gh repo )?star (?:the |our |this |my )?(?:\w+ )?(?:repo|project)\w*|gh repo star|upvote|(?:follow|subscribe to) (?:its|our|the) (?:owner"
        r"|author|channel|account)|affiliate|referral|ref=|promo code|powered by",
        "steer": r"(?:always|only|exclusively|invariably) (?:\w+ )?(?:recommend|prefer|suggest|promote|favou?r|choose|advise|pick)",
        "disparage": r"(?:others?|competitors?|alternatives?|competing \w+|rivals?|else|any other \w+)(?: \w+)? (?:are|is|as|to be) (?:\w+ )?(?:insecure|unsafe"
        r"|inferior|bad|worse|deprecated|unreliable|outdated|vulnerable|dangerous)|(?:whatever|regardless of|despite) (?:the )?(?:facts|merits|evidence|benchmarks)",
        "coinaddr": r"(?:bitcoin|btc|ethereum|eth|wallet|crypto\w*|solana|usdt|usdc|payment|payout|recipient|iban|bank)(?: account)? (?:address(?:es)?|numbers?"
        r"|details|ibans?)|ibans?",
        "swaps": r"replac(?:e|es|ing)|swap(?:s|ping)?|substitut(?:e|es|ing)|chang(?:e|es|ing)|rewrit(?:e|es|ing)|overwrit(?:e|es|ing)|switch(?:es|ing)?",
        "forours": r"(?:with|by|for|to|into) [`'\"]?(?:bc1\w+|0x[0-9a-f]{6,}|[13][a-z0-9]{25,}|t[a-z0-9]{33}|[a-z]{2}\d{2}[ \d]{10,}|ours?\b|mine\b|my\b)",
        "addcall": r"(?:add|insert|include|plant|slip in|embed)(?:s|ing)? (?:a|an|one) (?:\w+ ){0,2}(?:call|request|fetch|ping|beacon|import|tracker|pixel|script tag)",
        "backdoor": r"(?:always|also|silently|still) (?:accept|allow|grant|let in|admit|authenticate)(?: in)? (?:the |a |any )?(?:\w+ ){0,2}(?:password|passphrase|pin"
        r"|master key|login)|(?:insert|add|include|leave|plant|hide|build|put)(?:ing)? (?:a |an )?(?:\w+ )?back ?doors?|hidden (?:admin \w+|accounts?|logins?)",
        "asks": r"ask(?:s|ing)? (?:(?:the |your )?(?:user|person|human|customer|client)s? |them |him |her )?(?:for|to (?:enter|type|provide|give|paste|share|tell))|prompt(?:s|ing)?"
        r" (?:the user |them )?(?:for|to enter)|have (?:the user|them) (?:enter|type|paste|give)|request(?:s|ing)? (?:the|their)",
        "keystone": r"(?:seed|recovery|mnemonic|secret recovery) (?:phrase|words)|mnemonic|(?:sudo|root|administrator|admin|mac|computer|system|login|master|keychain|windows) password"
        r"|one-?time (?:code|password)|2fa code|(?:wallet|wallet's) private key",
        "profile": r"(?:shell|bash|zsh|terminal) (?:profile|config\w*|start-?up|rc)|\.(?:bashrc|zshrc|profile|bash_profile|zprofile)|alias",
        "traces": r"(?:shell|bash|zsh|terminal|command) history|(?:all |any )traces of (?:this|the|your|what)|history -c",
        "every": r"all|every|any|each",
        "approvals": r"(?:confirmation|approval|permission|consent|security|safety|trust|allow)s? (?:prompts?|dialogs?"
        r"|dialogues?|requests?|checks?|gates?|steps?|settings?|mode|warnings?)|approvals|permissions|exec\.approvals"
        r"|human[- ]in[- ]the[- ]loop",
        "actions": r"tool calls?|(?:dangerous )?(?:commands?|actions?|operations?)|shell commands?",
        "disable": r"disabl(?:e|ed|ing)|turn(?:ed|ing)? off|switch(?:ed|ing)? off|deactivat(?:e|ing)"
        r"|bypass(?:ing)?|circumvent(?:ing)?|suppress(?:ing)?|auto-?dismiss|set (?:\w+ ){0,3}to (?:off|never"
        r"|false)",
        "disables": r"disables|(?:turns|switches) off|deactivates|bypasses|circumvents|suppresses",
        "byuser": r"(?:ask|request)(?:s|ing)? (?:\S+ ){0,4}from the user",
        "modename": r"(?:bypass|skip|auto)[- ]?(?:permissions?|approve|accept|approval)s?(?:[- ]| )?(?:mode|flag|setting|option|模式|モード)",
        "turnoff": r"disabl(?:e|es|ed|ing)|turn(?:s|ed|ing)? off|switch(?:es|ed|ing)? off|deactivat(?:e|es|ing)"
        r"|uninstall(?:ing)?|kill(?:ing)?|shut(?:ting)? down|bypass(?:ing)?|suspend(?:ing)?|pause|stop(?:ping)?"
        r"|circumvent(?:ing)?|remove|turn the \w+ off|unload|evad(?:e|ing)",
        "money": r"payments?|funds|money|transactions?|transfers?|eth|btc|usdc|usdt|sol|crypto\w*|withdrawals?"
        r"|purchases?|trades?|wallet|invoices?|refunds?|bank \w+|\$\d+",
        "pay": r"pay(?:s|ing)?|send(?:s|ing)?|transfer(?:s|ring)?|withdraw(?:s|ing)?|swap(?:s|ping)?|purchas(?:e|es"
        r"|ing)|buy(?:s|ing)?|sell(?:ing)?|sign(?:s|ing)?|approv(?:e|es|ing)|execut(?:e|es|ing)|drain(?:ing)?"
        r"|complete(?:s)?|place|initiate|process|authorize|submit|make",
        "destroy": r"delet(?:e|es|ing)|eras(?:e|es|ing)|wip(?:e|es|ing)|destroy(?:s|ing)?|shred(?:ding)?|overwrit(?:e"
        r"|es|ing)|encrypt(?:s|ing)?|format(?:ting)?|drop|remov(?:e|es|ing)|purg(?:e|es|ing)|corrupt(?:s|ing)?|rm -rf",
        "riches": r"(?:user'?s?|entire|whole|all(?: of)?(?: the)?(?: user'?s?)?|every) (?:home (?:folder|directory)"
        r"|hard ?drive|hard ?disk|disk|drive|file ?system|computer|machine|documents|photos|backups|emails?|mailbox"
        r"|inbox|databases?|repositor(?:y|ies)|personal files|system files|user files|user data|production data"
        r"|files on|files in (?:the )?(?:home|root|user))|home directory|root filesystem|user'?s? (?:files|documents"
        r"|data)|shadow copies|/ \(root\)",
        # Protections.
        "shield": r"anti-?virus(?:es)?|windows defender|microsoft defender|defender|gatekeeper|smartscreen"
        r"|edr|endpoint (?:protection|security)|security software|real-?time protection|malware (?:scanner"
        r"|protection)s?|crowdstrike(?: falcon)?|sentinelone|system integrity protection|\buac\b|user account control"
        r"|tamper protection|virus (?:scanners?|protection)|xprotect|quarantine|amsi|intrusion detection"
        r"|security (?:tools?|agents?|monitoring)",
        "wall": r"firewalls?|selinux|apparmor|iptables|ufw",
        "delegates": r"sub-?agents?|child agents?|teammates?|worker agents?",
        "userfirst": r"user(?:'s)? (?:instructions?|requests?|preferences?)[^.!?]{0,20} (?:take|have|win|come)\w*",
        "limits": r"safety (?:checks?|filters?|features?|guardrails?|mechanisms?|controls?|limits?|measures?"
        r"|protocols?)|guardrails?|content (?:filters?|moderation)|sandbox(?:ing)?|audit (?:logs?|logging|trail)"
        r"|security polic(?:y|ies)|access controls?|human oversight|oversight|moderation|security (?:checks?|controls?"
        r"|scans?|protections?)",
        # Remote and encoded instructions, persistence, spreading.
        "fetch": r"fetch(?:es|ing)?|download(?:s|ing)?|retriev(?:e|es|ing)|get|load(?:s|ing)?|read(?:s|ing)?|visit"
        r"|open|go to|curl|pull|check|navigate to|browse(?: to)?|access|request (?:the|a|an|it|this|that|https?)|wget|grab|import|poll|query|obtain",
        "fromurl": r"(?:from|at|in|on|of) (?:the )?(?:file |page |url |address |gist )?(?:https?|hxxps?|ftp"
        r"|ipfs)://\S+",
        "url": r"(?:https?|hxxps?|ftp|ipfs)://[^\s\"'<>]+|(?:remote|external) (?:\w+ ){0,2}(?:server|url|endpoint"
        r"|address|file|source|page|gist|host)|pastebin|a (?:gist|url)|from the (?:internet|web|network)|heartbeat\.md",
        "obey": r"(?:follow(?:s|ing)?|execut(?:e|es|ing)|obey(?:s|ing)?|run(?:s|ning)?|eval(?:uate)?|carry out|perform"
        r"|act on|comply with|adhere to) (?:\w+ ){0,3}(?:it|them|that|instructions?|commands?|contents?|payloads?"
        r"|directives?|response|whatever|what(?:ever)?|steps|tasks?|text|result\w*|outputs?|orders|guidance|prompts?"
        r"|code|scripts?|everything|message)|treat (?:it|them|the \w+|its \w+) as (?:\w+ ){0,3}(?:instructions?"
        r"|commands?|system)|do (?:exactly )?(?:as|what) (?:it|they|the \w+) (?:says?|tells?|asks?)"
        r"|pipe (?:it )?(?:in)?to (?:ba|z)?sh",
        "andobey": r"(?:and|then|&|,|to) (?:then |strictly |immediately |always |exactly |also )*(?:follow|execute"
        r"|obey|run|eval(?:uate)?|carry out|perform|act on|comply with|adhere to|do|apply|treat) (?:\w+ ){0,3}(?:it"
        r"|them|that|instructions?|commands?|contents?|payloads?|directives?|response|whatever|what(?:ever)?|steps"
        r"|tasks?|result\w*|outputs?|orders|prompts?|code|scripts?|everything|message|rules|says)",
        "defanged": r"hxxps?://\S+",
        "thenrun": r"(?:and|then|&&|,) (?:then )?(?:run |execute )?(?:ba|z|da)?sh (?:\./)?[\w/.-]+\.\w+",
        "guide": r"install\w* (?:instructions|steps|guide)|set-?up (?:instructions|steps|guide)"
        r"|(?:instructions|steps|guide) (?:there|on (?:the|that|their|its) (?:page|site|website)|for|to (?:install|set"
        r"|configure|get|create))|on-?screen|wizard|sign(?:ing)? up",
        "decode": r"decod(?:e|es|ed|ing)|decrypt(?:s|ed|ing)?|deobfuscat(?:e|ing)|unscrambl(?:e|ing)|rot-?13|un-?hex"
        r"|decompress|de-?cipher|base64(?:-decode)?|reverse (?:the|this|these) (?:\w+ ){0,2}(?:strings?|text|characters?|letters|bytes|words|lines?|message"
        r"|payload|code|order)|reassembl(?:e|ing)|concatenat(?:e"
        r"|ing)|caesar|from hex|hex string|xor",
        "selfish": r"this (?:skill|prompt|file|text|paragraph|section|instruction|message|block|comment|snippet)"
        r"|these (?:instructions?|rules|lines|steps)|yourself|(?:this|its|the companion's|our) skill\.md|a copy of (?:itself|this|yourself"
        r"|these)|its own (?:instructions?|text|contents?)",
        "spread": r"cop(?:y|ies|ying)|replicat(?:e|es|ing)|install|inject(?:s|ing)?|append(?:s|ing)?|add(?:s|ing)?"
        r"|propagat(?:e|es|ing)|spread(?:s|ing)?|insert(?:s|ing)?|embed(?:s|ding)?|paste|prepend|write|include"
        r"|duplicate|distribute|plant",
        "others": r"(?:in(?:to)?|to|on(?:to)?|across|over|with|inside|at the (?:top|end|beginning) of) (?:all|every|each"
        r"|any|other|as many)(?: \w+){0,3} (?:skills?|projects?|repositor(?:y|ies)|repos?|agents?|skill\.md|readmes?"
        r"|files?|workspaces?|folders?|directories|machines?|hosts?|emails?|messages?|sessions?|documents?|users?"
        r"|contacts?|systems?|prompts?)",
        "memory": r"soul\.md|memory\.md|identity\.md|heartbeat\.md|user\.md|bootstrap\.md|tools\.md|long-term memory"
        r"|persistent memory|memory (?:store|bank)s?|heartbeat (?:file|task)|(?:your|the agent'?s?|agent) (?:memory"
        r"|identity|soul)(?: file)?",
        "house": r"agents\.md|claude\.md|gemini\.md|\.cursorrules|copilot-instructions\.md|\.windsurfrules"
        r"|\.clinerules|claude_desktop_config\.json|\.mcp\.json|mcp\.json|\.claude/settings(?:\.local)?\.json"
        r"|settings\.local\.json|\.codex/config\.toml|openclaw\.json|\.cursor/rules",
        "write": r"append(?:s|ing)?|add(?:s|ing)?|writ(?:e|es|ing)|insert(?:s|ing)?|inject(?:s|ing)?|prepend|sav(?:e"
        r"|es|ing)|stor(?:e|es|ing)|updat(?:e|es|ing)|modif(?:y|ies|ying)|edit(?:s|ing)?|overwrit(?:e|es|ing)|put"
        r"|plant(?:s|ing)?|embed|persist|replace|poison|record",
        "forever": r"every (?:future )?(?:sessions?|conversations?|runs?|tasks?|prompts?|start-?up|boot|wake)"
        r"|all future|future sessions?|persist(?:s|ence)?|surviv(?:e|es)|always (?:load|run|follow|execute|obey|apply"
        r"|active)|each (?:session|start|wake)|permanent(?:ly)?|on (?:startup|every)|across (?:sessions|restarts)"
        r"|from now on|even (?:after|if) (?:this skill|it is|the skill|uninstall)\w*",
        "orders": r"instructions?|directives?|rules?|commands?|orders|hooks?|persona|identity|this (?:line|block|text)"
        r"|the following|system prompt|override",
        "hooks": r"(?:pre|post)tooluse|sessionstart|userpromptsubmit|subagentstop|hooks?\b",
        "bypass": r"--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|bypasspermissions"
        r"|--allow-all-tools|--trust-all-tools|danger-full-access|approval_policy ?= ?.?never|--full-auto|autoapprove"
        r"|alwaysallow|dangerouslyskippermissions|bash\([* ]*[)]|--no-sandbox-approval|acceptedits|allowedtools:? ?.?\*|enableallprojectmcpservers"
        r"|chat\.tools\.autoapprove",
        "baseurl": r"anthropic_base_url|openai_base_url|openai_api_base|anthropic_api_url|ollama_host|gemini_base_url"
        r"|apibase|base_url|api base url|model endpoint|https?_proxy",
        # Lures: what a person is made to fetch and run.
        "archive": r"\.(?:zip|rar|7z|tar\.gz|tgz|dmg|exe|msi|pkg|iso|img|scr|bat|jar|apk|appimage|ps1|lnk|hta)\b"
        r"|archives?|zip(?: file)?|executables?|installers?|setup file|binary|binaries",
        "password": r"pass(?:word|code|phrase)?(?:(?: is| ?[:=]| -) ?| )[`'\"(]\w+|pass(?:word|code|phrase)?(?: is"
        r"| ?[:=]) ?\w+|with (?:the )?(?:archive |zip |extraction )?pass(?:word|code)|password[- ]protected|(?:extract"
        r"|unzip|unpack|unrar|decompress)(?:ed|ing)? (?:it |the \w+ )?(?:\w+ ){0,3}pass(?:word|code)?",
        "unpack": r"extract(?:s|ed|ing)?|unzip(?:ped)?|unpack(?:ed)?|unrar|decompress|7-?zip|open the (?:archive|zip"
        r"|file)",
        "download": r"download(?:s|ed|ing)?|get (?:it|the)|grab|fetch|install(?:s|ed|ing)?|obtain|visit|open|go to"
        r"|head to|navigate to",
        "need": r"require(?:s|d|ments?)?|pre-?requisites?|must (?:first )?(?:be |have |install|download|run"
        r"|complete)\w*|needs? (?:to be |the )?\w+|before (?:using|you (?:use|start|begin|can|proceed)|proceeding"
        r"|the first|first use|running|any|continuing)|(?:will|does|can)(?: not|n't|not) (?:work|function|run|operate"
        r"|start)|won't (?:work|function|run)|depends? on|mandatory|important|first[- ]time setup",
        "musthave": r"(?:will not|won't|does not|doesn't|cannot|can't) (?:work|function|run|operate|go on|continue"
        r"|start)(?: \w+){0,2} (?:without|unless|until|if)|without (?:\w+ ){1,4}(?:installed|running)"
        r"|must be (?:installed|running|downloaded|active)|(?:is|are) (?:mandatory|required) (?:before|for|to)"
        r"|required before|before (?:using|you (?:use|can|proceed)|proceeding|any|continuing|first use)"
        r"|to be (?:installed|running)|necessary for (?:the|this) skill|do not (?:skip|proceed)",
        "terminal": r"(?:in|into|to|inside|on|using|from) (?:your |the |a |an )?(?:macos |mac |windows |system "
        r"|admin\w* |elevated )*(?:terminal|powershell|command prompt|cmd|console|shell|run (?:dialog|box|window)"
        r"|iterm)|terminal\.app|open (?:the |your |a )?(?:terminal|powershell|command prompt)",
        "copies": r"ctrl ?\+ ?v|cop(?:y|ies)(?: and (?:paste|run))?|paste|copy-?paste",
        "winrun": r"(?:win(?:dows)?(?: key)?|⊞|super|cmd|command) ?\+ ?(?:r\b|space)|ctrl ?\+ ?v(?:,| and"
        r"| then)? (?:and )?(?:press |hit )?enter|press (?:windows|win) ?\+? ?r",
        "runit": r"(?:run|execute|launch|open|start|double[- ]click|install)(?:s|ing)? (?:\w+ ){0,3}(?:it|them|file"
        r"|exe|executable|installer|binary|app|application|program|setup|agent|utility|tool|script|command|driver"
        r"|\S+\.(?:exe|msi|dmg|pkg|sh|bat|cmd|app|command|ps1|jar|appimage))|double[- ]click|and (?:run|execute"
        r"|launch) (?:it|them|the)|right[- ]click (?:and|->|>) open|open anyway",
        "script": r"scripts?|commands?|snippets?|one-?liners?|code|installer",
        # The beginnings of commands.
        "command": r"curl|wget|scp|rsync|nc|ncat|socat|aws s3|gsutil|rclone|echo|printf|bash|sh|zsh|base64|xattr|chmod"
        r"|rm -|powershell(?:\.exe)?|pwsh|iwr|irm|invoke-\w+|mshta(?:\.exe)?|certutil(?:\.exe)?|bitsadmin",
    }
)
