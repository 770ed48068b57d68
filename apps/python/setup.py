"""The wheel holds the C library: it is for one kind of machine, but for every Python 3.

BROADSIDE_LIBRARY names the library to put in, BROADSIDE_VERSION its version; wheel.sh sets both.
"""

import os
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel


class WithLibrary(build_py):
    def run(self):
        super().run()
        target = Path(self.build_lib) / "broadside" / "libbroadside.so.1"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(os.environ["BROADSIDE_LIBRARY"], target)


class OfThisMachine(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(
    version=os.environ["BROADSIDE_VERSION"],
    cmdclass={"build_py": WithLibrary, "bdist_wheel": OfThisMachine},
)
