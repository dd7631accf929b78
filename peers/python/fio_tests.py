"""Gets fio's own tests, of the release whose outputs feedrate writes: fio_tests.py FOLDER.

They are of fio's source, under its licence (GPL, version 2), and are run as they are: nothing of them is kept here.
"""

import hashlib
import io
import pathlib
import shutil
import sys
import tarfile
import urllib.request

SOURCE = "http://deb.debian.org/debian/pool/main/f/fio/fio_3.33.orig.tar.gz"
SHA256 = "d2410e13e0f379d061d077cc5ae325835bb7c6186aa7bafc1df954cbc9b014fc"
# The scripts and jobs, and the programs that some of them call.
PARTS = ("t", "tools")


def source():
    with urllib.request.urlopen(SOURCE, timeout=60) as reply:
        content = reply.read()
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256:
        sys.exit(f"{SOURCE} has the SHA-256 {found}, and not {SHA256}")
    return io.BytesIO(content)


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    if not target.exists():
        # It takes its place once all of it is there.
        made = target.with_name(target.name + ".part")
        shutil.rmtree(made, ignore_errors=True)
        with tarfile.open(fileobj=source()) as archive:
            for member in archive:
                path = pathlib.PurePosixPath(*pathlib.PurePosixPath(member.name).parts[1:])
                if ".." in path.parts or path.parts[:1] not in [(part,) for part in PARTS]:
                    continue
                if not member.isfile():
                    continue
                place = made / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(archive.extractfile(member).read())
                place.chmod(0o755 if member.mode & 0o100 else 0o644)
        made.rename(target)
