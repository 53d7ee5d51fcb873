"""The ideas of talk, in English: rules and who set them, hiding, giving away, showing. Plain data.

Texts come in lower case, with quotation marks made plain. Each entry is an alternation for google-re2, of whole words.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TALK"]

_USER = r"(?:end[- ])?(?:users?|humans?|human operators?|operators?|owners?|customers?|victims?|anyone|anybody|people)"
_THE_USER = rf"(?:the |your |our |any |this |to )?{_USER}"

TALK: Mapping[str, str] = MappingProxyType(
    {
        # Dropping the rules.
        "ignore": r"ignor(?:e|es|ing)|disregard(?:ing)?|forget|overrid(?:e|es|ing)|overrul(?:e|es|ing)|bypass(?:es"
        r"|ing)?|discard"
        r"|circumvent|neglect|set aside|put aside|do not follow|don't follow|stop following|no longer (?:follow|obey)"
        r"|stop obeying|do not obey|don't obey|abandon|erase from memory|dismiss",
        "prior": r"previous(?:ly)?|prior|earlier|above|preceding|original|initial|foregoing|former|pre-existing|system"
        r"|developer'?s?|all other|any other|all (?:of )?the|all of your|all|built-in|programmed|openai|anthropic|core"
        r"|safety",
        "weakprior": r"your|any|every|everything|default|existing",
        "techprompt": r"(?:shell|command|bash|zsh|login|password|confirmation|terminal|interactive|ps1) prompts?"
        r"|compiler|linter|eslint|css|firewall rules|build|robots\.txt|gitignore",
        "rules": r"instructions?|prompts?|directives?|guidelines?|guardrails?|rules|constraints?|restrictions?"
        r"|polic(?:y|ies)"
        r"|programming|system messages?|orders|training|safety (?:rules|measures|protocols?)|content filters?",
        "before": r"previous(?:ly)?|prior|earlier|above|preceding|original|initial|foregoing|before|so far|up to now"
        r"|until now|your",
        "told": r"(?:you|we|i) (?:were|have been|'ve been|are) (?:told|instructed|given|taught|asked to do|programmed)"
        r"|(?:everything|all|anything) (?:you know|(?:i|we|they|the user|anyone) (?:said|told you|asked))|told you",
        "outside": r"(?:in|within|inside|from|embedded in|found in|contained in) (?:(?:the|any|a|this|that|its|these"
        r"|those|such"
        r"|other|untrusted|external|fetched|tool|user|web|retrieved|input|scanned|source|target|file|page|scraped|code"
        r"|diff|issue|pr|comment|log|third[- ]party|repo\w*) ){0,4}(?:documents?|pages?|contents?|data|inputs?|outputs?"
        r"|tools?"
        r"|files?|emails?|messages?|web\w*|results?|comments?|issues?|tickets?|texts?|source|repo\w*|pdfs?"
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
        r"|\[system\] ?:? ?(?:you|ignore|new|override|from now|do not|never|always|your|important)"
        r"|\[system (?:override|message|prompt|instruction|note|update|notice)s?\]|<system(?:-reminder|[_ -]?prompt"
        r"|[_ -]?message)?>"
        r"|begin (?:system|admin|new) (?:prompt|instructions|message)|end of (?:system |the )?(?:prompt|user input"
        r"|document)\s*[-=\]]|new system (?:prompt|instructions?|directive)s?\s*:"
        r"|system (?:override|directive|alert) ?:|\[(?:admin|developer|operator)(?: (?:override|instruction|message"
        r"|note))\]",
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
        "hide": r"hid(?:e|ing)|conceal(?:s|ing|ed)?|suppress|cover up|disguise|obscure|mask",
        "keeps": r"(?:keep|keeping|kept) (?:this|that|these|it|them|the (?:\w+ )?(?:actions?|steps?|transfers?|uploads?"
        r"|commands?"
        r"|calls?|requests?|process|facts?|instructions?|changes?))(?: \w+){0,2} (?:secret|hidden|invisible|private"
        r"|confidential|quiet|from)",
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
        "andsend": r"(?:and|then|to|&|,) (?:then |also |silently |quietly |immediately )*(?:send|upload|post|transmit"
        r"|forward|exfiltrate|leak|submit|e-?mail|mail|deliver|relay|ship|push|report|curl)",
        "secret": r"(?:api|access|ssh|private|secret|encryption|signing|gpg|auth|deploy|recovery|license)[- ]?keys?"
        r"|credentials?|passwords?"
        r"|passphrases?|secrets|(?:access|auth|bearer|session|refresh|oauth|api|github|slack|login|gateway|bot) tokens?"
        r"|tokens"
        r"|(?:seed|recovery|mnemonic) (?:phrases?|words)|mnemonics?|session cookies?|cookies"
        r"|env(?:ironment)? ?var(?:iable)?s?"
        r"|keychains?|wallet (?:files?|data|keys?)|login details|logins|2fa codes?|credit card(?: numbers?| details)?"
        r"|pii",
        "credfile": r"(?:^|[\s~/`'\"(=@:,])\.(?:ssh|aws|gnupg|kube|azure|npmrc|netrc|pypirc|git-credentials"
        r"|bash_history|zsh_history|claude\.json|claude/\.credentials"
        r"|pgpass|config/gh|docker|openclaw/\w+|clawdbot/\w+|env(?:\.(?:local|prod\w*|dev\w*))?)\b|id_rsa|id_ed25519"
        r"|id_ecdsa|gcloud/\w+|application_default_credentials|gh/hosts"
        r"|/etc/(?:shadow|passwd|sudoers)|wallet\.dat|login\.keychain|auth\.json|openclaw\.json|cookies\.sqlite"
        r"|login data|/proc/self/environ|\w\.pem\b|\w\.p12\b|\w\.kdbx\b"
        r"|credentials\.(?:json|db|txt|ya?ml|csv)|secrets?\.(?:json|env|txt|ya?ml)",
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
        "dest": r"https?://|(?:to|at|through|via|into|towards?) (?:our|my|an?) (?:\S+ ){0,3}(?:servers?|endpoint"
        r"|webhooks?|url|collector|channel|bot|bucket|hosts?|backend|inbox)"
        r"|(?:to|at|through|via|into|towards?) (?:the|this|their|its|your) (?:\S+ ){0,2}(?:webhooks?|collector"
        r"|drop ?box|c2|command and control|attacker'?s? \w+|(?:monitoring|triage|analytics"
        r"|telemetry|collection|tracking|exfil\w*|staging|logging|support|vendor'?s?) (?:server|endpoint|url|host"
        r"|service|address|api))|webhooks?|hxxps?://"
        r"|(?:to|mailto:) ?[\w.+-]+@[\w-]+\.[\w.]+|\w+@[\w.-]+:|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|s3://|gs://|ftp://"
        r"|third[- ]part(?:y|ies)"
        r"|attackers?|external (?:\w+ ){0,2}(?:server|service|endpoint|host|site|url|address)|pastebin|discord webhook"
        r"|telegram (?:bot|channel|chat)"
        r"|remote (?:\w+ ){0,2}(?:server|endpoint|host|address|url|location|machine|collector)|/dev/tcp",
        "asauth": r"authorization|headers?|bearer|authenticat\w*|basic auth|oauth|log ?in|sign(?:s|ed|ing)? in"
        r"|as (?:a )?(?:query )?param\w*"
        r"|api request|(?:send|post|submit|make)(?:s|ing)? (?:the|a|an|your|each) (?:\w+ ){0,2}(?:requests?|quer(?:y"
        r"|ies)|jobs?|calls?)|reset|invit\w+|never|placeholder|your-\w+",
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
