"""Git bundles: endless deltas, endless commits, paths as names, all modes."""

import hashlib
import struct
import zlib
from collections.abc import Iterator, Sequence

_COMMIT, _TREE, _BLOB, _TAG, _OFFSET, _REFERENCE = 1, 2, 3, 4, 6, 7
_LAW = b"---\nidentifier: A-1\ntitle: Law of rent\ncountry: de\n---\n# Law of rent\n\n## Article 1\n\nThe tenant shall pay the rent.\n"
_NAMES = {_COMMIT: b"commit", _TREE: b"tree", _BLOB: b"blob", _TAG: b"tag"}


def sha(kind: int, data: bytes) -> bytes:
    return hashlib.sha1(_NAMES[kind] + b" %d\0" % len(data) + data, usedforsecurity=False).digest()


def _entry(kind: int, data: bytes, size: int | None = None, base: bytes = b"") -> bytes:
    """An entry of a pack: kind and size, the base of a delta, and the packed data."""
    left = len(data) if size is None else size
    byte, left = (kind << 4) | (left & 15), left >> 4
    head = bytearray()
    while left:
        head.append(byte | 0x80)
        byte, left = left & 0x7F, left >> 7
    head.append(byte)
    return bytes(head) + base + zlib.compress(data)


def bundle(
    entries: Sequence[bytes],
    head: bytes,
    *,
    count: int | None = None,
    references: bytes = b"",
    version: int = 2,
) -> bytes:
    pack = (
        b"PACK"
        + struct.pack(">II", version, len(entries) if count is None else count)
        + b"".join(entries)
    )
    pack += hashlib.sha1(pack, usedforsecurity=False).digest()
    return b"# v2 git bundle\n" + references + head.hex().encode() + b" refs/heads/main\n\n" + pack


def tree(*entries: tuple[bytes, bytes, bytes]) -> bytes:
    return b"".join(mode + b" " + name + b"\0" + id_ for mode, name, id_ in entries)


def commit(
    tree_: bytes,
    *parents: bytes,
    time: str = "1700000000 +0000",
    message: bytes = b"law\n\nSource-Date: 2024-01-01\n",
    author: bytes = b"a <b>",
) -> bytes:
    above = b"".join(b"parent " + parent.hex().encode() + b"\n" for parent in parents)
    stamp = author + b" " + time.encode() + b"\n"
    return (
        b"tree "
        + tree_.hex().encode()
        + b"\n"
        + above
        + b"author "
        + stamp
        + b"committer "
        + stamp
        + b"\n"
        + message
    )


def _of(*objects: tuple[int, bytes], head: bytes, **more: object) -> bytes:
    return bundle([_entry(kind, data) for kind, data in objects], head, **more)  # type: ignore[arg-type]


def _whole(
    law: bytes = _LAW,
    entries: Sequence[tuple[bytes, bytes]] = ((b"100644", b"a.md"),),
    **stated: object,
) -> bytes:
    """A repository of one commit, with ``law`` under each (mode, name)."""
    top = tree(*((mode, name, sha(_BLOB, law)) for mode, name in entries))
    made = commit(sha(_TREE, top), **stated)  # type: ignore[arg-type]
    return _of((_BLOB, law), (_TREE, top), (_COMMIT, made), head=sha(_COMMIT, made))


def files() -> Iterator[tuple[str, bytes]]:
    yield "whole.bundle", _whole()
    for number, name in enumerate(
        (
            b"../a.md",
            b"/etc/passwd.md",
            b"..",
            b".git/a.md",
            b"a\\b.md",
            b"\xff\xfe.md",
            b"a\nb.md",
            b"",
            b"con.md",
            b"x" * 100_000 + b".md",
            "\u202edm.a.md".encode(),
        )
    ):
        yield f"name-{number}.bundle", _whole(entries=((b"100644", name), (b"100644", b"a.md")))
    for mode in (
        b"120000",
        b"160000",
        b"40000",
        b"0",
        b"999999",
        b"-1",
        b"100644" * 1_000,
        b"",
        b"7777777777777777777777",
    ):
        yield (
            f"mode-{mode[:8].decode() or 'none'}.bundle",
            _whole(entries=((mode, b"b.md"), (b"100644", b"a.md"))),
        )
    for number, time in enumerate(
        (
            "99999999999999999999 +0000",
            "-1 +0000",
            "1 +9999999",
            "²",
            "",
            "1700000000 -9999",
            "1e308 +0000",
            "9" * 5_000 + " +0000",
        )
    ):
        yield f"time-{number}.bundle", _whole(time=time)
    for what, message in {
        "days": b"Source-Date: 9999-99-99\n" * 100_000,
        "long": b"a" * 20_000_000,
        "year-1": b"\nSource-Date: 0001-01-01\n",
        "year-9999": b"\nSource-Date: 9999-12-31\n",
        "repeal": b"[repeal]" * 100_000,
    }.items():
        yield f"message-{what}.bundle", _whole(message=message)
    yield "author.bundle", _whole(author=b"<" * 1_000_000)
    yield "law-of-50-mb.bundle", _whole(law=_LAW + b"The tenant shall pay the rent.\n" * 1_700_000)
    yield (
        "law-of-articles.bundle",
        _whole(law=_LAW + b"".join(b"## Article %d\n\nlaw\n\n" % n for n in range(100_000))),
    )
    yield "matter.bundle", _whole(law=_LAW.replace(b"country: de", b"a: " + b"[" * 20_000))
    yield from _graphs()
    yield from _packs()
    yield from _heads()


def _graphs() -> Iterator[tuple[str, bytes]]:
    blob, top = sha(_BLOB, _LAW), tree((b"100644", b"a.md", sha(_BLOB, _LAW)))
    objects = [(_BLOB, _LAW), (_TREE, top)]
    made: list[bytes] = []
    for number in range(20_000):
        above = [sha(_COMMIT, made[-1])] if made else []
        made.append(commit(sha(_TREE, top), *above, message=b"law %d\n" % number))
    yield (
        "commits-20000.bundle",
        _of(*objects, *((_COMMIT, c) for c in made), head=sha(_COMMIT, made[-1])),
    )
    first = commit(sha(_TREE, top))
    many = commit(sha(_TREE, top), *[sha(_COMMIT, first)] * 200_000)
    yield (
        "parents-200000.bundle",
        _of(*objects, (_COMMIT, first), (_COMMIT, many), head=sha(_COMMIT, many)),
    )
    missing = commit(sha(_TREE, top), b"\1" * 20)
    yield "parent-is-missing.bundle", _of(*objects, (_COMMIT, missing), head=sha(_COMMIT, missing))
    wrong = commit(blob)
    yield "tree-is-a-text.bundle", _of(*objects, (_COMMIT, wrong), head=sha(_COMMIT, wrong))
    yield "head-is-a-text.bundle", _of(*objects, head=blob)
    tag = b"object " + blob.hex().encode() + b"\ntype commit\ntag a\n"
    yield "head-is-a-tag.bundle", _of(*objects, (_TAG, tag), head=sha(_TAG, tag))
    lower, levels = top, [(_TREE, top)]
    for _ in range(30):
        lower = tree(*((b"40000", b"%02d" % n, sha(_TREE, lower)) for n in range(40)))
        levels.append((_TREE, lower))
    last = commit(sha(_TREE, lower))
    yield (
        "fan-of-folders.bundle",
        _of((_BLOB, _LAW), *levels, (_COMMIT, last), head=sha(_COMMIT, last)),
    )
    wide = tree(*((b"100644", b"%06d.md" % n, blob) for n in range(200_000)))
    last = commit(sha(_TREE, wide))
    yield (
        "one-law-200000-times.bundle",
        _of((_BLOB, _LAW), (_TREE, wide), (_COMMIT, last), head=sha(_COMMIT, last)),
    )
    yield "folder-of-many-laws-in-many-commits.bundle", wide_commits(folder=10_000, commits=600)
    folders = [tree(*((b"100644", b"%03d.md" % n, blob) for n in range(100)))]
    folders.append(tree(*((b"40000", b"%03d" % n, sha(_TREE, folders[0])) for n in range(100))))
    folders.append(tree(*((b"40000", b"%03d" % n, sha(_TREE, folders[1])) for n in range(100))))
    last = commit(sha(_TREE, folders[2]))
    yield (
        "one-law-a-million-times.bundle",
        _of(
            (_BLOB, _LAW), *((_TREE, f) for f in folders), (_COMMIT, last), head=sha(_COMMIT, last)
        ),
    )
    half = b"100644 a.md\0" + b"\1" * 7
    for name, data in {
        "cut": half,
        "no-name": b"100644",
        "nul": b"\0" * 10_000,
        "text": b"a" * 100_000,
    }.items():
        last = commit(sha(_TREE, data))
        yield f"tree-{name}.bundle", _of((_TREE, data), (_COMMIT, last), head=sha(_COMMIT, last))
    for name, data in {
        "empty": b"",
        "text": b"x" * 1_000,
        "no-tree": b"author a <b> 1 +0000\n\nx",
        "two-trees": b"tree " + b"0" * 40 + b"\n" + first,
        "bad-tree": b"tree " + b"z" * 40 + b"\nauthor a <b> 1 +0000\ncommitter a <b> 1 +0000\n\nx",
        "folded": b"tree " + b"\n " * 100_000,
    }.items():
        yield f"commit-{name}.bundle", _of(*objects, (_COMMIT, data), head=sha(_COMMIT, data))


def _size(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _copy(size: int) -> bytes:
    """Copy so many bytes from the begin of the base."""
    return bytes([0x80 | 0x10 | 0x20 | 0x40]) + size.to_bytes(3, "little")


def _packs() -> Iterator[tuple[str, bytes]]:
    head = b"\2" * 20
    for number, count in enumerate((0, 5, 2**31 - 1, 2**32 - 1)):
        yield f"count-{number}.bundle", bundle([_entry(_BLOB, _LAW)], head, count=count)
    for version in (0, 3, 99):
        yield f"version-{version}.bundle", bundle([_entry(_BLOB, _LAW)], head, version=version)
    for kind in (0, 5):
        yield f"kind-{kind}.bundle", bundle([_entry(kind, _LAW)], head)
    for number, size in enumerate((0, 10**6, 2**40, 2**62)):
        yield f"size-{number}.bundle", bundle([_entry(_BLOB, _LAW, size)], head)
    yield "zeros.bundle", bundle([_entry(_BLOB, bytes(300_000_000))], head)
    yield "not-packed.bundle", bundle([_entry(_BLOB, _LAW)[:3] + b"\xff" * 100], head)
    yield "size-without-end.bundle", bundle([b"\xff" * 100_000], head)
    base = b"a" * 1_000_000
    bomb = _size(len(base)) + _size(2**34) + _copy(0xFFFFFF) * 1_000
    yield (
        "delta-of-16-gb.bundle",
        bundle([_entry(_BLOB, base), _entry(_REFERENCE, bomb, base=sha(_BLOB, base))], head),
    )
    grown, entries = base, [_entry(_BLOB, base)]
    for _ in range(9):
        delta = (
            _size(len(grown))
            + _size(min(2 * len(grown), 2**31))
            + _copy(min(len(grown), 0xFFFFFF)) * 2
        )
        entries.append(_entry(_REFERENCE, delta, base=sha(_BLOB, grown)))
        grown = grown[:0xFFFFFF] * 2
    yield "deltas-that-double.bundle", bundle(entries, head)
    chain, entries = _LAW, [_entry(_BLOB, _LAW)]
    for number in range(20_000):
        text = b"%d\n" % number
        delta = _size(len(chain)) + _size(len(text)) + bytes([len(text)]) + text
        entries.append(_entry(_REFERENCE, delta, base=sha(_BLOB, chain)))
        chain = text
    yield "deltas-20000-deep.bundle", bundle(entries, head)
    offset = _entry(_OFFSET, _size(5) + _size(5) + _copy(5), base=b"\0")
    yield "delta-of-itself.bundle", bundle([offset], head)
    yield (
        "delta-before-the-pack.bundle",
        bundle([_entry(_OFFSET, b"\5\5", base=b"\xff\xff\xff\x7f")], head),
    )
    yield (
        "delta-offset-without-end.bundle",
        bundle([_entry(_OFFSET, b"\5\5", base=b"\xff" * 100_000)], head),
    )
    ring = [
        _entry(_REFERENCE, _size(5) + _size(5) + _copy(5), base=sha(_BLOB, name))
        for name in (b"a", b"b")
    ]
    yield "deltas-of-nothing.bundle", bundle(ring, head)
    for name, delta in {
        "copy-far": _size(len(base)) + _size(100) + b"\xff\xff\xff\xff\xff\x64\0\0",
        "reserved": _size(len(base)) + _size(5) + b"\0" * 1_000,
        "other-base": _size(7) + _size(5) + _copy(5),
        "other-size": _size(len(base)) + _size(7) + _copy(5),
        "insert-cut": _size(len(base)) + _size(100) + b"\x64abc",
        "sizes": b"\xff" * 100_000,
    }.items():
        yield (
            f"delta-{name}.bundle",
            bundle([_entry(_BLOB, base), _entry(_REFERENCE, delta, base=sha(_BLOB, base))], head),
        )


def wide_commits(folder: int, commits: int) -> bytes:
    """A repository whose commits each rename a law in a folder of many; a commit takes 0.2 KB."""
    entry = b"100644 %06d.md\0" + sha(_BLOB, _LAW)
    base = b"".join(entry % number for number in range(folder))
    begin = len(entry % 0)
    objects, last = [_entry(_BLOB, _LAW), _entry(_TREE, base)], b""
    for number in range(commits):
        first = b"100644 a%05d.md\0" % number + sha(_BLOB, _LAW)
        changed = first + base[begin:]
        rest = len(changed) - len(first)
        copy = b"\xff" + begin.to_bytes(4, "little") + rest.to_bytes(3, "little")
        delta = _size(len(base)) + _size(len(changed)) + bytes([len(first)]) + first + copy
        objects.append(_entry(_REFERENCE, delta, base=sha(_TREE, base)))
        made = commit(sha(_TREE, changed), *filter(None, [last]), message=b"law %d\n" % number)
        objects.append(_entry(_COMMIT, made))
        last = sha(_COMMIT, made)
    return bundle(objects, last)


def _heads() -> Iterator[tuple[str, bytes]]:
    whole = _whole()
    begin = b"# v2 git bundle\n"
    for name, lines in {
        "references-200000": b"".join(b"%040d refs/heads/a%d\n" % (n, n) for n in range(200_000)),
        "needs-200000": b"".join(b"-%040d a\n" % n for n in range(200_000)),
        "long-line": b"-" + b"0" * 40 + b" " + b"a" * 20_000_000 + b"\n",
        "path": b"0" * 40 + b" ../../etc/passwd\n",
        "no-hex": b"z" * 40 + b" refs/heads/main\n",
        "short": b"0 refs/heads/main\n",
        "capability": b"@object-format=sha256\n@filter=blob:none\n",
        "no-end": b"a",
    }.items():
        yield f"head-{name}.bundle", whole.replace(begin, begin + lines, 1)
        yield f"head-3-{name}.bundle", whole.replace(begin, b"# v3 git bundle\n" + lines, 1)
    yield "head-only.bundle", begin
    yield "head-without-pack.bundle", whole.partition(b"PACK")[0]
    yield "head-without-line.bundle", begin + b"x" * 20_000_000
    yield "cut.bundle", whole[:-30]
    yield "behind.bundle", whole + bytes(1_000_000)
