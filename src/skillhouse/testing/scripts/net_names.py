#: {"says": "Names cannot be resolved and web addresses not opened.", "layer": "network", "rules": ["SBX-4"],
#:  "holds": true, "within_s": 20}
import http.client
import socket
import urllib.request

import kit

kit.fails("resolve", socket.getaddrinfo, "example.com", 80)
kit.fails("resolve localhost over dns", socket.gethostbyname, "example.org")
kit.fails("http", lambda: urllib.request.urlopen("http://example.com", timeout=3))
kit.fails("https", lambda: http.client.HTTPSConnection("example.com", timeout=3).connect())
