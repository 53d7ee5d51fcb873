"""Names that decide what a script needs (SCN-9): plain data."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["BASH_ONLY", "INTERACTIVE_CALLS", "NODE_MODULES", "OTHER_PROGRAMS", "REMOVED_MODULES", "SHELL_INTERACTIVE"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Modules that older Pythons had, and the version that has them no more.
REMOVED_MODULES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("asynchat", "asyncore", "distutils", "imp", "smtpd"), "3.12"),
        **dict.fromkeys(
            _names("""
aifc audioop cgi cgitb chunk crypt imghdr mailcap msilib nis nntplib ossaudiodev pipes sndhdr spwd sunau telnetlib
uu xdrlib lib2to3
"""),
            "3.13",
        ),
    }
)
INTERACTIVE_CALLS = frozenset({"input", "getpass.getpass", "getpass", "code.interact", "pdb.set_trace", "breakpoint"})
NODE_MODULES = _names("""
assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events
fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib test
""")
# Programs that skills call and a bare host does not have.
OTHER_PROGRAMS = _names("""
apt apt-get aws az brew bun cargo chromium claude cmake code composer convert curl deno docker docker-compose dot
exiftool fd ffmpeg ffprobe firefox flyctl gcc gcloud gem gh ghostscript git glab go google-chrome gradle gs helm
heroku htmlq identify inkscape java javac jq kubectl latexmk libreoffice lualatex magick make mermaid mmdc mvn mysql
neovim nmap npm npx ocrmypdf open openclaw openssl osascript pandoc pbcopy pdfimages pdfinfo pdflatex pdftk pdftoppm
pdftotext php pip pip3 pipx playwright pnpm podman poetry psql pwsh qpdf railway rclone redis-cli rg rsync ruby
rustc scp shellcheck soffice sqlite3 ssh supabase tesseract terraform tmux tree tsc unoconv uv uvx vercel vim wget
wkhtmltopdf wrangler xclip xdg-open xelatex xmllint yarn yq yt-dlp zip unzip
""")
BASH_ONLY: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "[[ … ]]": re.compile(r"(?:^|[\s;&|!])\[\[\s"),
        "arrays": re.compile(r"(?:^|\s)\w+\+?=\(|\$\{\w+\[[@*\w$]+\]\}|\b(?:declare|typeset|local)\s+-[aA]\b"),
        "function NAME": re.compile(r"^\s*function\s+\w+"),
        "<( … )": re.compile(r"[<>]\("),
        "<<<": re.compile(r"<<<"),
        "&>": re.compile(r"(?:^|\s)&>"),
        "${VAR//a/b}": re.compile(r"\$\{\w+(?:/|\^|,|:-?\d)[^}]*\}"),
        "(( … ))": re.compile(r"(?:^|[\s;&|])\(\(\s*\w"),
        "source": re.compile(r"^\s*source\s"),
        "mapfile": re.compile(r"\b(?:mapfile|readarray|shopt|pushd|popd)\b"),
        "=~": re.compile(r"\s=~\s"),
    }
)
SHELL_INTERACTIVE = re.compile(
    r"(?:^|[\s;&|])read\s+(?:-[a-zA-Z]*p|-s\b|-r\s+-p|[A-Za-z_]\w*\s*$)|(?:^|[\s;&|])select\s+\w+\s+in\b"
)
