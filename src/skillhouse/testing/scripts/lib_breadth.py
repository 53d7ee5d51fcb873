#: {"says": "The standard library is whole: data, text, archives, hashes, dates, databases.", "layer": "runtimes",
#:  "rules": ["SBX-5"], "stdout": "3 b'x' 0.3 1 caf\u00e9 2024-02-29\n"}
import bz2
import csv
import datetime
import decimal
import email.message
import hashlib
import html.parser
import io
import lzma
import sqlite3
import ssl
import statistics
import tarfile
import tomllib
import unicodedata
import xml.etree.ElementTree as ET
import zipfile
import zlib

base = sqlite3.connect("/tmp/base.db")
base.execute("create table t (x)")
base.executemany("insert into t values (?)", [(1,), (2,)])
held = zipfile.ZipFile("/tmp/a.zip", "w")
held.writestr("x", lzma.decompress(lzma.compress(bz2.decompress(bz2.compress(zlib.decompress(zlib.compress(b"x")))))))
held.close()
print(
    base.execute("select sum(x) from t").fetchone()[0], zipfile.ZipFile("/tmp/a.zip").read("x"),
    decimal.Decimal("0.1") + decimal.Decimal("0.2"), tomllib.loads("a = 1")["a"],
    unicodedata.normalize("NFC", "cafe\u0301"), datetime.date(2024, 2, 28) + datetime.timedelta(1),
)
