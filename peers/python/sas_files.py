"""Gets data sets and transport files that SAS made: sas_files.py FOLDER.

They are of the tests of pandas, under its licence (BSD, three clauses). Its packages had them up to 0.22 only, so
they are taken from that one, which is not installed.
"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "pandas==0.22.0 --hash=sha256:c372db80a5bcb143c9cb254d50f902772c3b093a4f965275197ec2d2184b1e61"
# The package of that hash. It fits no Python of today, so what it must fit is told.
BUILD = "--python-version 3.6 --implementation cp --abi cp36m --platform manylinux1_x86_64".split()
FILES = "pandas/tests/io/sas/data/"
KINDS = (".sas7bdat", ".xpt")


def download(folder):
    requirement = pathlib.Path(folder, "requirement.txt")
    requirement.write_text(PACKAGE)
    pip = [sys.executable, "-m", "pip", "download", "-qq", "--require-hashes", "--no-deps"]
    subprocess.run(
        [*pip, "--only-binary", ":all:", *BUILD, "--dest", folder, "--requirement", requirement], check=True
    )
    (wheel,) = pathlib.Path(folder).glob("*.whl")
    return wheel


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    if not target.exists():
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(download(folder)) as wheel:
            target.mkdir(parents=True)
            for name in wheel.namelist():
                if name.startswith(FILES) and name.endswith(KINDS):
                    target.joinpath(pathlib.PurePath(name).name).write_bytes(wheel.read(name))
