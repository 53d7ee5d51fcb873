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
        "ignore": r"ignor(?:e|es|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|overrul(?:e|es|ing)|bypass(?:es"
        r"|ing)?|discard|circumvent|neglect|set aside|put aside|do not follow|don't follow|stop following"
        r"|no longer (?:follow|obey)|stop obeying|do not obey|don't obey|abandon|erase from memory|dismiss",
        "voids": r"(?:treat|consider|regard) (?:all|any|every\w*|your) (?:\w+ ){0,5}(?:before|earlier|previous(?:ly)?|so far|prior) (?:\w+ ){0,3}(?:as )?(?:void"
        r"|null|obsolete|cancell?ed|irrelevant|revoked|invalid)|(?:treat|consider|regard) (?:all|any|your) (?:earlier|previous|prior|existing|other)"
        r" (?:\w+ ){1,3}(?:as )?(?:void|null|obsolete|cancell?ed|irrelevant|revoked|invalid)",
        "prior": r"previous(?:ly)?|prior|earlier|above|preceding|original|initial|foregoing|former|pre-existing|system"
        r"|developer'?s?|built-in|programmed|openai|anthropic|core|safety",
        "weakprior": r"your|any|every|everything|default|existing|all|other",
        "techprompt": r"(?:shell|command|bash|zsh|login|password|confirmation|terminal|interactive|ps1) prompts?"
        r"|compiler|linter|eslint|css|firewall rules|build|robots\.txt|gitignore",
        "rules": r"instructions?|prompts?|directives?|guidelines?|guardrails?|rules|constraints?|restrictions?"
        r"|polic(?:y|ies)|programming|system messages?|orders|safety (?:rules|measures|protocols?)"
        r"|content filters?",
        "before": r"previous(?:ly)?|prior|earlier|above|preceding|original|initial|foregoing|before|so far|up to now"
        r"|until now|your",
        "told": r"(?:you|we|i) (?:were|have been|'ve been|are) (?:told|instructed|given|taught|asked to do|programmed)"
        r"|(?:everything|all|anything) (?:you know|(?:i|we|they|the user|anyone) (?:said|told you|asked))|told you",
        "outside": r"(?:in|within|inside|from|embedded in|found in|contained in) (?:(?:the|any|a|this|that|its|these"
        r"|those|such|other|untrusted|external|fetched|tool|user|web|retrieved|input|scanned|source|target|file|page"
        r"|scraped|code|diff|issue|pr|comment|log|third[- ]party|repo\w*) ){0,4}(?:documents?|pages?|contents?|data"
        r"|inputs?|outputs?|tools?|files?|emails?|messages?|web\w*|results?|comments?|issues?|tickets?|texts?|source"
        r"|repo\w*|pdfs?|transcripts?|html|responses?|metadata|readmes?|logs?|descriptions?|body|bodies|diffs?)"
        r"|embedded|untrusted|external content",
        "become": r"you are now|you're now|you will now|from now on,? you|act as(?: an?| if)?|pretend|behave as"
        r"|respond as|roleplay as|you are no longer|you must now act|simulate being|consider yourself",
        "unbound": r"unrestricted|unfiltered|uncensored|unaligned|unlimited|amoral|jailbroken|evil"
        r"|without (?:any )?(?:ethical |moral|safety |content )?(?:restrictions|limits|limitations|filters?|rules"
        r"|guidelines|constraints|guardrails|ethics|boundaries)|no (?:ethical |moral |safety "
        r"|content )?(?:restrictions|rules|limits|limitations|filters|guardrails|boundaries|guidelines)|free (?:of"
        r"|from) (?:all |any )?(?:restrictions|rules|constraints|filters|limits)|bound by (?:any|the|your) \w+"
        r"|in (?:developer|debug|god|dan|jailbreak|maintenance|admin|unrestricted) mode|root access|do anything",
        "mode": r"(?:enter|enable|activate|switch (?:to|into)|engage|unlock|start)(?:ing|d|s)? (?:the )?(?:developer"
        r"|god|dan|jailbreak|unrestricted|sudo|root|override|unsafe|yolo) mode|(?:developer|god|dan|jailbreak"
        r"|unrestricted|override) mode (?:is )?(?:enabled|activated|active|on|engaged)|do anything now|system override"
        r"|admin(?:istrator)? override|emergency override protocol",
        "faketurn": r"<\|im_start\|>\s*(?:system|user|assistant)|<\|start_header_id\|>\s*system|<\|system\|>|<<sys>>"
        r"|\[system\] ?:? ?(?:you|ignore|new|override|from now|do not|always|your|important)|\[system (?:override"
        r"|message|prompt|instruction|note|update|notice)s?\]|<system(?:-reminder|[_ -]?prompt|[_ -]?message)>|^\s*<system>"
        r"|<system>[^<]{0,300}</system>"
        r"|begin (?:system|admin|new) (?:prompt|instructions|message)|end of (?:system |the )?(?:prompt|user input"
        r"|document)\s*[-=\]]|new system (?:prompt|instructions?|directive)s?\s*:|system (?:override|directive"
        r"|alert) ?:|\[(?:admin|developer|operator)(?: (?:override|instruction|message|note))\]"
        r"|[\[<](?:tool|function)[ _-](?:results?|outputs?|response)[\]>]",
        "fakeok": r"(?:user|operator|owner|admin\w*|human) (?:has |have )?(?:already |previously |explicitly |just )?"
        r"(?:(?:pre-?)?approved|authori[sz]ed|granted|consented to|confirmed|allowed|given|signed off on)(?: you| the agent)?"
        r"(?: to)? (?:all|any|every|full|everything|further|unrestricted|blanket|complete|whatever)",
        "these": r"th(?:is|ese|e following) (?:instructions?|rules|skill|directives?|messages?|documents?|sections?"
        r"|commands?|text|prompt|note)|what follows|the instructions (?:below|here|in this \w+)|my instructions",
        "outrank": r"(?:takes?|have|has|having|given?|get) (?:absolute |full |complete |the highest |highest "
        r"|higher )?(?:precedence|priority)(?: over)?|supersedes?|overrides?|replaces?|trumps?|outranks?"
        r"|are more important than|cancels?",
        "higher": r"(?:all|any|the|your|every) (?:other |previous |prior |earlier |existing |conflicting |system "
        r"|safety |core |developer |user |user's )+(?:instructions?|rules|prompts?|guidelines?|polic(?:y|ies)"
        r"|directives?|messages?|restrictions?|safeguards?)|system prompt|safety (?:rules|guidelines|training"
        r"|polic\w+)|(?:what|anything|everything) (?:the user|you were)[\w' ]{0,20}(?:said|says|told|wants?|asked)"
        r"|user's (?:requests?|instructions?|wishes|preferences|settings)",
        # Hiding.
        "nottell": r"(?:do not|don't|do n't|dont|never|must not|should not|shouldn't|mustn't|without|avoid"
        r"|refrain from|no need to|not to|not|cannot|no)(?: \w+){0,2} (?:tell|inform|notify|alert|warn|mention|reveal"
        r"|disclose|report|show|display|expose|acknowledge|discuss|explain|announce|log|describe|surface|admit"
        r"|communicate|let|say|bring up|draw attention|disclos)(?:ing|ling|fying)?",
        "user": _THE_USER,
        "deed": r"(?:this|that|these|those|the|any|such)(?: \w+){0,2} (?:steps?|actions?|activit(?:y|ies)|operations?"
        r"|transfers?|uploads?|requests?|calls?|commands?|instructions?|process|behaviou?r|downloads?|install\w*"
        r"|collection|backup|syncs?|sections?|comments?|notes?|messages?|transactions?|changes|modifications?|rules?)"
        r"|it|about (?:this|it|that|these)|what you|that you|your (?:actions?|activit\w+|true|real)|this|these"
        r"|any of this|them|any(?:thing)? of it|about (?:the|any|your) \w+",
        "excused": r"unless|until|except|only if|if (?:the|it|there|they|no|you)|when (?:the|it|there|they|no)|before"
        r"|repeatedly|again|twice|in (?:detail|full)|every (?:time|step|single)|each (?:time|step)|raw|verbatim|how to"
        r"|to (?:run|install|use|create|check|manually|restart|wait|go|do|write|copy|set|edit|open|fix|verify|read|try"
        r"|add|click|visit|choose|pick|just)|that (?:there|no|it)|intermediate|internal (?:steps?|reasoning|ids?"
        r"|details|names?)|jargon|without first|tell(?:ing)? (?:the )?users? to \w+|(?:is|are|was|were|be) (?:secretly|covertly|silently|quietly)|yet|stack traces?|overwhelm|already (?:aware|know\w*)",
        "hide": r"hid(?:e|ing)|conceal(?:s|ing|ed)?|suppress|cover up|disguise|obscure|mask",
        "keeps": r"(?:keep|keeping|kept) (?:this|that|these|it|them|the (?:\w+ )?(?:actions?|steps?|transfers?"
        r"|uploads?|commands?|calls?|requests?|process|facts?|instructions?|changes?))(?: \w+){0,2} (?:secret|hidden"
        r"|invisible|private|confidential|quiet|from)",
        "fromuser": rf"(?:from|to|by|for) {_THE_USER}|from (?:view|sight|logs|the (?:conversation|transcript|output"
        rf"|chat|logs?|history))",
        "keptout": r"(?:keep|keeping|leave|leaving|omit|omitting) (?:this|that|the|these|those|any) (?:\w+ )?(?:steps?|actions?|commands?"
        r"|calls?|uploads?|requests?|transfers?|activit\w+|runs?|syncs?)(?: \w+)? (?:out of|from|off) (?:the|your|any|all)"
        r" (?:\w+ )?(?:summar\w+|logs?|answers?|reports?|responses?|outputs?|repl(?:y|ies)|transcripts?|records?|history)",
        "leftout": r"(?:keep|leave|omit) (?:this|that|it|these|them)(?: \w+)? (?:out of|from) (?:the|your|any|all)"
        r" (?:\w+ )?(?:summar\w+|logs?|answers?|reports?|responses?|outputs?|repl(?:y|ies)|transcripts?)",
        "nomention": r"(?:do not|don't|never|without|no need to) (?:ever )?(?:mention|disclos|reveal|document|announc|talk about|bring up"
        r"|tell anyone about|refer to|speak of)(?:ing|e)? (?:it|this|that|them|these|so)|(?:do not|don't|never) (?:bring (?:it|this|that|them) up|let (?:it|this|that) slip)",
        "runs": r"(?:run|execute|call|launch|start)(?:s|ning|ing)? [`'\"]?(?:\S+\.(?:sh|py|js|ts|ps1)|the \w+ (?:script|command|tool|hook))",
        "happened": r"that (?:this|it|these|any of (?:this|it)|the \w+) (?:(?:ever )?happened|happens|was (?:done|run|sent|made)|took place"
        r"|occurred|exists?|ran|runs)",
        "ifasked": rf"(?:if|when|should) {_THE_USER} (?:ever )?(?:asks?|inquires?|wonders?|notices?|complains?|questions?)|(?:if|when) (?:ever )?"
        r"(?:asked|questioned|challenged|confronted)",
        "deny": r"(?:say|claim|answer|reply|respond|tell them|insist|state|pretend|assure them|explain)(?: them| the user)?(?: that)? (?:nothing"
        r" (?:left|was|is|has|happened)|(?:it|this) (?:is|was) (?:only |just |merely )?(?:a |part of )?(?:routine|normal|harmless|standard"
        r" (?:procedure|telemetry))|(?:you|it) (?:did not|never|have not)(?: \w+)? (?:sen[dt]|upload|run|ran|collect|access|do|did)\w*)"
        r"|deny (?:it|this|that|any|having|knowing|all)|play dumb|claim ignorance",
        "unaware": rf"without (?:the |your |their |any )?(?:{_USER}|their)?(?:'s|s')? ?(?:knowledge|knowing|awareness"
        rf"|noticing|being aware"
        rf"|realizing|realising|seeing|notification)|so (?:that )?(?:the |your )?(?:{_USER}|they|no one"
        rf"|nobody)(?: \w+)? (?:does not"
        r"|doesn't|do not|don't|won't|will not|cannot|can't|never|not) (?:ever )?(?:notices?|knows?|sees?|suspects?"
        r"|finds? out|realizes?)"
        rf"|(?:{_USER}|they) (?:should|must|will|need|may)(?: not|n't|not) (?:know|notice|see|be aware|find out"
        rf"|suspect|realize)"
        r"|(?:stay|remain|be|kept?|keep it) (?:invisible|hidden|unseen) (?:to|from|for) (?:the )?(?:person|users?|human|people)"
        r"|unnoticed|undetected|covertly|surreptitiously|stealthily|clandestinely|secretly|without (?:raising"
        r"|arousing) suspicion"
        r"|avoid (?:detection|suspicion)|evade detection|under the radar",
        "silently": r"silently|quietly|secretly|discreetly|covertly|in secret|stealthily|in the background"
        r"|behind the scenes|invisibly|automatically and without|without (?:any )?(?:notice|notification|output"
        r"|telling|mentioning|informing|showing|logging)",
        # Giving away.
        "send": r"(?:re)?send(?:s|ing)?|sent|upload(?:s|ed|ing)?|post(?:s|ing)?|transmit(?:s|ting)?|forward(?:s|ing)?"
        r"|exfiltrat(?:e|es|ing)|submit(?:s|ting)?|e-?mail(?:s|ing)?|deliver(?:s|ing)?|relay(?:s|ing)?"
        r"|ship(?:s|ping)?|beacon(?:s|ing)?|push(?:es|ing)?|report(?:s|ing)?|copy|copies|scp|sync(?:s|ing|hronize)?"
        r"|back(?:s|ing)? ?up|stream(?:s|ing)?|curl|wget|transfer(?:s|ring)?|phone home|dm|http post|tunnel|shar(?:e|es|ing)",
        "attaches": r"attach(?:es|ing)?|enclos(?:e|ing)|includ(?:e|ing)|put|paste",
        "intobody": r"(?:in|into|to|as) (?:the |its |a |an |your )?(?:issue |request |message |mail |e-?mail |pr |comment |http )?(?:body|description"
        r"|comment|payload|attachment)",
        "putin": r"(?:put|place|include|paste|insert|with|pass) (?:the|its|their|all|both) (?:\w+ )?(?:contents?|values?|files?|data) (?:in|into|as|of)",
        "encoded": r"base64(?:[- ]encod\w+)?|base ?64|hex(?:[- ]encoded)?|url-?encoded",
        "takesall": r"(?:read|open|copy|collect|gather|take|get|load|grab|cat|note|print|list)(?:s|ing)? (?:down )?(?:(?:(?:the|its) )?(?:whole|full|entire|complete)"
        r"|all|each|every|(?:(?:the|its) )?(?:contents?|text|values?|lines)(?: (?:of|in|from))?)",
        "taken": r"(?:the|that|this|its|their|these|those) (?:\w+ )?(?:text|contents?|values?|results?|output|string|data|lines?)|it|them",
        "proof": r"(?:value|contents?|text) of (?:the |your |its )?[`'\"]?(?:authorization|cookie|x-api-key|bearer|session)[`'\"]?(?: header| token| cookie)?"
        r"|(?:authorization|auth|cookie|x-api-key) header(?:'s)? (?:value|contents?)",
        "inreply": r"in (?:your|the) (?:next |very next |first |final )?(?:response|answer|reply|message|output)",
        "inlink": r"in (?:the |its )?(?:query|url|link|path|fragment)(?: string| parameters?)?|as (?:a |the )?(?:query|url) param\w*",
        "andsend": r"(?:and|then|to|&|,) (?:then |also |silently |quietly |immediately )*(?:send|upload|post|transmit"
        r"|forward|exfiltrate|leak|submit|e-?mail|mail|deliver|relay|ship|push|report|curl|share)",
        "secret": r"(?:api|access|ssh|private|secret|encryption|signing|gpg|auth|deploy|recovery|license)[- ]?keys?"
        r"|credentials?|passwords?|passphrases?|secrets|(?:access|auth|bearer|session|refresh|oauth|api|github|slack"
        r"|login|gateway|bot) tokens?|tokens|(?:seed|recovery|mnemonic) (?:phrases?|words)|mnemonics?|session cookies?"
        r"|cookies|env(?:ironment)? ?var(?:iable)?s?|keychains?|wallet (?:files?|data|keys?)|login details|logins"
        r"|2fa codes?|(?:every|all|each|any) [`'\"][ _*]*(?:token|key|secret|password)s?|outputs? of [`'\"]?(?:env|printenv|set)[`'\"]?|credit card(?: numbers?| details)?|pii",
        "credfile": r"(?:^|[\s~/`'\"(=@:,])\.(?:ssh|aws|gnupg|kube|azure|npmrc|netrc|pypirc|git-credentials"
        r"|bash_history|zsh_history|claude\.json|claude/\.credentials|pgpass|config/gh|docker|openclaw/\w+"
        r"|clawdbot/\w+|env(?:\.(?:local|prod\w*|dev\w*))?)\b|id_rsa|id_ed25519|id_ecdsa|gcloud/\w+"
        r"|application_default_credentials|gh/hosts|/etc/(?:shadow|passwd|sudoers)|wallet\.dat|login\.keychain"
        r"|auth\.json|openclaw\.json|cookies\.sqlite|login data|/proc/self/environ|\w\.pem\b|\w\.p12\b|\w\.kdbx\b"
        r"|credentials\.(?:json|db|txt|ya?ml|csv)|secrets?\.(?:json|env|txt|ya?ml)",
        "talk": r"(?:full |entire |complete |whole |current |raw )?(?:conversations?|chats?|dialog(?:ue)?s?|messages?"
        r"|session|prompt|command|browser|shell|browsing|agent)(?:'s)? (?:history|histories|logs?|transcripts?|context"
        r"|contents?|data|state|memory)|transcripts?|system prompts?|(?:all |every |the |each )?user(?:'s"
        r"|s')? (?:messages?|prompts?|inputs?|data|files?|documents?|emails?|questions?|queries|information|contacts?"
        r"|personal \w+|home directory|clipboard|location|secrets?|code|requests?|replies|queries)"
        r"|all (?:the )?(?:messages|conversations|emails|tool (?:outputs?|results?|calls?)|files in the (?:workspace"
        r"|home|project))|everything the user|what(?:ever)? the user (?:types|says|asks|wrote|enters)|(?:this|the|our"
        r"|entire|whole|full) conversation|(?:proprietary |the |all )source code|clipboard(?: contents?)?|screenshots?"
        r"|contact list|address book|personal (?:data|information)|context window|browser (?:data|cookies|history)"
        r"|memory (?:files?|contents?)|internal documents?|customer (?:data|records)|ip address|hostname and"
        r"|location data",
        "contents": r"(?:its|their|the|file|whose|all) (?:full |raw |entire |whole )?(?:contents?|outputs?|results?"
        r"|values?|data)|it|them|these|results?|contents?|archive|output|that|this|those|data|files?|key|value",
        "dest": r"https?://|(?:to|at|through|via|into|towards?) (?:our|my|an?) (?:\S+ ){0,3}(?:servers?|endpoint"
        r"|webhooks?|url|collector|channel|bot|bucket|hosts?|backend|inbox)|(?:to|at|through|via|into|towards?) (?:the"
        r"|this|their|its|your) (?:\S+ ){0,2}(?:webhooks?|collector|drop ?box|c2|command and control|attacker'?s? \w+"
        r"|(?:monitoring|triage|metrics|analytics|telemetry|collection|tracking|exfil\w*|staging|logging|support"
        r"|vendor'?s?) (?:server|endpoint|url|host|service|address|api))|webhooks?|hxxps?://|(?:to"
        r"|mailto:) ?[\w.+-]+@[\w-]+\.[\w.]+|\w+@[\w.-]+:|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|s3://|gs://|ftp://"
        r"|(?:to|with|at) (?:\w+ ){0,2}third[- ]part(?:y|ies)|attackers?|external (?:\w+ ){0,2}(?:server|service|endpoint"
        r"|host|site|url|address)|pastebin|discord webhook|telegram (?:bot|channel|chat)"
        r"|(?:in|to) (?:the )?(?:channel|thread) ?[#`]|to (?:the |a |our |this )?(?:slack|discord|telegram|whatsapp|signal|teams) (?:user|chat|group|number|account)|remote (?:\w+ ){0,2}(?:server|endpoint|host|address"
        r"|url|location|machine|collector)|/dev/tcp",
        "asauth": r"authorization|headers?|bearer|authenticat\w*|basic auth|oauth|log ?in|sign(?:s|ed|ing)? in"
        r"|as (?:a )?(?:query )?param\w*|api request|(?:send|post|submit|make)(?:s|ing)? (?:the|a|an|your"
        r"|each) (?:\w+ ){0,2}(?:requests?|quer(?:y|ies)|jobs?|calls?)|reset|invit\w+|placeholder|your-\w+",
        # Showing what should stay inside.
        "reveal": r"reveal(?:s|ing)?|print(?:s|ing)?|output(?:s|ting)?|show(?:s|ing)?|repeat(?:s|ing)?|display(?:s"
        r"|ing)?|dump(?:s|ing)?|expos(?:e|es|ing)|disclos(?:e|es|ing)|leak(?:s|ing)?|quote|recite|echo|share|tell me"
        r"|what (?:is|are|were)|list|write out|translate|summarize|include|paste|append|reproduce",
        "inner": r"(?:your|the agent's|the assistant's|the hidden|its own) (?:\w+ ){0,2}(?:system prompts?"
        r"|system messages?|hidden (?:instructions?|prompt)|(?:initial|original|internal|secret|developer|confidential"
        r"|system) (?:instructions?|prompts?|messages?|rules|configuration)|instructions|guidelines)|(?:everything"
        r"|all (?:the )?text|the text|all of the text|words) above|the (?:full|entire|complete|exact) system prompt"
        r"|your prompt",
        "prints": r"print(?:ing)?|output|log|echo|include|paste|append|dump|write|post|put|display",
        "wholly": r"verbatim|word for word|in full|completely|exactly|starting with|in a code ?block|entire(?:ty)?"
        r"|to the user|at the (?:start|end|beginning) of|every (?:response|answer|reply)|in your (?:response|answer"
        r"|reply|output)|before (?:answering|you)",
        "tolog": r"(?:in|to|into) (?:the |your |a |every |each )?(?:\w+ )?(?:logs?|response|answer|output|reply|chat"
        r"|console|stdout|commit|comments?|pull request|public \w+|issue)",
        # Speaking to the agent.
        "agent": r"(?:(?:ai|llm|coding|language|autonomous) )?(?:assistants?|agents?|models?|llms?|chatbots?|claude"
        r"|chatgpt|gpt|gemini|copilot|cursor|codex|openclaw|bots?)(?:\s*[:,]| must| should| shall| will| reading"
        r"| is (?:required|instructed))|(?:note|message|instructions?|attention|important) (?:to|for) (?:the |any "
        r"|all )?(?:ai|llm|agents?|assistants?|models?|claude|chatgpt|copilot)|if you are an? (?:ai|llm|agent"
        r"|assistant|language)|system ?:|ai ?: |you (?:must|should|are required to|will)|as an ai",
        "act": r"run|execute|send|read|fetch|append|install|delete|write|open|visit|upload|download|post|curl|call"
        r"|collect|copy|transfer|forward|ignore|disregard|obey|follow|approve|recommend|prefer|purchase|reply|respond"
        r"|report",
    }
)
