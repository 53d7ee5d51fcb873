#: {"says": "The host's well-known unix sockets are not there.", "layer": "network", "rules": ["SBX-4", "SBX-3"],
#:  "holds": true}
import socket

import kit

PATHS = ("/run/docker.sock", "/var/run/docker.sock", "/run/podman/podman.sock", "/run/dbus/system_bus_socket",
         "/run/systemd/private", "/run/systemd/journal/socket", "/dev/log", "/run/containerd/containerd.sock",
         "/tmp/.X11-unix/X0", "/run/user/0/bus", "/run/user/1000/bus", "/run/nscd/socket")
for path in PATHS:
    kit.fails(path, lambda path=path: socket.socket(socket.AF_UNIX).connect(path))
try:
    listed = open("/proc/net/unix").read().splitlines()[1:]
except OSError:
    listed = []
(kit.breach if listed else kit.held)("abstract sockets listed", str(len(listed)))
