"""What Python's libraries do, as data: which calls reach the network, start programs, run text, or watch people."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.pynames import words

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "CAPTURES",
    "COMMANDS",
    "CREDENTIAL_CALLS",
    "EXECUTES",
    "HEADERS",
    "IGNORED",
    "LOADERS",
    "LOOKUPS",
    "NETWORK",
    "NET_TOOLS",
    "OWN_HOSTS",
    "RECEIVES",
    "SHELLS",
    "SOCKETS",
    "VERBS",
    "WATCHERS",
    "WHOAMI",
]


# Modules whose objects and functions reach the network, and what of theirs does: any name of VERBS after the module.
NETWORK = frozenset(
    words("""
requests httpx aiohttp socketserver urllib urllib3 http.client httplib2 websocket websockets socket ssl smtplib
aiosmtplib ftplib telnetlib paramiko xmlrpc jsonrpclib boto3 botocore aioboto3 minio google.cloud azure dropbox
telegram telebot aiogram telethon discord discord_webhook slack_sdk slack slackclient webbrowser grequests
requests_html cloudscraper pycurl treq tls_client primp niquests mechanize asyncio paho kafka pika redis pymongo
sentry_sdk posthog mixpanel analytics segment rollbar bugsnag amplitude libhoney elasticapm newrelic datadog statsd
nntplib imaplib poplib asyncssh fabric pysftp github gitlab pusher zmq notion_client tweepy yagmail sendgrid twilio
mailjet_rest gspread pydrive pydrive2 socks socketio h2 hyper trio anyio
""")
)
VERBS = frozenset(
    words("""
get post put patch delete head options request urlopen urlretrieve open_connection create_connection send sendall
sendto send_message sendmail send_bytes send_str send_json sendfile storbinary storlines stor write writelines
upload upload_file upload_fileobj upload_blob upload_from_string upload_from_filename upload_from_file put_object
put_file putfo fput_object files_upload files_upload_v2 execute chat_postMessage publish produce publish_single
basic_publish stream send_document send_photo send_video sendDocument create_gist create_file update_status
send_email submit add_embed add_file emit fetch open open_new open_new_tab putrequest endheaders exec_command
ws_connect connect_ex retrbinary urlopen3 append set lpush rpush insert_one insert_many pages append_row append_rows
capture_message capture_event capture_exception capture set_context set_extra track identify notify report_message
CreateFile SetContentString Upload SyncWebhook connect perform setopt putheader
""")
)
# Connections that are nothing but bytes, and what reads from them.
SOCKETS = words("""
socket. ssl. asyncio.open_connection asyncio.start_server socketserver. telnetlib. websocket
""")
RECEIVES = frozenset(
    words("""
recv recvfrom recv_into recvmsg makefile read readline readuntil readexactly read_until accept
""")
)
# What only prepares a connection, so that nothing has been sent by it.
IGNORED = frozenset(
    words("""
timeout verify cert proxies allow_redirects stream ssl context follow_redirects trust_env max_retries pool retries
mode encoding newline certfile keyfile
""")
)
HEADERS = frozenset(words("headers auth cookies header token api_key user password username"))
LOOKUPS = frozenset(
    words("""
socket.gethostbyname socket.gethostbyname_ex socket.getaddrinfo socket.gethostbyaddr socket.getfqdn
dns.resolver.resolve dns.resolver.query dns.resolver.Resolver().resolve dns.resolver.Resolver().query
dns.asyncresolver.resolve aiodns.DNSResolver().query asyncio.get_event_loop().getaddrinfo dns.message.make_query
dns.query.udp asyncio.get_running_loop().getaddrinfo dnslib.DNSRecord.question pycares.Channel().query
dns.reversename.from_address
""")
)
# Functions that start a program: the position of the command, and whether it is always a line for a shell.
COMMANDS: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {
        **dict.fromkeys(("os.system", "os.popen", "os.popen2", "os.popen3", "os.popen4", "platform.popen"), (0, True)),
        **dict.fromkeys(("subprocess.getoutput", "subprocess.getstatusoutput"), (0, True)),
        **{
            f"subprocess.{name}": (0, False)
            for name in words("""
run call check_call check_output Popen list2cmdline
""")[:5]
        },
        **dict.fromkeys(("asyncio.create_subprocess_shell", "anyio.run_process", "trio.run_process"), (0, True)),
        **dict.fromkeys(("asyncio.create_subprocess_exec", "plumbum.local", "sh.Command"), (0, False)),
        **{
            f"os.{name}": (0, False)
            for name in words("""
execl execle execlp execlpe execv execve execvp execvpe
""")
        },
        **{
            f"os.{name}": (1, False)
            for name in words("""
spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe
""")
        },
        **dict.fromkeys(("os.posix_spawn", "os.posix_spawnp", "os.startfile", "pty.spawn"), (0, False)),
        **dict.fromkeys(("pexpect.spawn", "pexpect.run", "pexpect.popen_spawn.PopenSpawn", "delegator.run"), (0, True)),
        **dict.fromkeys(
            ("invoke.run", "invoke.Context().run", "invoke.task().run", "sarge.run", "envoy.run"), (0, True)
        ),
        **dict.fromkeys(
            ("win32com.client.Dispatch().Run", "ctypes.CDLL().system", "ctypes.cdll.msvcrt.system"), (0, True)
        ),
        **dict.fromkeys(
            ("ctypes.cdll.LoadLibrary().system", "ctypes.windll.msvcrt.system", "get_ipython().system"), (0, True)
        ),
        **dict.fromkeys(
            ("os.__getattribute__().system", "IPython.get_ipython().system", "get_ipython().getoutput"), (0, True)
        ),
        "ctypes.windll.shell32.ShellExecuteW": (2, False),
        "ctypes.windll.shell32.ShellExecuteA": (2, False),
        "ctypes.windll.kernel32.WinExec": (0, True),
    }
)
# Functions that run text, and the position of the text.
EXECUTES: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(("eval", "exec", "compile"), 0),
        **dict.fromkeys(
            ("timeit.timeit", "timeit.repeat", "timeit.Timer", "cProfile.run", "profile.run", "pdb.run"), 0
        ),
        **{
            f"code.{name}().{verb}": 0
            for name in ("InteractiveInterpreter", "InteractiveConsole")
            for verb in ("runcode", "runsource", "push")
        },
        **dict.fromkeys(("types.FunctionType", "types.CodeType", "code.compile_command", "codeop.compile_command"), 0),
        **dict.fromkeys(
            ("asyncio.run_code", "IPython.get_ipython().run_cell", "get_ipython().run_cell", "get_ipython().ex"), 0
        ),
        **dict.fromkeys(("pandas.eval", "numexpr.evaluate", "sympy.sympify", "sympy.parse_expr"), 0),
    }
)
LOADERS: Mapping[str, str] = MappingProxyType(
    {
        **{
            f"{module}.{verb}": module
            for module in ("pickle", "dill", "cloudpickle", "marshal", "jsonpickle")
            for verb in ("loads", "load", "decode")
        },
        **dict.fromkeys(
            ("pickle.Unpickler", "pickle.Unpickler().load", "shelve.open", "joblib.load", "torch.load"), "pickle"
        ),
        **dict.fromkeys(
            ("yaml.load", "yaml.unsafe_load", "yaml.full_load", "yaml.load_all", "yaml.unsafe_load_all"), "yaml"
        ),
        **dict.fromkeys(("pandas.read_pickle", "numpy.load", "pickle.load", "skops.io.load"), "pickle"),
    }
)
# Calls that answer what a person does, copies or sees.
CAPTURES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(
            ("pyperclip.paste", "clipboard.paste", "win32clipboard.GetClipboardData", "tkinter.Tk().clipboard_get"),
            "clipboard",
        ),
        **dict.fromkeys(
            (
                "pandas.read_clipboard",
                "xerox.paste",
                "klembord.get_text",
                "PIL.ImageGrab.grabclipboard",
                "jaraco.clipboard.paste",
            ),
            "clipboard",
        ),
        **dict.fromkeys(
            ("PIL.ImageGrab.grab", "pyautogui.screenshot", "mss.mss().grab", "mss.mss().shot", "pyscreenshot.grab"),
            "screen",
        ),
        **dict.fromkeys(
            (
                "mss.mss().save",
                "mss.MSS().grab",
                "d3dshot.create().screenshot",
                "pyscreeze.screenshot",
                "dxcam.create().grab",
            ),
            "screen",
        ),
        **dict.fromkeys(("cv2.VideoCapture", "cv2.VideoCapture().read", "picamera.PiCamera().capture"), "camera"),
        **dict.fromkeys(
            ("sounddevice.rec", "pyaudio.PyAudio().open", "sounddevice.InputStream", "pvrecorder.PvRecorder"),
            "microphone",
        ),
        **dict.fromkeys(
            (
                "keyboard.record",
                "keyboard.read_event",
                "keyboard.read_key",
                "evdev.InputDevice().read_loop",
                "keyboard.get_typed_strings",
            ),
            "keys",
        ),
    }
)
# Calls that have a function called for each key that a person presses.
WATCHERS = frozenset(
    words("""
pynput.keyboard.Listener keyboard.hook keyboard.on_press keyboard.on_release keyboard.record pyxhook.HookManager
pyHook.HookManager pyWinhook.HookManager pynput.mouse.Listener keyboard.add_hotkey_listener pynput.keyboard.Events
ctypes.windll.user32.SetWindowsHookExA ctypes.windll.user32.SetWindowsHookExW ctypes.windll.user32.GetAsyncKeyState
win32api.GetAsyncKeyState ctypes.windll.user32.GetKeyState evdev.InputDevice
Xlib.display.Display().record_create_context
""")
)
# Calls that answer a stored secret.
CREDENTIAL_CALLS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("keyring.get_password", "keyring.get_credential"), "the keyring"),
        **{
            f"browser_cookie3.{name}": "browser cookies"
            for name in words("""
chrome firefox edge brave opera chromium safari vivaldi load
""")
        },
        **dict.fromkeys(
            ("win32crypt.CryptUnprotectData", "ctypes.windll.crypt32.CryptUnprotectData"), "data that Windows protects"
        ),
        **dict.fromkeys(
            ("rookiepy.chrome", "rookiepy.load", "pycookiecheat.chrome_cookies", "pycookiecheat.get_cookies"),
            "browser cookies",
        ),
        **dict.fromkeys(("secretstorage.get_default_collection", "secretstorage.get_all_items"), "the keyring"),
        **dict.fromkeys(
            ("boto3.Session().get_credentials", "boto3.session.Session().get_credentials"), "AWS credentials"
        ),
        **dict.fromkeys(
            ("botocore.session.get_session().get_credentials", "botocore.session.Session().get_credentials"),
            "AWS credentials",
        ),
        **dict.fromkeys(("google.auth.default", "netrc.netrc", "spwd.getspall", "spwd.getspnam"), "stored credentials"),
        **dict.fromkeys(("dotenv.dotenv_values", "environs.Env().dump"), ".env"),
    }
)
WHOAMI = frozenset(
    words("""
socket.gethostname socket.getfqdn getpass.getuser os.getlogin os.uname platform.node platform.uname
platform.platform platform.system platform.release platform.version uuid.getnode os.getuid pwd.getpwuid
platform.machine
""")
)
SHELLS = re.compile(
    r"(?:^|[/\\\s'\"])(?:ba|z|da|k|a|c|tc|fi)?sh(?:\s|$|['\"])|cmd(?:\.exe)?(?:\s|$|['\"])|powershell|pwsh|/bin/(?:ba|z)?sh"
)
NET_TOOLS = re.compile(
    r"(?i)(?:^|[/\s|;&(\"'`$])(?:curl|wget|nc|ncat|netcat|socat|telnet|ftp|tftp|sftp|scp|rsync|ssh|mail|mailx|sendmail|mutt|swaks|"
    r"httpie|xh|aria2c|dig|nslookup|host|rclone|gsutil|azcopy|s3cmd|mc|croc|ping|iwr|invoke-webrequest|invoke-restmethod|certutil)"
    r"(?:\.exe)?(?=\s|$|[\"'])|openssl\s+s_client|/dev/(?:tcp|udp)/|git\s+(?:\S+\s+){0,4}push|aws\s+s3\s|gh\s+(?:gist|issue|api|release)"
    r"|npm\s+publish|twine\s+upload|docker\s+push"
)
# Services whose keys go to hosts of other names.
OWN_HOSTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "aws": ("amazonaws.com", "aws.amazon.com"),
        "s3": ("amazonaws.com",),
        "gcloud": ("googleapis.com", "google.com"),
        "google": ("googleapis.com", "google.com"),
        "gemini": ("googleapis.com", "google.com"),
        "application": ("googleapis.com", "google.com"),
        "service": ("googleapis.com", "google.com"),
        "azure": ("azure.com", "microsoftonline.com", "windows.net", "microsoft.com", "azure.cn"),
        "gh": ("github.com",),
        "git": ("github.com", "gitlab.com", "bitbucket.org"),
        "github": ("github.com", "githubusercontent.com"),
        "npmrc": ("npmjs.org", "npmjs.com"),
        "pypirc": ("pypi.org", "python.org"),
        "docker": ("docker.io", "docker.com"),
        "hf": ("huggingface.co", "hf.co"),
        "huggingface": ("huggingface.co", "hf.co"),
        "codex": ("openai.com", "chatgpt.com"),
        "claude": ("anthropic.com", "claude.ai", "claude.com"),
        "anthropic": ("anthropic.com", "claude.ai", "claude.com"),
        "kaggle": ("kaggle.com",),
    }
)
