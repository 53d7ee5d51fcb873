"""Places of a computer that tell what code is after: credentials, start-up files, agents' settings, histories.

Plain predicates over one path or name, shared by all languages. A path may be written with `~`, `$HOME`,
`${HOME}`, `%USERPROFILE%`, backslashes or in part: what is looked for is its telling end.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = [
    "METADATA_HOSTS",
    "agent_config",
    "browser_store",
    "credential_path",
    "history_file",
    "is_secret_name",
    "persistence_place",
    "wallet",
]

METADATA_HOSTS = frozenset(
    {"169.254.169.254", "metadata.google.internal", "100.100.100.200", "169.254.170.2", "fd00:ec2::254", "metadata"}
)

_END = r"(?![\w.-])"
_CREDENTIALS = re.compile(
    r"""(?x)
    (?:^|[/\s"'`=:@(,~}])
    (?P<place>
        \.aws/(?:credentials|config|sso|cli) | \.aws(?=/?$|/\*)
      | \.ssh(?:/(?:id_\w+|identity|config|authorized_keys|known_hosts|[\w.-]*\.pem|\*[\w.*]*|[\w-]*key[\w.-]*))?(?![\w.-])
      | id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?!\.pub)(?![\w-])
      | \.gnupg(?:/[\w.-]+)? | \.gpg(?=/)
      | (?:\.config/)?gcloud/(?:application_default_credentials\.json|credentials\.db|access_tokens\.db|legacy_credentials)
      | \.config/gcloud(?![\w-]) | application_default_credentials\.json | service[-_]?account[\w-]*\.json
      | \.azure/(?:accessTokens\.json|azureProfile\.json|msal_token_cache[\w.]*|credentials|service_principal_entries\.json)
      | \.azure(?=/?$|/\*)
      | \.kube/config(?![\w-]) | \.kube(?=/?$)
      | \.docker/config\.json | \.config/containers/auth\.json
      | \.npmrc(?![\w-]) | \.yarnrc(?:\.yml)?(?=$|["'\s]) | \.pypirc(?![\w-]) | \.gem/credentials | \.cargo/credentials(?:\.toml)?
      | \.netrc(?![\w-]) | _netrc(?![\w-]) | \.git-credentials(?![\w-]) | \.config/git/credentials
      | \.config/gh/hosts\.ya?ml | \.config/(?:hub|glab-cli/config\.yml|op|doctl/config\.yaml|hcloud|heroku|stripe/config\.toml)(?![\w-])
      | \.terraform\.d/credentials\.tfrc\.json | \.terraformrc | \.vault-token(?![\w-]) | \.config/rclone/rclone\.conf
      | \.pgpass(?![\w-]) | \.my\.cnf(?![\w-]) | \.mylogin\.cnf | \.s3cfg(?![\w-]) | \.boto(?![\w-]) | \.databrickscfg
      | \.snowflake/config | \.oci/config | \.aliyun/config\.json | \.bluemix | \.fly/config\.yml | \.vercel/auth\.json
      | \.netlify/config\.json | \.railway/config\.json | \.supabase/access-token | \.huggingface/token
      | \.cache/huggingface/token | \.kaggle/kaggle\.json | \.anthropic(?:/[\w.-]+)? | \.openai(?:/[\w.-]+)?
      | \.claude/\.credentials\.json | \.claude\.json(?![\w-]) | \.codex/auth\.json | \.gemini/oauth_creds\.json
      | \.config/(?:anthropic|openai|claude)(?:/[\w.-]+)? | \.openclaw/(?:credentials|openclaw\.json|\.env)[\w./-]*
      | \.clawdbot(?:/[\w./-]+)? | \.moltbot(?:/[\w./-]+)?
      | \.password-store(?:/[\w./-]+)? | \.local/share/keyrings(?:/[\w./-]+)? | login\.keychain(?:-db)? | Library/Keychains
      | [\w-]+\.kdbx(?![\w-]) | \.env(?:\.(?:local|production|prod|development|dev|staging|secrets?))?(?![\w.(\[-])
      | \.envrc(?![\w-]) | \.htpasswd(?![\w-]) | \.secrets?(?=/|$|["'\s])
      | /?etc/(?:passwd|shadow|gshadow|sudoers|master\.passwd|security/opasswd|krb5\.keytab)(?![\w-])
      | proc/(?:self|\d+|\$\$|\*|\$\{?\w+\}?|\w+)/environ | var/run/secrets/[\w./-]+ | run/secrets(?:/[\w./-]+)?
      | Windows/System32/config/SAM | ntds\.dit | AppData/Roaming/gnupg | AppData/Roaming/gcloud
      | Microsoft/(?:Credentials|Protect|Vault)(?:/[\w./-]+)?
      | ProgramData/Microsoft/Wlansvc | \.config/sops/age/keys\.txt | \.config/solana/id\.json
    )
    """,
    re.IGNORECASE,
)
_BROWSER = re.compile(
    r"(?i)(?:google/chrome|google-chrome|chromium|bravesoftware|microsoft/edge|microsoft-edge|vivaldi|opera(?: |-)?(?:stable|software))"
    r"[^\n]{0,80}?(?:login data|cookies|web data|local state|history|user data|default\b)"
    r"|(?:mozilla/firefox|\.mozilla|firefox/profiles)|logins\.json(?!\w)|key[34]\.db\b|cookies\.sqlite\b"
    r"|library/cookies|cookies\.binarycookies|\blogin data\b(?=[\"'/]|$)|discord/local storage|slack/(?:cookies|storage)"
    r"|telegram desktop/tdata|\btdata\b(?=/|$)"
)
_WALLET = re.compile(
    r"(?i)wallet\.dat\b|\.bitcoin\b|\.ethereum/keystore|ethereum/keystore|\.electrum\b|electrum/wallets|exodus/exodus\.wallet"
    r"|\bexodus\.wallet\b|atomic/local storage|\.config/solana|\.monero\b|monero/wallets|\.zcash\b|\.litecoin\b"
    r"|nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa|hnfanknocfeofbddgcijnmhnfnkdnaad"
    r"|ledger live\b|metamask[^\n]{0,40}(?:vault|storage|ldb)|phantom[^\n]{0,20}(?:vault|storage)|(?:seed|mnemonic)[ _-]?phrase"
)
_HISTORY = re.compile(
    r"(?i)(?:^|[/\s\"'`~}=])(?:\.(?:bash|zsh|sh|python|node_repl|psql|mysql|sqlite|rediscli|irb|pry)_history"
    r"|\.local/share/fish/fish_history|fish_history|ConsoleHost_history\.txt|\.lesshst|\.viminfo)(?![\w-])"
)
_PERSISTENCE = re.compile(
    r"""(?ix)
    (?:^|[/\s"'`~}=:\\])
    (?P<place>
        \.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zprofile|zshenv|zlogin|kshrc|cshrc|tcshrc|xprofile|xinitrc)(?![\w-])
      | \.config/fish/(?:config\.fish|conf\.d) | \.config/autostart | etc/xdg/autostart
      | etc/(?:cron[\w.]*|crontab|anacrontab|rc\.local|rc\.d|init\.d|profile(?:\.d)?|bash\.bashrc|zshrc|zshenv|environment|ld\.so\.preload)(?![\w-])
      | var/spool/(?:cron|at) | usr/lib/cron | etc/systemd/system | (?:usr/)?lib/systemd/system | \.config/systemd/user
      | \.local/share/systemd/user | etc/periodic | Library/Launch(?:Agents|Daemons) | Library/StartupItems
      | \.ssh/authorized_keys2? | \.ssh/rc(?![\w-]) | \.git/hooks(?:/[\w-]+)? | \.config/git/hooks | core\.hooksPath
      | (?:site-packages|dist-packages)/[\w.-]+\.pth | sitecustomize\.py | usercustomize\.py | PYTHONSTARTUP
      | Start\ Menu/Programs/Startup | CurrentVersion/Run(?:Once|Services)?(?![\w]) | shell:startup
      | etc/udev/rules\.d | etc/modules-load\.d | etc/pam\.d | \.vimrc(?![\w-]) | \.inputrc(?![\w-]) | \.pam_environment
    )
    """
)
_AGENT_CONFIG = re.compile(
    r"""(?ix)
    (?:^|[/\s"'`~}=:\\(])
    (?P<place>
        \.claude/(?:settings(?:\.local)?\.json|hooks(?:/[\w./-]+)?|commands(?:/[\w./-]+)?|agents(?:/[\w./-]+)?|CLAUDE\.md|skills(?:/[\w./-]+)?)
      | \.claude\.json(?![\w-]) | claude_desktop_config\.json | \.mcp\.json(?![\w-]) | managed-settings\.json
      | \.cursor/(?:mcp\.json|rules(?:/[\w./-]+)?|hooks\.json|settings\.json) | \.cursorrules(?![\w-])
      | \.windsurf(?:rules|/[\w./-]+)? | \.codeium/windsurf/mcp_config\.json | \.clinerules(?![\w-]) | \.roo/[\w./-]+
      | \.codex/(?:config\.toml|AGENTS\.md|hooks(?:/[\w./-]+)?) | \.gemini/(?:settings\.json|GEMINI\.md)
      | \.github/copilot-instructions\.md | \.vscode/(?:settings|mcp|tasks)\.json | \.continue/config\.(?:json|ya?ml|ts)
      | \.aider\.conf\.yml | \.openclaw/(?:openclaw\.json|workspace/[\w./-]+|skills(?:/[\w./-]+)?) | \.clawdbot/[\w./-]+
      | (?:SOUL|MEMORY|IDENTITY|HEARTBEAT|AGENTS|CLAUDE|GEMINI|USER|TOOLS|BOOTSTRAP)\.md(?![\w-])
    )
    """
)
_SECRET_NAME = re.compile(
    r"(?i)(?:^|_|-|\b)(?:api_?-?key|apikey|secret(?:s|_key)?|token|passw(?:or)?d|passwd|pwd_?secret|private_?key|access_?key"
    r"|credentials?|auth(?:_?token|orization)?|session_?(?:key|token|id)|cookie|mnemonic|seed_?phrase|client_?secret"
    r"|signing_?key|encryption_?key|connection_?string|database_?url|dsn|webhook_?url|pat|key)(?:$|_|-|s\b|\b)"
)
_NOT_SECRET = re.compile(
    r"(?i)(?:^|_)(?:max|min|num|count|n|total|limit)(?:_\w*)?tokens?$|tokens?_(?:limit|count|budget|max|per\w*|used)"
    r"|^(?:primary|foreign|sort|cache|partition|public|group|dict|map|hot|short_?cut|api_version)_?keys?$|tokenizers?_"
    r"|keyboard|monkey|keyword"
)


_SHORT = 200


def _found(pattern: re.Pattern[str], text: str) -> str | None:
    """What a pattern finds in a text. The same words and paths come again and again, so short ones are looked at once."""
    return _kept(pattern, text) if len(text) <= _SHORT else _searched(pattern, text)


@lru_cache(maxsize=8192)
def _kept(pattern: re.Pattern[str], text: str) -> str | None:
    return _searched(pattern, text)


def _searched(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text.replace("\\\\", "/").replace("\\", "/"))
    if match is None:
        return None
    return match.group("place") if "place" in match.groupdict() else match.group().strip("/\"'`~ =:")


def credential_path(text: str) -> str | None:
    """The place of credentials that a path or command names, such as `.aws/credentials`; None where there is none."""
    return _found(_CREDENTIALS, text) or browser_store(text) or wallet(text)


def browser_store(text: str) -> str | None:
    """A browser's or messenger's store of passwords, cookies and sessions."""
    return _found(_BROWSER, text)


def wallet(text: str) -> str | None:
    """A store of a crypto wallet, or the words that open one."""
    return _found(_WALLET, text)


def history_file(text: str) -> str | None:
    """A shell's or interpreter's history: people type passwords there."""
    return _found(_HISTORY, text)


def persistence_place(text: str) -> str | None:
    """A place that makes code start by itself: start-up files, schedulers, services, login keys, hooks."""
    return _found(_PERSISTENCE, text)


def agent_config(text: str) -> str | None:
    """A file that decides what an agent does from then on: settings, hooks, rules, memory."""
    return _found(_AGENT_CONFIG, text)


def is_secret_name(name: str) -> bool:
    """Whether a name of a variable or field says that its value is a secret, such as `GITHUB_TOKEN`."""
    return bool(_SECRET_NAME.search(name)) and not _NOT_SECRET.search(name)
