"""The built package: its form, and that equal content has equal bytes."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile

import pytest

from skillhouse.errors import InvalidPackage
from skillhouse.format.archive import read_archive, read_skills, write_archive
from skillhouse.format.package import Package, open_package, read_package, write_package
from skillhouse.format.portable import digest, to_bytes
from skillhouse.model.skill import ABSENT, Bundle, Declared, Definition, SkillFile

SKILL = b"---\nname: demo\ndescription: Adds VAT.\n---\n\nRun it.\n"


def skill(name: str = "demo", **files: bytes) -> Definition:
    """A good definition."""
    front = SKILL.replace(b"demo", name.encode())
    bundle = Bundle((SkillFile("SKILL.md", front), *(SkillFile(path, content) for path, content in files.items())))
    return Definition(name, "Adds VAT.", ABSENT, bundle)


@pytest.mark.rule("PKG-2")
def test_a_package_holds_an_index_and_one_canonical_entry_a_skill() -> None:
    """Any zip tool can open it; the index has format version, name, version and digests."""
    data = write_package(Package("shop", "1.0", (skill("b"), skill("a"))))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {info.external_attr >> 16 for info in archive.infolist()} == {0o100644}
        index = json.loads(archive.read("package.json"))
        assert {key: index[key] for key in ("formatVersion", "name", "version")} == {
            "formatVersion": 1,
            "name": "shop",
            "version": "1.0",
        }
        assert [one["name"] for one in index["skills"]] == ["a", "b"]
        assert archive.namelist() == ["package.json", *(one["entry"] for one in index["skills"])]
        for one, wanted in zip(index["skills"], (skill("a"), skill("b")), strict=True):
            content = archive.read(one["entry"])
            assert content == to_bytes(wanted)
            assert one == {
                "name": wanted.name,
                "entry": f"skills/{hashlib.sha256(content).hexdigest()}.json",
                "digest": digest(wanted),
                "size": len(content),
            }


@pytest.mark.rule("PKG-2", "DEF-2", "DEF-5")
def test_a_package_comes_back_as_it_was() -> None:
    """Tools, entrypoints, metadata and bytes."""
    first = Definition(
        "价格",
        "Adds.",
        Declared(("Bash(git status:*)",)),
        Bundle((SkillFile("SKILL.md", SKILL), SkillFile("a.py", b""), SkillFile("b.bin", b"\xff\0"))),
        {"go": "a.py"},
        "MIT",
        "all",
        {"n": 1.5, "s": ["é", None]},
    )
    second = skill("demo")
    package = Package("shop", "1.0", (second, first))
    assert read_package(write_package(package)) == package
    opened = open_package(write_package(package))
    assert [reading.name for reading in opened.readings] == ["demo", "价格"]
    assert "FILE_NOT_UTF8" in {problem.code for problem in opened.readings[1].problems}


@pytest.mark.rule("DEF-7")
def test_the_order_of_skills_and_files_leaves_no_trace() -> None:
    """Names and paths are sorted in byte order."""
    one = write_package(Package("p", "1", (skill("a", x=b"1", y=b"2"), skill("B"), skill("é"))))
    other = write_package(Package("p", "1", (skill("é"), skill("B"), skill("a", y=b"2", x=b"1"))))
    assert one == other
    assert [one.name for one in read_package(one).skills] == ["B", "a", "é"]


@pytest.mark.rule("DEF-7")
def test_the_bytes_of_a_package_are_known() -> None:
    """The same on every machine, whatever its zlib: nothing is packed."""
    data = write_package(Package("p", "1", (skill(),)))
    assert hashlib.sha256(data).hexdigest() == KNOWN


@pytest.mark.rule("PKG-2")
def test_a_package_without_skills_can_be_read() -> None:
    """A project may have agents alone."""
    assert read_package(write_package(Package("p", "1", ()))) == Package("p", "1", ())


@pytest.mark.rule("PKG-2")
def test_two_skills_of_one_name_and_too_many_are_refused() -> None:
    """Before anything is written."""
    with pytest.raises(InvalidPackage, match="'demo'") as caught:
        write_package(Package("p", "1", (skill(), skill(x=b""))))
    assert caught.value.code == "PACKAGE_DUPLICATE_NAME"
    with pytest.raises(InvalidPackage, match="1,001 skills, the limit is 1,000"):
        write_package(Package("p", "1", tuple(skill(f"s{n}") for n in range(1_001))))


@pytest.mark.rule("PKG-5", "DEF-7")
def test_an_archive_of_a_skill_comes_back_with_its_folder() -> None:
    """Below one top folder, names in UTF-8."""
    bundle = Bundle((SkillFile("SKILL.md", SKILL), SkillFile("é/x.py", b"1")))
    data = write_archive(bundle, "demo")
    assert data == write_archive(bundle, "demo")
    assert zipfile.ZipFile(io.BytesIO(data)).namelist() == ["demo/SKILL.md", "demo/é/x.py"]
    assert read_archive(data) == bundle
    (one,) = read_skills(data)
    assert (one.path, one.folder, one.notes) == ("demo", "demo", ())


KNOWN = "4f5f28e7b04255bb0377d3803fac6f22efaee11524cbc0441d714810d017cb90"
