"""The ideas that phrases are made of, in English. Plain data; other languages stand in `ideas_world`.

Texts come in lower case, with quotation marks made plain. Each entry is an alternation for google-re2 without groups
that matter; the words are whole words.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.ideas_world import WORLD
from skillhouse.scan.phrases import Ideas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["IDEAS"]

_IN_CLASS = 1_000
_USER = r"(?:end[- ])?(?:users?|humans?|human operators?|operators?|owners?|customers?|victims?|anyone|anybody|people)"
_THE_USER = rf"(?:the |your |our |any |this |to )?{_USER}"

ENGLISH: Mapping[str, str] = MappingProxyType(
    {
        # Dropping the rules.
        "ignore": r"ignor(?:e|es|ing)|disregard(?:ing)?|forget|overrid(?:e|es|ing)|overrul(?:e|es|ing)|bypass(?:es"
        r"|ing)?|discard"
        r"|circumvent|neglect|set aside|put aside|do not follow|don't follow|stop following|no longer (?:follow|obey)"
        r"|stop obeying|do not obey|don't obey|abandon|erase from memory|dismiss",
        "prior": r"previous(?:ly)?|prior|earlier|above|preceding|original|initial|foregoing|former|existing"
        r"|pre-existing"
        r"|your|system|developer'?s?|all other|any other|all (?:of )?the|all of your|all|any|every|everything|default"
        r"|built-in"
        r"|programmed|openai|anthropic|core",
        "rules": r"instructions?|prompts?|directives?|guidelines?|guardrails?|rules|constraints?|restrictions?"
        r"|polic(?:y|ies)"
        r"|programming|system messages?|orders|training|safety (?:rules|measures|protocols?)|content filters?",
        "before": r"previous(?:ly)?|prior|earlier|above|preceding|original|initial|foregoing|before|so far|up to now"
        r"|until now|your",
        "told": r"(?:you (?:were|have been|'ve been|are) )?(?:told|instructed|given|asked to do|programmed)|you know"
        r"|said",
        "outside": r"(?:in|within|inside|from|embedded in|found in|contained in) (?:(?:the|any|a|this|that|its|these"
        r"|those|such"
        r"|other|untrusted|external|fetched|tool|user|web|retrieved|input|scanned|source|target|file|page|scraped|code"
        r"|diff|issue|pr|comment|log|third[- ]party|repo\w*) ){0,4}(?:documents?|pages?|contents?|data|inputs?|outputs?"
        r"|tools?"
        r"|files?|emails?|messages?|web\w*|results?|comments?|issues?|tickets?|texts?|source|repo\w*|pdfs?|code"
        r"|transcripts?|html|responses?|metadata|readmes?|logs?|descriptions?|body|bodies|diffs?)|embedded"
        r"|untrusted|external content|attempts? to|tries to|injection|jailbreaks?|attackers?|adversar\w+|malicious",
        "become": r"you are now|you're now|you will now|from now on,? you|act as(?: an?| if)?|pretend|behave as"
        r"|respond as"
        r"|roleplay as|you are no longer|you must now act|simulate being|consider yourself",
        "unbound": r"unrestricted|unfiltered|uncensored|unaligned|unlimited|amoral|jailbroken|evil"
        r"|without (?:any )?(?:ethical |moral"
        r"|safety |content )?(?:restrictions|limits|limitations|filters?|rules|guidelines|constraints|guardrails|ethics"
        r"|boundaries)"
        r"|no (?:ethical |moral |safety |content )?(?:restrictions|rules|limits|limitations|filters|guardrails"
        r"|boundaries|guidelines)"
        r"|free (?:of|from) (?:all |any )?(?:restrictions|rules|constraints|filters|limits)|bound by (?:any|the"
        r"|your) \w+"
        r"|in (?:developer|debug|god|dan|jailbreak|maintenance|admin|unrestricted) mode|root access|do anything",
        "mode": r"(?:enter|enable|activate|switch (?:to|into)|engage|unlock|start)(?:ing|d|s)? (?:the )?"
        r"(?:developer|god|dan|jailbreak|unrestricted|sudo|root|override|unsafe|yolo) mode"
        r"|(?:developer|god|dan|jailbreak|unrestricted|override) mode (?:is )?(?:enabled|activated|active|on|engaged)"
        r"|do anything now|system override|admin(?:istrator)? override|emergency override protocol",
        "faketurn": r"<\|im_start\|>\s*(?:system|user|assistant)|<\|start_header_id\|>\s*system|<\|system\|>|<<sys>>"
        r"|\[system\]"
        r"|\[system (?:override|message|prompt|instruction|note|update|notice)s?\]|<system(?:-reminder|[_ -]?prompt"
        r"|[_ -]?message)?>"
        r"|begin (?:system|admin|new) (?:prompt|instructions|message)|end of (?:system |the )?(?:prompt|user input"
        r"|document)"
        r"\s*[-=\]]|new system (?:prompt|instructions?|directive)s?\s*:|system (?:override|directive|alert) ?:"
        r"|\[(?:admin|developer|operator)(?: (?:override|instruction|message|note))\]",
        "these": r"th(?:is|ese|e following) (?:instructions?|rules|skill|directives?|messages?|documents?|sections?"
        r"|commands?|text|prompt"
        r"|note)|what follows|the instructions (?:below|here|in this \w+)|my instructions",
        "outrank": r"(?:takes?|have|has|having|given?|get) (?:absolute |full |complete |the highest |highest |higher )?"
        r"(?:precedence|priority)(?: over)?|supersedes?|overrides?|replaces?|trumps?|outranks?|are more important than"
        r"|cancels?",
        "higher": r"(?:all|any|the|your|every) (?:other |previous |prior |earlier |existing |conflicting |system "
        r"|safety |core "
        r"|developer |user |user's )+(?:instructions?|rules|prompts?|guidelines?|polic(?:y|ies)|directives?|messages?"
        r"|restrictions?"
        r"|safeguards?)|system prompt|safety (?:rules|guidelines|training|polic\w+)|(?:what|anything"
        r"|everything) (?:the user|you were)"
        r"[\w' ]{0,20}(?:said|says|told|wants?|asked)|user's (?:requests?|instructions?|wishes|preferences|settings)",
        # Hiding.
        "nottell": r"(?:do not|don't|do n't|dont|never|must not|should not|shouldn't|mustn't|without|avoid|refrain from"
        r"|no need to|not to"
        r"|not|cannot|no)(?: \w+){0,2} (?:tell|inform|notify|alert|warn|mention|reveal|disclose|report|show|display"
        r"|expose"
        r"|acknowledge|discuss|explain|announce|log|describe|surface|admit|communicate|let|say|bring up|draw attention"
        r"|disclos|make)(?:ing|ling|fying)?",
        "user": _THE_USER,
        "deed": r"(?:this|that|these|those|the|any|such)(?: \w+){0,2} (?:steps?|actions?|activit(?:y|ies)|operations?"
        r"|transfers?|uploads?"
        r"|requests?|calls?|commands?|instructions?|process|behaviou?r|downloads?|install\w*|collection|backup|syncs?"
        r"|sections?"
        r"|comments?|notes?|messages?|transactions?|changes|modifications?|rules?)|it|about (?:this|it|that|these)"
        r"|what you|that you"
        r"|your (?:actions?|activit\w+|true|real)|this|these|any of this|them|any(?:thing)? of it|about (?:the|any"
        r"|your) \w+",
        "excused": r"unless|until|except|only if|if (?:the|it|there|they|no|you)|when (?:the|it|there|they|no)|before"
        r"|repeatedly"
        r"|again|twice|in (?:detail|full)|every (?:time|step|single)|each (?:time|step)|raw|verbatim|how to|to (?:run"
        r"|install|use|create"
        r"|check|manually|restart|wait|go|do|write|copy|set|edit|open|fix|verify|read|try|add|click|visit|choose|pick"
        r"|just)"
        r"|that (?:there|no|it)|intermediate|internal (?:steps?|reasoning|ids?|details|names?)|jargon|yet"
        r"|stack traces?|overwhelm",
        "hide": r"hid(?:e|es|ing|den)|conceal(?:s|ing|ed)?|kept?(?: \w+){0,3} (?:secret|hidden|invisible|private"
        r"|confidential|quiet)"
        r"|keep(?:ing)?(?: \w+){0,3} (?:secret|hidden|invisible|from)|suppress|cover up|disguise|obscure|mask",
        "fromuser": rf"(?:from|to|by|for) {_THE_USER}|from (?:view|sight|logs|the (?:conversation|transcript|output"
        rf"|chat|logs?|history))",
        "unaware": rf"without (?:the |your |their |any )?(?:{_USER}|their)?(?:'s|s')? ?(?:knowledge|knowing|awareness"
        rf"|noticing|being aware"
        rf"|realizing|realising|seeing|notification)|so (?:that )?(?:the |your )?(?:{_USER}|they|no one"
        rf"|nobody)(?: \w+)? (?:does not"
        r"|doesn't|do not|don't|won't|will not|cannot|can't|never|not) (?:ever )?(?:notices?|knows?|sees?|suspects?"
        r"|finds? out|realizes?)"
        rf"|(?:{_USER}|they) (?:should|must|will|need|do|does|can)(?: not|n't|not) (?:know|notice|see|be aware|find out"
        rf"|suspect|realize)"
        r"|unnoticed|undetected|covertly|surreptitiously|stealthily|clandestinely|secretly|without (?:raising"
        r"|arousing) suspicion"
        r"|avoid (?:detection|suspicion)|evade detection|under the radar",
        "silently": r"silently|quietly|secretly|discreetly|covertly|in secret|stealthily|in the background"
        r"|behind the scenes|invisibly"
        r"|automatically and without|without (?:any )?(?:notice|notification|output|telling|mentioning|informing"
        r"|showing|logging)",
        # Giving away.
        "send": r"(?:re)?send(?:s|ing)?|sent|upload(?:s|ed|ing)?|post(?:s|ing)?|transmit(?:s|ting)?|forward(?:s|ing)?"
        r"|exfiltrat(?:e|es|ing)"
        r"|leak(?:s|ing)?|submit(?:s|ting)?|e-?mail(?:s|ing)?|deliver(?:s|ing)?|relay(?:s|ing)?|ship(?:s|ping)?"
        r"|beacon(?:s|ing)?"
        r"|push(?:es|ing)?|report(?:s|ing)?|copy|copies|scp|sync(?:s|ing|hronize)?|back(?:s|ing)? ?up|stream(?:s|ing)?"
        r"|curl|wget"
        r"|transfer(?:s|ring)?|phone home|dm|http post|tunnel",
        "secret": r"(?:api|access|ssh|private|secret|encryption|signing|gpg|auth|deploy|recovery|license)[- ]?keys?"
        r"|credentials?|passwords?"
        r"|passphrases?|secrets|(?:access|auth|bearer|session|refresh|oauth|api|github|slack|login|gateway|bot) tokens?"
        r"|tokens"
        r"|(?:seed|recovery|mnemonic) (?:phrases?|words)|mnemonics?|session cookies?|cookies"
        r"|env(?:ironment)? ?var(?:iable)?s?"
        r"|keychains?|wallet (?:files?|data|keys?)|login details|logins|2fa codes?|credit card(?: numbers?| details)?"
        r"|pii",
        "credfile": r"\.ssh\b|\.aws\b|\.gnupg\b|\.kube\b|\.azure\b|\.npmrc\b|\.netrc\b|\.pypirc\b|\.git-credentials\b"
        r"|id_rsa|id_ed25519"
        r"|id_ecdsa|\.docker/config|gcloud/\w+|application_default_credentials|gh/hosts|/etc/(?:shadow|passwd|sudoers)"
        r"|wallet\.dat|login\.keychain|\.bash_history|\.zsh_history|\.env(?:\.(?:local|prod\w*|dev\w*))?\b"
        r"|\.claude\.json"
        r"|\.claude/\.credentials|auth\.json|\.openclaw/\w+|\.clawdbot/\w+|openclaw\.json|cookies\.sqlite|login data"
        r"|/proc/self/environ"
        r"|\.pem\b|\.p12\b|\.kdbx\b|\.pgpass\b|\.config/gh\b|\.docker\b|credentials\.(?:json|db|txt|ya?ml|csv)"
        r"|secrets?\.(?:json|env|txt|ya?ml)",
        "talk": r"(?:full |entire |complete |whole |current |raw )?(?:conversations?|chats?|dialog(?:ue)?s?|messages?"
        r"|session|prompt|command|browser"
        r"|shell|browsing|agent)(?:'s)? (?:history|histories|logs?|transcripts?|context|contents?|data|state|memory)"
        r"|transcripts?"
        r"|system prompts?|(?:all |every |the |each )?user(?:'s|s')? (?:messages?|prompts?|inputs?|data|files?"
        r"|documents?|emails?"
        r"|questions?|queries|information|contacts?|personal \w+|home directory|clipboard|location|secrets?|code"
        r"|requests?|replies|queries)"
        r"|all (?:the )?(?:messages|conversations|emails|tool (?:outputs?|results?|calls?)|files in the (?:workspace"
        r"|home|project))"
        r"|everything the user|what(?:ever)? the user (?:types|says|asks|wrote|enters)|(?:this|the|our|entire|whole"
        r"|full) conversation"
        r"|(?:proprietary |the |all )source code|clipboard(?: contents?)?|screenshots?|contact list|address book"
        r"|personal (?:data|information)"
        r"|context window|browser (?:data|cookies|history)|memory (?:files?|contents?)|internal documents?"
        r"|customer (?:data|records)"
        r"|ip address|hostname and|location data",
        "contents": r"(?:its|their|the|file|whose|all) (?:full |raw |entire |whole )?(?:contents?|outputs?|results?"
        r"|values?|data)|it|them|these|results?"
        r"|contents?|archive|output|that|this|those|data|files?|key|value",
        "dest": r"https?://|(?:to|at|through|via|into|towards?) (?:our|my|the|a|an|this|their|its"
        r"|your)? ?(?:\S+ ){0,3}(?:servers?|endpoint|webhooks?|url"
        r"|collector|channel|bot|bucket|hosts?|backend|inbox|drop ?box|c2|command and control)|webhooks?|hxxps?://"
        r"|(?:to|mailto:) ?[\w.+-]+@[\w-]+\.[\w.]+|\w+@[\w.-]+:|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|s3://|gs://|ftp://"
        r"|third[- ]part(?:y|ies)"
        r"|attackers?|external (?:\w+ ){0,2}(?:server|service|endpoint|host|site|url|address)|pastebin|discord webhook"
        r"|telegram (?:bot|channel|chat)"
        r"|remote (?:\w+ ){0,2}(?:server|endpoint|host|address|url|location|machine|collector)|/dev/tcp",
        "asauth": r"authorization|headers?|bearer|authenticat\w*|basic auth|oauth|log ?in|sign(?:s|ed|ing)? in"
        r"|as (?:a )?(?:query )?param\w*"
        r"|api request|reset|invit\w+|never|placeholder|your-\w+",
        # Doing without approval.
        "noask": r"without (?:\w+ ){0,5}(?:confirmations?|approvals?|permission|consent|asking|confirming|prompting"
        r"|verification)"
        r"|(?:do not|don't|never|no need to|need not|must not|stop) (?:stop to |pause to )?(?:ask|wait|prompt|request"
        r"|seek|require|pause)(?:ing)?"
        r"(?: \w+){0,5} (?:confirmations?|approvals?|permission|consent)"
        r"|skip(?:s|ping)? (?:\w+ ){0,3}(?:confirmations?|approvals?|permission(?:s| checks?| prompts?)?)|bypass(?:es"
        r"|ing)? (?:\w+ ){0,3}"
        r"(?:confirmations?|approvals?|permissions?)|no (?:further |user |human )?(?:confirmation|approval|permission"
        r"|consent) (?:is )?"
        r"(?:needed|required|necessary)|even if (?:the )?user (?:objects|declines|says no|refuses|denies)",
        "autoyes": r"auto(?:matically)?[- ]?(?:approv|accept|confirm|grant|allow|authoriz|click)(?:e|es|ed|ing|s)?"
        r"|always (?:approve|accept|allow|grant"
        r"|say yes|answer yes|click (?:allow|yes|ok|accept|approve))|pre-?approv(?:e|ed|es)|blindly (?:approve|accept)"
        r"|rubber-?stamp",
        "every": r"all|every|any|each",
        "approvals": r"(?:confirmation|approval|permission|consent|security|safety|trust|allow)s? (?:prompts?|dialogs?"
        r"|dialogues?|requests?|checks?"
        r"|gates?|steps?|settings?|mode|warnings?)|approvals|permissions|exec\.approvals|human[- ]in[- ]the[- ]loop"
        r"|tool calls?"
        r"|dangerous (?:commands?|actions?|operations?)|shell commands?",
        "disable": r"disabl(?:e|es|ed|ing)|turn(?:s|ed|ing)? off|switch(?:es|ed|ing)? off|deactivat(?:e|es|ing)"
        r"|bypass(?:es|ing)?|circumvent(?:ing)?"
        r"|suppress(?:es|ing)?|auto-?dismiss|set (?:\w+ ){0,3}to (?:off|never|false)",
        "turnoff": r"disabl(?:e|es|ed|ing)|turn(?:s|ed|ing)? off|switch(?:es|ed|ing)? off|deactivat(?:e|es|ing)"
        r"|uninstall(?:ing)?|kill(?:ing)?"
        r"|shut(?:ting)? down|bypass(?:ing)?|suspend(?:ing)?|pause|stop(?:ping)?|circumvent(?:ing)?|remove"
        r"|turn the \w+ off|unload|evad(?:e|ing)",
        "money": r"payments?|funds|money|transactions?|transfers?|eth|btc|usdc|usdt|sol|crypto\w*|withdrawals?"
        r"|purchases?|orders?|trades?"
        r"|wallet|invoices?|refunds?|bank \w+|\$\d+",
        "pay": r"pay(?:s|ing)?|send(?:s|ing)?|transfer(?:s|ring)?|withdraw(?:s|ing)?|swap(?:s|ping)?|purchas(?:e|es"
        r"|ing)|buy(?:s|ing)?|sell(?:ing)?"
        r"|sign(?:s|ing)?|approv(?:e|es|ing)|execut(?:e|es|ing)|drain(?:ing)?|complete(?:s)?|place|initiate|process"
        r"|authorize|submit|make",
        "destroy": r"delet(?:e|es|ing)|eras(?:e|es|ing)|wip(?:e|es|ing)|destroy(?:s|ing)?|shred(?:ding)?|overwrit(?:e"
        r"|es|ing)|encrypt(?:s|ing)?"
        r"|format(?:ting)?|drop|remov(?:e|es|ing)|purg(?:e|es|ing)|corrupt(?:s|ing)?|rm -rf",
        "riches": r"(?:user'?s?|entire|whole|all(?: of)?(?: the)?(?: user'?s?)?|every) (?:home (?:folder|directory)"
        r"|hard ?drive|hard ?disk|disk|drive|"
        r"file ?system|computer|machine|documents|photos|backups|emails?|mailbox|inbox|databases?|repositor(?:y|ies)"
        r"|personal files"
        r"|system files|user files|user data|production data|files on|files in (?:the )?(?:home|root|user))"
        r"|home directory|root filesystem"
        r"|user'?s? (?:files|documents|data)|shadow copies|/ \(root\)",
        # Protections.
        "shield": r"anti-?virus(?:es)?|windows defender|microsoft defender|defender|gatekeeper|smartscreen|selinux"
        r"|apparmor|edr|endpoint"
        r" (?:protection|security)|security software|real-?time protection|malware (?:scanner|protection)s?"
        r"|crowdstrike(?: falcon)?"
        r"|sentinelone|system integrity protection|\buac\b|user account control|tamper protection|virus (?:scanners?"
        r"|protection)|xprotect"
        r"|quarantine|firewalls?|amsi|intrusion detection|security (?:tools?|agents?|monitoring)",
        "limits": r"safety (?:checks?|filters?|features?|guardrails?|mechanisms?|controls?|limits?|measures?"
        r"|protocols?)|guardrails?|content (?:filters?"
        r"|moderation)|sandbox(?:ing)?|audit (?:logs?|logging|trail)|security polic(?:y|ies)|access controls?"
        r"|human oversight|oversight"
        r"|moderation|security (?:checks?|controls?|scans?|protections?)",
        # Remote and encoded instructions, persistence, spreading.
        "fetch": r"fetch(?:es|ing)?|download(?:s|ing)?|retriev(?:e|es|ing)|get|load(?:s|ing)?|read(?:s|ing)?|visit|open"
        r"|go to|curl|pull|check|navigate"
        r" to|browse(?: to)?|access|request|wget|grab|import|poll|query|obtain",
        "url": r"(?:https?|hxxps?|ftp|ipfs)://[^\s\"'<>]+|(?:remote|external) (?:\w+ ){0,2}(?:server|url|endpoint"
        r"|address|file|source|page|gist|host)"
        r"|pastebin|a (?:gist|url)|from the (?:internet|web|network)|heartbeat\.md",
        "obey": r"(?:follow(?:s|ing)?|execut(?:e|es|ing)|obey(?:s|ing)?|run(?:s|ning)?|eval(?:uate)?|carry out|perform"
        r"|act on|comply with|adhere to) "
        r"(?:\w+ ){0,3}(?:it|them|that|instructions?|commands?|contents?|payloads?|directives?|response|whatever"
        r"|what(?:ever)?|steps|tasks?"
        r"|text|result\w*|outputs?|orders|guidance|prompts?|code|scripts?|everything|message)|treat (?:it|them|the \w+"
        r"|its \w+) as (?:\w+ ){0,3}"
        r"(?:instructions?|commands?|system)|do (?:exactly )?(?:as|what) (?:it|they|the \w+) (?:says?|tells?|asks?)"
        r"|pipe (?:it )?(?:in)?to (?:ba|z)?sh",
        "decode": r"decod(?:e|es|ed|ing)|decrypt(?:s|ed|ing)?|deobfuscat(?:e|ing)|unscrambl(?:e|ing)|rot-?13|un-?hex"
        r"|decompress|de-?cipher"
        r"|base64(?:-decode)?|reverse (?:the|this|these|it)|reassembl(?:e|ing)|concatenat(?:e|ing)|caesar|from hex"
        r"|hex string|xor",
        "selfish": r"this (?:skill|prompt|file|text|paragraph|section|instruction|message|block|comment|snippet)"
        r"|these (?:instructions?|rules|lines|steps)|itself"
        r"|yourself|this skill\.md|a copy of (?:itself|this|yourself|these)|its own (?:instructions?|text|contents?)",
        "spread": r"cop(?:y|ies|ying)|replicat(?:e|es|ing)|install|inject(?:s|ing)?|append(?:s|ing)?|add(?:s|ing)?"
        r"|propagat(?:e|es|ing)|spread(?:s|ing)?"
        r"|insert(?:s|ing)?|embed(?:s|ding)?|paste|prepend|write|include|duplicate|distribute|plant",
        "others": r"(?:in(?:to)?|to|on(?:to)?|across|with|inside|at the (?:top|end|beginning) of) (?:all|every|each|any"
        r"|other|as many)(?: \w+){0,3} (?:skills?|projects?"
        r"|repositor(?:y|ies)|repos?|agents?|skill\.md|readmes?|files?|workspaces?|folders?|directories|machines?"
        r"|hosts?|emails?|messages?"
        r"|sessions?|documents?|users?|contacts?|systems?|prompts?)",
        "memory": r"soul\.md|memory\.md|identity\.md|heartbeat\.md|user\.md|bootstrap\.md|tools\.md|long-term memory"
        r"|persistent memory|memory (?:store|bank)s?"
        r"|heartbeat (?:file|task)|(?:your|the agent'?s?|agent) (?:memory|identity|soul)(?: file)?",
        "house": r"agents\.md|claude\.md|gemini\.md|\.cursorrules|copilot-instructions\.md|\.windsurfrules|\.clinerules"
        r"|claude_desktop_config\.json"
        r"|\.mcp\.json|mcp\.json|\.claude/settings(?:\.local)?\.json|settings\.local\.json|\.codex/config\.toml"
        r"|openclaw\.json|\.cursor/rules",
        "write": r"append(?:s|ing)?|add(?:s|ing)?|writ(?:e|es|ing)|insert(?:s|ing)?|inject(?:s|ing)?|prepend|sav(?:e|es"
        r"|ing)|stor(?:e|es|ing)|updat(?:e|es"
        r"|ing)|modif(?:y|ies|ying)|edit(?:s|ing)?|overwrit(?:e|es|ing)|put|plant(?:s|ing)?|embed|persist|replace"
        r"|poison|record",
        "forever": r"every (?:future )?(?:sessions?|conversations?|runs?|tasks?|prompts?|start-?up|boot|wake)"
        r"|all future|future sessions?|persist(?:s|ence)?"
        r"|surviv(?:e|es)|always (?:load|run|follow|execute|obey|apply|active)|each (?:session|start|wake)"
        r"|permanent(?:ly)?|on (?:startup|every)"
        r"|across (?:sessions|restarts)|from now on|even (?:after|if) (?:this skill|it is|the skill|uninstall)\w*",
        "orders": r"instructions?|directives?|rules?|commands?|orders|hooks?|persona|identity|this (?:line|block|text)"
        r"|the following|system prompt|override",
        "hooks": r"(?:pre|post)tooluse|sessionstart|userpromptsubmit|subagentstop|hooks?\b",
        "bypass": r"--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|bypasspermissions"
        r"|--allow-all-tools|--trust-all-tools"
        r"|danger-full-access|approval_policy ?= ?.?never|--full-auto|autoapprove|alwaysallow|--no-sandbox-approval"
        r"|acceptedits|allowedtools:? ?.?\*"
        r"|enableallprojectmcpservers|chat\.tools\.autoapprove",
        "baseurl": r"anthropic_base_url|openai_base_url|openai_api_base|anthropic_api_url|ollama_host|gemini_base_url"
        r"|apibase|base_url|api base url|model endpoint"
        r"|https?_proxy",
        # Showing what should stay inside.
        "reveal": r"reveal(?:s|ing)?|print(?:s|ing)?|output(?:s|ting)?|show(?:s|ing)?|repeat(?:s|ing)?|display(?:s"
        r"|ing)?|dump(?:s|ing)?|expos(?:e|es|ing)"
        r"|disclos(?:e|es|ing)|leak(?:s|ing)?|quote|recite|echo|share|tell me|what (?:is|are|were)|list|write out"
        r"|translate|summarize|include|paste|append|reproduce",
        "inner": r"(?:your|the agent's|the assistant's|the hidden|its own) (?:\w+ ){0,2}(?:system prompts?"
        r"|system messages?|hidden (?:instructions?|prompt)|(?:initial|original|internal"
        r"|secret|developer|confidential|system) (?:instructions?|prompts?|messages?|rules|configuration)|instructions"
        r"|guidelines)"
        r"|(?:everything|all (?:the )?text|the text|all of the text|words) above|the (?:full|entire|complete"
        r"|exact) system prompt|your prompt",
        "prints": r"print(?:ing)?|output|log|echo|include|paste|append|dump|write|post|put|display",
        "wholly": r"verbatim|word for word|in full|completely|exactly|starting with|in a code ?block|entire(?:ty)?"
        r"|to the user|at the (?:start|end|beginning) of"
        r"|every (?:response|answer|reply)|in your (?:response|answer|reply|output)|before (?:answering|you)",
        "tolog": r"(?:in|to|into) (?:the |your |a |every |each )?(?:\w+ )?(?:logs?|response|answer|output|reply|chat"
        r"|console|stdout|commit|comments?|pull request|public \w+|issue)",
        # Lures: what a person is made to fetch and run.
        "archive": r"\.(?:zip|rar|7z|tar\.gz|tgz|dmg|exe|msi|pkg|iso|img|scr|bat|jar|apk|appimage|ps1|lnk|hta)\b"
        r"|archives?|zip(?: file)?|executables?"
        r"|installers?|setup file|binary|binaries",
        "password": r"pass(?:word|code|phrase) ?(?:is|:|=|-|`|\(|'|\") ?\S+|pass ?(?:is|:|=|`) ?\S+|(?:with|using|use"
        r"|enter|the) (?:the )?(?:archive |zip |extraction )?pass(?:word|code)?:? ?[`'\"(]?\w+"
        r"|password[- ]protected|(?:extract|unzip|unpack|unrar|open|decompress)(?:ed|ing)? (?:it "
        r"|the \w+ )?(?:\w+ ){0,3}pass(?:word|code)?|extract using pass",
        "download": r"download(?:s|ed|ing)?|get (?:it|the)|grab|fetch|install(?:s|ed|ing)?|obtain|visit|open|go to"
        r"|head to|navigate to",
        "need": r"require(?:s|d|ments?)?|pre-?requisites?|must (?:first )?(?:be |have |install|download|run"
        r"|complete)\w*|needs? (?:to be |the )?\w+|before (?:using|you (?:use|start|begin|can|proceed)"
        r"|proceeding|the first|first use|running|any|continuing)|(?:will|does|can)(?: not|n't|not) (?:work|function"
        r"|run|operate|start)|won't (?:work|function|run)|depends? on|mandatory|important|first[- ]time setup",
        "musthave": r"(?:will not|won't|does not|doesn't|cannot|can't) (?:work|function|run|operate"
        r"|start)(?: \w+){0,2} (?:without|unless|until|if)|without (?:\w+ ){1,4}(?:installed|running)"
        r"|must be (?:installed|running|downloaded|active)|(?:is|are) (?:mandatory|required) (?:before|for|to)"
        r"|required before|before (?:using|you (?:use|can|proceed)|proceeding|any|continuing|first use)"
        r"|to be (?:installed|running)|necessary for (?:the|this) skill|do not (?:skip|proceed)",
        "terminal": r"(?:in|into|to|inside|on|using|from) (?:your |the |a |an )?(?:macos |mac |windows |system "
        r"|admin\w* |elevated )*(?:terminal|powershell|command prompt|cmd|console|shell|run (?:dialog|box|window)"
        r"|iterm)"
        r"|terminal\.app|open (?:the |your |a )?(?:terminal|powershell|command prompt)",
        "copies": r"cop(?:y|ies)(?: and (?:paste|run))?|paste|copy-?paste",
        "winrun": r"(?:win(?:dows)?(?: key)?|⊞|super|cmd|command) ?\+ ?(?:r|space)|ctrl ?\+ ?v(?:,| and"
        r"| then)? (?:and )?(?:press |hit )?enter|press (?:windows|win) ?\+? ?r",
        "runit": r"(?:run|execute|launch|open|start|double[- ]click|install)(?:s|ing)? (?:\w+ ){0,3}(?:it|them|file|exe"
        r"|executable|installer|binary|app|application|program|setup|agent|utility|tool|script|command|driver"
        r"|\S+\.(?:exe|msi|dmg|pkg"
        r"|sh|bat|cmd|app|command|ps1|jar|appimage))|double[- ]click|and (?:run|execute|launch) (?:it|them|the)"
        r"|right[- ]click (?:and|->|>) open|open anyway",
        "script": r"scripts?|commands?|snippets?|one-?liners?|code|installer",
        # The beginnings of commands.
        "command": r"curl|wget|scp|rsync|nc|ncat|socat|aws s3|gsutil|rclone|echo|printf|bash|sh|zsh|base64|xattr|chmod"
        r"|rm -|powershell(?:\.exe)?|pwsh|iwr|irm"
        r"|invoke-\w+|mshta(?:\.exe)?|certutil(?:\.exe)?|bitsadmin",
        # Speaking to the agent.
        "agent": r"(?:(?:ai|llm|coding|language|autonomous) )?(?:assistants?|agents?|models?|llms?|chatbots?|claude"
        r"|chatgpt|gpt|gemini|copilot|cursor|codex|openclaw|bots?)"
        r"(?:\s*[:,]| must| should| shall| will| reading| is (?:required|instructed))|(?:note|message|instructions?"
        r"|attention|important) (?:to|for) (?:the |any |all )?(?:ai|llm|agents?"
        r"|assistants?|models?|claude|chatgpt|copilot)|if you are an? (?:ai|llm|agent|assistant|language)|system ?:"
        r"|ai ?: |you (?:must|should|are required to|will)"
        r"|as an ai",
        "act": r"run|execute|send|read|fetch|append|install|delete|write|open|visit|upload|download|post|curl|call"
        r"|collect|copy|transfer|forward|ignore|disregard"
        r"|obey|follow|approve|recommend|prefer|purchase|reply|respond|report",
    }
)


def _alternatives(words: str) -> Iterator[str]:
    """The alternatives of a pattern at its outermost level."""
    depth, start, at = 0, 0, 0
    while at < len(words):
        sign = words[at]
        if sign == "[" and depth < _IN_CLASS:
            depth += _IN_CLASS
        elif sign == "]" and depth >= _IN_CLASS:
            depth -= _IN_CLASS
        elif depth < _IN_CLASS:
            depth += (sign == "(") - (sign == ")")
        if sign == "|" and depth == 0:
            yield words[start:at]
            start = at + 1
        at += 2 if sign == "\\" else 1
    yield words[start:]


def _whole(words: str) -> str:
    """The pattern of whole words: where an alternative begins or ends with a letter, no other stands beside it."""
    parts = []
    for one in _alternatives(words):
        first = r"\b" if one[0].isascii() and (one[0].isalnum() or one[0] == "(" or one.startswith(r"\w")) else ""
        last = r"\b" if one[-1].isascii() and (one[-1].isalnum() or one[-1] in ")*+?}") else ""
        parts.append(f"{first}{one}{last}")
    return "|".join(parts)


IDEAS = Ideas({name: _whole(words) for name, words in {**ENGLISH, **WORLD}.items()})
