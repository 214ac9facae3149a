"""Where everything lies in a checkout."""

import os
import sysconfig
from dataclasses import dataclass
from pathlib import Path

WINDOWS = os.name == "nt"


@dataclass(frozen=True)
class Places:
    """The paths below one root folder."""

    root: Path

    @property
    def venv(self) -> Path:
        """The virtual environment."""
        return self.root / ".venv"

    @property
    def scripts(self) -> Path:
        """Where the environment keeps its programs."""
        return self.venv / ("Scripts" if WINDOWS else "bin")

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.scripts / ("python.exe" if WINDOWS else "python")

    @property
    def site_packages(self) -> Path:
        """Where the environment keeps its packages, for the Python that runs this line."""
        base = str(self.venv)
        return Path(sysconfig.get_path("purelib", "venv", vars={"base": base, "platbase": base}))

    @property
    def lock(self) -> Path:
        """The exact version of every Python package."""
        return self.root / "constraints.txt"

    @property
    def node_modules(self) -> Path:
        """Where npm puts its packages."""
        return self.root / "node_modules"

    @property
    def build(self) -> Path:
        """What the proof and the tests leave behind; never held by git."""
        return self.root / "build"

    @property
    def site(self) -> Path:
        """Both built sites."""
        return self.root / "site"


HERE = Places(Path(__file__).resolve().parents[1])
