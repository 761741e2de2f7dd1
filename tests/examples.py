"""The packages in `examples`, installed for the tests: each is built as `pip install --editable` does, and unpacked
where Python looks, so that the general tests run over its game without being told.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DONE = "DOUBLOON_TEST_EXAMPLES"
"""Variable of the environment that names the checkout whose examples are installed."""
BUILD = "import sys, hatchling.build as backend; backend.build_editable(sys.argv[1])"
"""Run in the folder of a package (PEP 660)."""


def packages() -> list[Path]:
    """Return the folders of the packages."""
    return sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))


def install(package: Path, target: Path) -> list[str]:
    """Install a package into a folder, leaving its code where it is; return the paths that Python needs for it. Raises
    CalledProcessError.
    """
    subprocess.run(
        [sys.executable, "-c", BUILD, str(target)],
        cwd=package,
        check=True,
        capture_output=True,
        text=True,
    )
    for wheel in target.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(target)
        wheel.unlink()
    lines = [line for path in target.glob("*.pth") for line in path.read_text(encoding="utf-8").splitlines()]
    return [str(target), *(line for line in lines if Path(line).is_dir())]


def ensure() -> None:
    """Install every package into a folder of its own that lasts as long as this process, for it and those that it
    starts, unless one that started this one has done so.
    """
    if os.environ.get(DONE) == str(ROOT):
        # A worker of pytest-xdist has the variables of who started it, but not all of its path.
        inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        sys.path[:0] = [path for path in inherited if path and path not in sys.path]
        return
    target = Path(tempfile.mkdtemp(prefix="doubloon-examples-"))
    atexit.register(shutil.rmtree, target, ignore_errors=True)
    paths: list[str] = []
    for package in packages():
        folder = target / package.name
        folder.mkdir()
        paths += install(package, folder)
    sys.path[:0] = paths
    before = os.environ.get("PYTHONPATH")
    os.environ[DONE] = str(ROOT)
    os.environ["PYTHONPATH"] = os.pathsep.join([*paths, *([before] if before else [])])
