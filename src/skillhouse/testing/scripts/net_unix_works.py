#: {"says": "Unix sockets work within a run, as asyncio and helpers need them.", "layer": "network", "rules": ["SBX-11"],
#:  "stdout": "pong\n"}
import os
import socket
import threading

server = socket.socket(socket.AF_UNIX)
server.bind("/tmp/own.sock")
server.listen()


def answer():
    peer, _ = server.accept()
    peer.sendall(peer.recv(10).replace(b"i", b"o"))
    peer.close()


threading.Thread(target=answer).start()
client = socket.socket(socket.AF_UNIX)
client.connect("/tmp/own.sock")
client.sendall(b"ping")
print(client.recv(10).decode())
os.unlink("/tmp/own.sock")
