"""Archives that are damaged or made to do harm: each is refused by its own code, and nothing of it is used."""

from __future__ import annotations

import hashlib
import io
import json
import stat
import struct
import warnings
import zipfile
import zlib
from typing import TYPE_CHECKING

import pytest
import rfc8785

from skillhouse.errors import InvalidPackage
from skillhouse.format.archive import read_archive, read_skills
from skillhouse.format.package import Package, read_package, write_package
from skillhouse.format.zipfiles import ZipLimits, inflate, read_directory, write_zip
from skillhouse.model.skill import ABSENT, Bundle, Definition, SkillFile

if TYPE_CHECKING:
    from collections.abc import Callable

SKILL = b"---\nname: demo\ndescription: Adds VAT.\n---\n\nRun it.\n"
MB = 1 << 20
LIMITS = ZipLimits(entries=100, file_bytes=5 * MB, total_bytes=30 * MB)


def packed(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these entries, made by the standard library."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")
        for entry, content in entries:
            archive.writestr(entry, content)
    return buffer.getvalue()


def info(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    """An entry with exactly this name and mode."""
    made = zipfile.ZipInfo("x")
    made.filename = name
    made.external_attr = mode << 16
    return made


def skill(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    """A skill's archive with these entries beside its SKILL.md."""
    return packed(("demo/SKILL.md", SKILL), *entries)


def patched(data: bytes, name: bytes, local: int | None, central: int | None, form: str, value: int) -> bytes:
    """The archive with one field of both headers of an entry changed; offsets count from the header's mark."""
    changed = bytearray(data)
    for mark, length_at, name_at, field_at in ((b"PK\3\4", 26, 30, local), (b"PK\1\2", 28, 46, central)):
        at = changed.find(mark)
        while at >= 0:
            (length,) = struct.unpack_from("<H", changed, at + length_at)
            if changed[at + name_at : at + name_at + length] == name and field_at is not None:
                struct.pack_into(form, changed, at + field_at, value)
            at = changed.find(mark, at + 4)
    return bytes(changed)


def refusal(data: bytes, read: Callable[[bytes], object] = read_archive) -> InvalidPackage:
    """The error of an archive that must be refused."""
    with pytest.raises(InvalidPackage) as caught:
        read(data)
    assert caught.value.message
    assert caught.value.hint
    return caught.value


@pytest.mark.rule("PKG-5", "FM-12")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("demo/../../escaped.txt", ".."),
        ("..", ".."),
        ("/etc/cron.d/x", "absolute"),
        ("\\etc\\x", "absolute"),
        ("C:\\x", "absolute"),
        ("demo\\..\\..\\x", ".."),
        ("demo//x", "empty part"),
        ("demo/./x", "empty part"),
        ("demo/a\nb", "control"),
        ("demo/" + "x" * 300, "300 bytes"),
    ],
)
def test_a_path_that_leads_elsewhere_refuses_the_whole_archive(name: str, says: str) -> None:
    """The message has the name and what is unsafe about it."""
    error = refusal(skill((info(name), b"x")))
    assert error.code == "ARCHIVE_PATH"
    assert says in error.message
    assert "unsafe" in error.message


@pytest.mark.rule("PKG-5")
def test_a_name_with_a_nul_or_a_false_promise_of_utf_8_is_refused() -> None:
    """What other readers would cut short or guess at."""
    data = skill(("demo/axb", b""))
    assert refusal(data.replace(b"demo/axb", b"demo/a\0b")).code == "ARCHIVE_NAME"
    broken = skill(("demo/é", b"")).replace("é".encode(), b"\xff\xfe")
    assert refusal(broken).code == "ARCHIVE_NAME"
    assert refusal(packed((info(""), b""))).code == "ARCHIVE_NAME"


@pytest.mark.rule("PKG-5")
@pytest.mark.parametrize(
    ("mode", "code"),
    [
        (stat.S_IFLNK | 0o777, "ARCHIVE_LINK"),
        (stat.S_IFIFO | 0o644, "ARCHIVE_SPECIAL"),
        (stat.S_IFCHR | 0o644, "ARCHIVE_SPECIAL"),
        (stat.S_IFSOCK | 0o644, "ARCHIVE_SPECIAL"),
    ],
)
def test_links_and_devices_are_refused(mode: int, code: str) -> None:
    """Whatever they hold or point at."""
    assert refusal(skill((info("demo/x", mode), b"/etc/passwd"))).code == code


@pytest.mark.rule("PKG-5", "FM-12")
@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("demo/a", "demo/a"), "ARCHIVE_DUPLICATE"),
        (("demo/a", "demo/A"), "ARCHIVE_COLLISION"),
        (("demo/caf\u00e9", "demo/cafe\u0301"), "ARCHIVE_COLLISION"),
        (("demo/a", "demo\\a"), "ARCHIVE_COLLISION"),
        (("demo/a", "./demo/a"), "ARCHIVE_COLLISION"),
        (("demo/a", "demo/a/b"), "ARCHIVE_COLLISION"),
        (("demo/A", "demo/a/b/c"), "ARCHIVE_COLLISION"),
        (("demo/a/", "demo/A"), "ARCHIVE_COLLISION"),
    ],
)
def test_two_entries_at_one_place_are_refused(names: tuple[str, str], code: str) -> None:
    """Readers differ in which of the two they take."""
    assert refusal(skill(*((info(name), b"") for name in names))).code == code


@pytest.mark.rule("PKG-5")
@pytest.mark.parametrize("flag", [1 << 0, 1 << 6, 1 << 13])
def test_encrypted_entries_are_refused(flag: int) -> None:
    """Nobody could scan what they hold."""
    data = patched(skill(("demo/x", b"x")), b"demo/x", 6, 8, "<H", flag)
    assert refusal(data).code == "ARCHIVE_ENCRYPTED"


@pytest.mark.rule("PKG-5")
def test_other_methods_and_patches_are_refused() -> None:
    """Only stored and deflated are read."""
    assert refusal(packed(("demo/SKILL.md", SKILL), method=zipfile.ZIP_BZIP2)).code == "ARCHIVE_METHOD"
    assert refusal(packed(("demo/SKILL.md", SKILL), method=zipfile.ZIP_LZMA)).code == "ARCHIVE_METHOD"
    assert refusal(patched(skill(("demo/x", b"x")), b"demo/x", 6, 8, "<H", 1 << 5)).code == "ARCHIVE_METHOD"


@pytest.mark.rule("PKG-5", "PKG-3")
def test_an_entry_over_the_limit_is_refused_by_its_header_alone() -> None:
    """Nothing is inflated for that."""
    error = refusal(skill(("demo/zeros.bin", bytes(64 * MB))))
    assert (error.code, error.where) == ("ARCHIVE_TOO_LARGE", "demo/zeros.bin")
    assert "limit" in error.message


@pytest.mark.rule("PKG-5")
def test_a_bomb_is_refused_by_its_ratio() -> None:
    """Four megabytes of zeros are within every size limit."""
    assert refusal(skill(("demo/zeros.bin", bytes(4 * MB)))).code == "ARCHIVE_BOMB"
    assert read_archive(skill(("demo/zeros.bin", bytes(MB)))).size > MB


@pytest.mark.rule("PKG-5")
def test_a_bomb_is_refused_by_the_total_of_its_entries() -> None:
    """No single entry is large."""
    noise = bytes(range(256)) * 3_900
    entries = [(f"demo/{n}.bin", noise) for n in range(33)]
    assert refusal(packed(("demo/SKILL.md", SKILL), *entries)).code == "ARCHIVE_TOO_LARGE"


@pytest.mark.rule("PKG-5")
def test_an_archive_over_the_limit_is_refused_unread() -> None:
    """By the number of its bytes."""
    assert refusal(bytes(32 * MB + 1)).code == "ARCHIVE_TOO_LARGE"


@pytest.mark.rule("PKG-5")
@pytest.mark.parametrize("claimed", [512, 64 * MB - 1, 0])
def test_a_header_that_claims_less_than_there_is_stops_the_inflating(claimed: int) -> None:
    """What is really there is counted, and no more than the claim is ever held."""
    data = patched(skill(("demo/zeros.bin", bytes(64 * MB))), b"demo/zeros.bin", 22, 24, "<I", claimed)
    assert refusal(data).code in {"ARCHIVE_SIZE_LIES", "ARCHIVE_TOO_LARGE"}


@pytest.mark.rule("PKG-5")
def test_a_header_that_claims_more_than_there_is_is_refused() -> None:
    """Deflated or stored."""
    data = patched(skill(("demo/x", b"abc")), b"demo/x", 22, 24, "<I", 4)
    assert refusal(data).code == "ARCHIVE_SIZE_LIES"
    stored = patched(write_zip([("demo/SKILL.md", SKILL), ("demo/x", b"abc")]), b"demo/x", 22, 24, "<I", 4)
    assert refusal(stored).code == "ARCHIVE_SIZE_LIES"


@pytest.mark.rule("PKG-5")
def test_too_many_entries_are_refused_before_any_is_read() -> None:
    """By the number that the archive's end claims."""
    error = refusal(skill(*((f"demo/{n}", b"") for n in range(5_000))))
    assert error.code == "ARCHIVE_TOO_MANY_ENTRIES"
    assert "5,001 entries" in error.message


@pytest.mark.rule("PKG-5")
def test_what_is_no_zip_says_so() -> None:
    """A web page, nothing, and an archive that was cut off."""
    assert refusal(b"<!doctype html><title>Sign in</title>\n").code == "ARCHIVE_NOT_ZIP"
    assert refusal(b"").code == "ARCHIVE_NOT_ZIP"
    good = skill()
    assert refusal(good[:-30]).code == "ARCHIVE_TRUNCATED"
    assert refusal(good[:-4]).code == "ARCHIVE_TRUNCATED"


@pytest.mark.rule("PKG-5")
def test_bytes_that_belong_to_no_entry_are_refused() -> None:
    """Before, after, between the entries, in the directory, and after packed data."""
    good = skill(("demo/x", b"abc"))
    assert refusal(b"junk" + good).code == "ARCHIVE_JUNK"
    assert refusal(good + b"junk").code == "ARCHIVE_JUNK"
    entries, directory, end = good[: good.index(b"PK\1\2")], good[good.index(b"PK\1\2") : -22], good[-22:]
    moved = end[:16] + struct.pack("<I", len(entries) + 4) + end[20:]
    assert refusal(entries + b"junk" + directory + moved).code == "ARCHIVE_JUNK"
    longer = end[:12] + struct.pack("<II", len(directory) + 4, len(entries)) + end[20:]
    assert refusal(entries + directory + b"junk" + longer).code == "ARCHIVE_JUNK"
    shifted = bytearray(b"junk" + good)
    struct.pack_into("<I", shifted, len(shifted) - 6, len(entries) + 4)
    for at in (shifted.index(b"PK\1\2"), shifted.rindex(b"PK\1\2")):
        struct.pack_into("<I", shifted, at + 42, struct.unpack_from("<I", shifted, at + 42)[0] + 4)
    assert refusal(bytes(shifted)).code == "ARCHIVE_JUNK"


def raw_zip(name: bytes, data: bytes, size: int, crc: int, method: int = 8) -> bytes:
    """An archive of one entry whose packed data is exactly `data`."""
    common = struct.pack("<4H3I2H", 0, method, 0, 33, crc, len(data), size, len(name), 0)
    local = b"PK\3\4" + struct.pack("<H", 20) + common + name + data
    central = b"PK\1\2" + struct.pack("<2H", 20, 20) + common + struct.pack("<3H2I", 0, 0, 0, 0, 0) + name
    return local + central + b"PK\5\6" + struct.pack("<4H2IH", 0, 0, 1, 1, len(central), len(local), 0)


@pytest.mark.rule("PKG-5")
def test_packed_data_is_held_to_its_header_and_to_its_end() -> None:
    """Junk behind it, a damaged or a cut stream, a wrong checksum."""

    def deflated(content: bytes) -> bytes:
        worker = zlib.compressobj(9, zlib.DEFLATED, -15)
        return worker.compress(content) + worker.flush()

    def read(data: bytes, size: int, crc: int) -> bytes:
        archive = raw_zip(b"SKILL.md", data, size, crc)
        return inflate(archive, read_directory(archive, LIMITS)[0])

    crc = zlib.crc32(SKILL)
    good = deflated(SKILL)
    assert read(good, len(SKILL), crc) == SKILL
    for data, size, checksum, code in (
        (good + b"junk", len(SKILL), crc, "JUNK"),
        (good + bytes(200_000), len(SKILL), crc, "JUNK"),
        (good[:-3], len(SKILL), crc, "SIZE_LIES"),
        (b"", 5, 0, "SIZE_LIES"),
        (b"\xff" * 9, len(SKILL), crc, "DAMAGED"),
        (good, len(SKILL), crc ^ 1, "CHECKSUM"),
        (good, len(SKILL) - 1, crc, "SIZE_LIES"),
    ):
        with pytest.raises(InvalidPackage) as caught:
            read(data, size, checksum)
        assert caught.value.code == f"ARCHIVE_{code}"
    noise = bytes(range(256)) * 2_000
    big = deflated(noise[:300_000] + bytes(value ^ 90 for value in noise))
    assert len(read(big, 812_000, zlib.crc32(noise[:300_000] + bytes(value ^ 90 for value in noise)))) == 812_000


@pytest.mark.rule("PKG-5")
@pytest.mark.parametrize(
    ("local", "form", "value"), [(8, "<H", 0), (14, "<I", 1), (18, "<I", 1), (22, "<I", 1), (6, "<H", 2)]
)
def test_two_headers_of_an_entry_that_differ_are_refused(local: int, form: str, value: int) -> None:
    """One reader would trust the first, another the second."""
    data = patched(skill(("demo/x", b"abc")), b"demo/x", local, None, form, value)
    assert refusal(data).code == "ARCHIVE_HEADERS_DIFFER"


@pytest.mark.rule("PKG-5")
def test_another_name_in_the_first_header_is_refused() -> None:
    """The name that is shown is the name that is written."""
    data = skill(("demo/x", b"abc"))
    at = data.index(b"demo/x")
    assert refusal(data[:at] + b"demo/y" + data[at + 6 :]).code == "ARCHIVE_HEADERS_DIFFER"


@pytest.mark.rule("PKG-5")
def test_overlapping_and_dangling_entries_are_refused() -> None:
    """The same bytes serve no two entries, and none lies outside."""
    data = write_zip([("demo/SKILL.md", SKILL), ("demo/x", b"abc"), ("demo/y", b"abc")])
    first = data.index(b"PK\3\4", 4)
    overlapping = patched(data, b"demo/x", 18, 20, "<I", 40)
    overlapping = patched(overlapping, b"demo/x", 22, 24, "<I", 40)
    assert refusal(overlapping).code == "ARCHIVE_OVERLAP"
    assert refusal(patched(data, b"demo/y", None, 42, "<I", first)).code == "ARCHIVE_HEADERS_DIFFER"
    assert refusal(patched(data, b"demo/y", None, 42, "<I", 7)).code == "ARCHIVE_DAMAGED"
    assert refusal(patched(data, b"demo/y", None, 42, "<I", len(data))).code == "ARCHIVE_DAMAGED"


@pytest.mark.rule("PKG-5")
def test_a_damaged_directory_is_refused() -> None:
    """Lengths that lead beyond it, marks that are not there."""
    data = skill(("demo/x", b"abc"))
    assert refusal(patched(data, b"demo/x", None, 30, "<H", 9_999)).code == "ARCHIVE_DAMAGED"
    assert refusal(data.replace(b"PK\1\2", b"PK\1\3")).code == "ARCHIVE_DAMAGED"
    more = data[:-14] + struct.pack("<2H", 3, 3) + data[-10:]
    assert refusal(more).code == "ARCHIVE_DAMAGED"


@pytest.mark.rule("PKG-5")
@pytest.mark.parametrize(
    ("at", "form", "value", "code"),
    [
        (-18, "<H", 1, "PARTS"),
        (-16, "<H", 1, "PARTS"),
        (-14, "<H", 2, "PARTS"),
        (-12, "<H", 0xFFFF, "ZIP64"),
        (-10, "<I", 0xFFFFFFFF, "ZIP64"),
        (-6, "<I", 0xFFFFFFFF, "ZIP64"),
        (-6, "<I", 5, "JUNK"),
    ],
)
def test_other_forms_of_zip_are_refused(at: int, form: str, value: int, code: str) -> None:
    """Several parts, and the form for huge archives."""
    data = bytearray(skill())
    struct.pack_into(form, data, len(data) + at, value)
    assert refusal(bytes(data)).code == f"ARCHIVE_{code}"


@pytest.mark.rule("PKG-5")
def test_a_zip64_locator_is_refused() -> None:
    """Even where the plain end looks plain."""
    data = skill()
    locator = b"PK\6\7" + bytes(16)
    directory = len(data) - 22 - struct.unpack_from("<I", data, len(data) - 6)[0]
    end = data[-22:-10] + struct.pack("<I", directory + 20) + data[-6:]
    assert refusal(data[:-22] + locator + end).code == "ARCHIVE_ZIP64"


class Unseekable(io.BytesIO):
    """A stream that cannot go back: the writer then puts sizes behind the data."""

    def seekable(self) -> bool:
        """It cannot."""
        return False

    def seek(self, *_: object) -> int:
        """It cannot."""
        raise OSError

    def tell(self) -> int:
        """It cannot say."""
        raise OSError


def streamed() -> bytes:
    """An archive written as a stream."""
    buffer = Unseekable()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("demo/SKILL.md", SKILL)
        archive.writestr("demo/x", b"abc")
    return buffer.getvalue()


@pytest.mark.rule("PKG-5")
def test_an_archive_written_as_a_stream_is_read() -> None:
    """Its sizes stand behind the data, and are held against the directory."""
    data = streamed()
    assert read_archive(data).paths == ("SKILL.md", "x")
    mark = data.rindex(b"PK\7\x08")
    assert refusal(data[: mark + 4] + b"????" + data[mark + 8 :]).code == "ARCHIVE_HEADERS_DIFFER"


@pytest.mark.rule("PKG-5")
def test_a_folder_entry_that_holds_data_is_refused() -> None:
    """An empty one is nothing."""
    assert refusal(skill((info("demo/a/", stat.S_IFDIR | 0o755), b"data"))).code == "ARCHIVE_DAMAGED"
    assert read_archive(skill((info("demo/a/", stat.S_IFDIR | 0o755), b""))).paths == ("SKILL.md",)
    assert read_archive(packed((info("./", stat.S_IFDIR | 0o755), b""), ("SKILL.md", SKILL))).paths == ("SKILL.md",)


@pytest.mark.rule("PKG-5")
def test_names_are_read_as_their_tools_wrote_them() -> None:
    """UTF-8 without its flag, the old code page, backslashes, decomposed letters, an archive comment."""
    flagged = skill(("demo/é.md", b""))
    unflagged = patched(flagged, "demo/é.md".encode(), 6, 8, "<H", 0)
    assert read_archive(unflagged).paths == ("SKILL.md", "é.md")
    old = unflagged.replace("demo/é.md".encode(), b"demo/\x82x.md")
    assert read_archive(old).paths == ("SKILL.md", "éx.md")
    windows = packed((info("demo\\SKILL.md"), SKILL), (info("demo\\scripts\\a.py"), b""))
    assert read_archive(windows).paths == ("SKILL.md", "scripts/a.py")
    assert read_archive(skill(("demo/cafe\u0301", b""))).paths == ("SKILL.md", "café")
    commented = skill()[:-2] + struct.pack("<H", 5) + b"hello"
    assert read_archive(commented).paths == ("SKILL.md",)


@pytest.mark.rule("FM-10")
def test_skills_are_found_with_and_without_a_top_folder() -> None:
    """One at the root, one below, several; nested ones are data, and what is left out is told."""
    (root,) = read_skills(packed(("SKILL.md", SKILL), ("templates/x/SKILL.md", SKILL), ("__MACOSX/._SKILL.md", b"")))
    assert (root.path, root.folder, root.bundle.paths) == ("", None, ("SKILL.md", "templates/x/SKILL.md"))
    assert [note.code for note in root.notes] == ["SKIPPED_JUNK"]
    several = packed(("README.md", b""), ("p/a/skill.md", SKILL), ("p/b/SKILL.md", SKILL), ("p/b/.DS_Store", b""))
    first, second = read_skills(several)
    assert (first.path, first.folder, [note.code for note in first.notes]) == ("p/a", "a", ["SKIPPED_OUTSIDE"])
    assert (second.path, [note.code for note in second.notes]) == ("p/b", ["SKIPPED_JUNK"])
    error = refusal(several)
    assert error.code == "ARCHIVE_SEVERAL_SKILLS"
    assert "p/a, p/b" in error.message
    assert refusal(packed(("a.txt", b""))).code == "ARCHIVE_NO_SKILL"


def definition() -> Definition:
    """A good definition."""
    return Definition("demo", "Adds VAT.", ABSENT, Bundle((SkillFile("SKILL.md", SKILL),)))


def rebuilt(**changes: object) -> bytes:
    """A package whose index has these keys changed; None takes a key away."""
    with zipfile.ZipFile(io.BytesIO(write_package(Package("p", "1", (definition(),))))) as archive:
        index = json.loads(archive.read("package.json"))
        entry = index["skills"][0]["entry"]
        content = archive.read(entry)
    changed = {key: value for key, value in {**index, **changes}.items() if value is not None}
    return write_zip([("package.json", rfc8785.dumps(changed)), (entry, content)])


def listed(**changes: object) -> bytes:
    """A package whose one listed skill has these keys changed; None takes a key away."""
    with zipfile.ZipFile(io.BytesIO(write_package(Package("p", "1", (definition(),))))) as archive:
        one = json.loads(archive.read("package.json"))["skills"][0]
    changed = {key: value for key, value in {**one, **changes}.items() if value is not None}
    return rebuilt(skills=[changed])


def holding(content: bytes, name: str = "demo") -> bytes:
    """A package whose one skill has this content, digest and size made to fit."""
    digest = hashlib.sha256(content).hexdigest()
    entry = f"skills/{digest}.json"
    one = {"name": name, "entry": entry, "digest": f"sha256:{digest}", "size": len(content)}
    index = json.dumps({"formatVersion": 1, "name": "p", "version": "1", "skills": [one]})
    return write_zip([("package.json", index.encode()), (entry, content)])


@pytest.mark.rule("PKG-5")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (packed(("demo/SKILL.md", SKILL)), "PACKAGE_NO_INDEX"),
        (write_zip([("package.json", b"{")]), "PACKAGE_INDEX_INVALID"),
        (write_zip([("package.json", b"\xff")]), "PACKAGE_INDEX_INVALID"),
        (write_zip([("package.json", b"[" * 100_000)]), "PACKAGE_INDEX_INVALID"),
        (write_zip([("package.json", b'{"a":1,"a":2}')]), "PACKAGE_INDEX_INVALID"),
        (write_zip([("package.json", b"[]")]), "PACKAGE_INDEX_INVALID"),
        (rebuilt(formatVersion=2), "PACKAGE_FORMAT_VERSION"),
        (rebuilt(formatVersion=True), "PACKAGE_FORMAT_VERSION"),
        (rebuilt(formatVersion=None), "PACKAGE_FORMAT_VERSION"),
        (rebuilt(name=None), "PACKAGE_INDEX_INVALID"),
        (rebuilt(name=5), "PACKAGE_INDEX_INVALID"),
        (rebuilt(version=5), "PACKAGE_INDEX_INVALID"),
        (rebuilt(skills={}), "PACKAGE_INDEX_INVALID"),
        (rebuilt(approved=True), "PACKAGE_INDEX_INVALID"),
        (rebuilt(skills=[5]), "PACKAGE_INDEX_INVALID"),
        (rebuilt(skills=[]), "PACKAGE_UNKNOWN_ENTRY"),
        (listed(name=None), "PACKAGE_INDEX_INVALID"),
        (listed(name=5), "PACKAGE_INDEX_INVALID"),
        (listed(size="5"), "PACKAGE_INDEX_INVALID"),
        (listed(size=5), "PACKAGE_DIGEST"),
        (listed(digest="sha256:" + "0" * 64), "PACKAGE_INDEX_INVALID"),
        (listed(digest="md5:0"), "PACKAGE_INDEX_INVALID"),
        (listed(entry="../x.json"), "PACKAGE_INDEX_INVALID"),
        (listed(entry=f"skills/{'0' * 64}.json", digest=f"sha256:{'0' * 64}"), "PACKAGE_UNKNOWN_ENTRY"),
        (listed(name="other"), "PACKAGE_NOT_CANONICAL"),
        (holding(b"\xff"), "PACKAGE_SKILL_INVALID"),
        (holding(b"[]"), "PACKAGE_SKILL_INVALID"),
        (holding(b"[" * 100_000), "PACKAGE_SKILL_INVALID"),
        (holding(b"{}"), "PACKAGE_SKILL_INVALID"),
        (bytes(10), "ARCHIVE_NOT_ZIP"),
    ],
)
def test_a_package_that_is_not_what_it_says_is_refused(data: bytes, code: str) -> None:
    """Each kind of damage or attack has its own code."""
    assert refusal(data, read_package).code == code


@pytest.mark.rule("PKG-5", "DEF-4")
def test_a_skill_that_is_not_canonical_is_refused() -> None:
    """A second spelling of a definition would be a second digest of it."""
    with zipfile.ZipFile(io.BytesIO(write_package(Package("p", "1", (definition(),))))) as archive:
        content = archive.read(archive.namelist()[1])
    assert read_package(holding(content)).skills == (definition(),)
    assert refusal(holding(content + b"\n"), read_package).code == "PACKAGE_NOT_CANONICAL"
    assert refusal(holding(json.dumps(json.loads(content)).encode()), read_package).code == "PACKAGE_NOT_CANONICAL"
    approved = json.dumps({**json.loads(content), "status": "approved"}).encode()
    assert refusal(holding(approved), read_package).code == "PACKAGE_SKILL_INVALID"


@pytest.mark.rule("PKG-5")
def test_entries_that_are_missing_twice_or_too_many_are_refused() -> None:
    """The index and the archive hold the same."""
    good = write_package(Package("p", "1", (definition(),)))
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        index, content = archive.read("package.json"), archive.read(archive.namelist()[1])
        entry = archive.namelist()[1]
    assert refusal(write_zip([("package.json", index)]), read_package).code == "PACKAGE_MISSING_ENTRY"
    more = write_zip([("package.json", index), (entry, content), ("x", b"")])
    assert refusal(more, read_package).code == "PACKAGE_UNKNOWN_ENTRY"
    twice = json.loads(index)
    twice["skills"] *= 2
    data = write_zip([("package.json", rfc8785.dumps(twice)), (entry, content)])
    assert refusal(data, read_package).code == "PACKAGE_DUPLICATE_NAME"


@pytest.mark.rule("PKG-5")
def test_a_changed_byte_of_a_skill_is_refused() -> None:
    """By the zip's checksum, and by the digest where that was made to fit."""
    good = write_package(Package("p", "1", (definition(),)))
    changed = good.replace(b"Adds VAT.", b"Adds TAX.", 1)
    assert refusal(changed, read_package).code == "ARCHIVE_CHECKSUM"
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        files = [(name, archive.read(name).replace(b"Adds VAT.", b"Adds TAX.")) for name in archive.namelist()]
    assert refusal(write_zip(files), read_package).code == "PACKAGE_DIGEST"


@pytest.mark.rule("PKG-5")
def test_a_package_over_the_limit_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the number of its bytes; the limit is lowered here, for the sake of the test's memory."""
    monkeypatch.setattr("skillhouse.format.package.PACKAGE_BYTES", 9)
    assert refusal(bytes(10), read_package).code == "PACKAGE_TOO_LARGE"
