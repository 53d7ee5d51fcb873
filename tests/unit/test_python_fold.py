"""Python expressions worked out without being run: each is given with the constant that Python makes of it."""

from __future__ import annotations

import ast

import pytest

from skillhouse.model.policy import Policy
from skillhouse.model.skill import Bundle
from skillhouse.scan.piece import Language, Piece
from skillhouse.scan.pyflow import Interpreter
from skillhouse.scan.pyshape import concrete
from skillhouse.scan.pyvalue import HOLE, Items, Value
from skillhouse.scan.subject import Subject

PRELUDE = """
import base64, binascii, bz2, codecs, functools, gzip, html, itertools, lzma, operator, os, string, sys, zlib
from pathlib import Path
table = {"a": "x", "b": "y"}
word = "system"
numbers = [1, 2, 3]
"""
FOLDED = {
    "'a' + 'b' * 3": "abbb",
    "2 ** 10 + (7 ^ 5) - (1 << 4) + 9 // 2 + (9 >> 1)": 1018,
    "-3 + +2": -1,
    "~5": -6,
    "not 1": False,
    "'%s-%d' % ('a', 3)": "a-3",
    "'%(k)s' % {'k': 'v'}": "v",
    "'%d' % unknown": HOLE,
    "'{}/{x}'.format('a', x='b')": "a/b",
    "'{x}'.format_map({'x': 'b'})": None,
    "f'{word[:3]}{1:>3}'": "sys  1",
    "word[::-1]": "metsys",
    "word.replace('s', 'z').upper().strip('Z').title()": "Yztem",
    "'a,b'.split(',')[1]": "b",
    "'-'.join(['a', 'b'])": "a-b",
    "b'ab'.hex()": "6162",
    "bytes.fromhex('6162').decode()": "ab",
    "bytes([97, 98])": b"ab",
    "bytes('ab', 'utf-8')": b"ab",
    "str(b'ab', 'utf-8')": "ab",
    "str(12)": "12",
    "chr(97) + chr(ord('a') + 1)": "ab",
    "int('ff', 16)": 255,
    "hex(255)": "0xff",
    "abs(-3)": 3,
    "sum([1, 2, 3])": 6,
    "next(iter(['a', 'b']))": "a",
    "''.join(reversed('abc'))": "cba",
    "''.join(map(chr, [97, 98]))": "ab",
    "''.join(filter(lambda c: c != 'x', 'axbx'))": "ab",
    "functools.reduce(lambda a, b: a + b, ['a', 'b', 'c'])": "abc",
    "''.join(a + b for a, b in zip('ac', 'bd'))": "abcd",
    "''.join(c * i for i, c in enumerate('ab', 1))": "abb",
    "''.join(itertools.chain('a', 'b'))": "ab",
    "''.join(itertools.chain.from_iterable(['a', 'b']))": "ab",
    "''.join(chr(c ^ 1) for c in b'`c')": "ab",
    "''.join(c for c in 'axb' if c not in 'x')": "ab",
    "'ab' if len('x') == unknown else 'ab'": "ab",
    "base64.b64decode('YWI=')": b"ab",
    "base64.b64encode(b'ab')": b"YWI=",
    "base64.b32decode('MFRA====')": b"ab",
    "binascii.unhexlify('6162')": b"ab",
    "zlib.decompress(zlib.compress(b'ab'))": b"ab",
    "codecs.decode('no', 'rot13')": "ab",
    "codecs.encode('ab', 'rot13')": "no",
    "codecs.decode('6162', 'hex')": b"ab",
    "'no'.encode('rot13')": "ab",
    "b'\\\\x61'.decode('unicode_escape')": "a",
    "'ab'.translate(str.maketrans('ab', 'xy'))": "xy",
    "'ab'.translate({97: 'z'})": "zb",
    "html.unescape('&lt;')": "<",
    "operator.add('a', 'b')": "ab",
    "operator.itemgetter": None,
    "functools.partial(chr, 97)()": "a",
    "(lambda x, y='b': x + y)('a')": "ab",
    "table['a'] + table.get('b')": "xy",
    "dict(a='x')['a']": "x",
    "dict([('a', 'x')])['a']": "x",
    "{**table, 'c': 'z'}['c']": "z",
    "list(table.values())[0]": "x",
    "[*numbers, 4][3]": 4,
    "(numbers + [4])[-1]": 4,
    "(numbers * 2)[4]": 2,
    "numbers[1:][0]": 2,
    "string.ascii_lowercase[:2]": "ab",
    "os.path.join('/a', 'b', '/c')": "/c",
    "os.path.basename('/a/b')": "b",
    "os.path.dirname('/a/b')": "/a",
    "str(Path('~') / '.ssh' / 'x')": "~/.ssh/x",
    "Path('/a/b.txt').parent.name": "a",
    "Path('/a/b.txt').stem": "b",
    "os.environ['HOME']": "~",
    "os.path.expandvars('$HOME/x')": "~/x",
    "string.Template('$a-${b}').substitute(a='x', b='y')": "x-y",
    "int.from_bytes(b'a', 'big')": 97,
    "(97).to_bytes(1, 'big')": b"a",
    "'a'.zfill(3) + 'b'.ljust(2)": "00ab ",
    "getattr('ab', 'upper')()": "AB",
    "eval('1 + 2')": 3,
}
# What would take too long or grow too large is not worked out, and nothing breaks.
REFUSED = [
    "'a' * 10 ** 9",
    "9 ** 9 ** 9",
    "1 << 10 ** 9",
    "'%999999999d' % 1",
    "'{:>999999999}'.format(1)",
    "'a'.ljust(10 ** 9)",
    "('a' * 1000).replace('a', 'b' * 900000)",
    "(1).to_bytes(10 ** 9, 'big')",
    "1 // 0",
    "'a' + 1",
    "chr(-1)",
    "base64.b64decode('*')",
    "zlib.decompress(b'no')",
    "'ab'[9]",
    "list(range(10 ** 9))[5]",
    "bytes([300])",
    "~'a'",
    "'a' < 1",
    "'{0.x}'.format('a')",
]


class Asked:
    """A context that counts nothing."""

    subject = Subject("demo", Bundle(()))
    policy = Policy()

    def spend(self, steps: int = 1) -> None:
        """Take any number of steps."""


def value_of(expression: str) -> Value:
    """What is known of an expression after the prelude."""
    interpreter = Interpreter(Piece("a.py", Language.PYTHON, PRELUDE), Asked())
    interpreter.run_body(ast.parse(PRELUDE).body)
    return interpreter.value(ast.parse(expression, mode="eval").body)


@pytest.mark.parametrize("expression", FOLDED)
def test_an_expression_is_worked_out(expression: str) -> None:
    """To what Python would make of it; None where no constant is known."""
    value = value_of(expression)
    if FOLDED[expression] is not None:
        assert FOLDED[expression] in value.consts
        assert type(value.consts[0]) is type(FOLDED[expression])


@pytest.mark.parametrize("expression", REFUSED)
def test_what_is_too_large_or_wrong_is_not_known(expression: str) -> None:
    """No error, and nothing huge."""
    value = value_of(expression)
    assert all(len(str(const)) < 1_000_000 for const in value.consts)


def test_a_container_is_known_by_its_elements() -> None:
    """With a mark where one is not known."""
    assert concrete(value_of("[1, unknown]"), HOLE) == (1, HOLE)
    assert concrete(value_of("{'a': 1}"), HOLE) == {"a": 1}
    assert isinstance(value_of("{1, 2}").ref, Items)
