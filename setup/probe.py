# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Tell whether the running interpreter can carry the environment.

Prints nothing and exits with status 0 if so; else prints one line that says what to install and
exits with status 3. Kept to syntax that any Python understands, since it runs on whichever is
found.
"""

import os
import platform
import sys

OLDEST = (3, 10)
NEWEST = (3, 13)


def problem():
    """Return what is wrong with this interpreter and what would be right, or an empty string."""
    version = sys.version_info[:2]
    name = "Python %d.%d" % version
    if not OLDEST <= version <= NEWEST:
        return "%s (%s) will not do; install Python 3.10 to 3.13 (apt install python3)" % (
            name,
            sys.executable,
        )
    machine = "%s %s" % (platform.system(), platform.machine())
    if machine != "Linux x86_64":
        return (
            "the ROS 2 wheels are made for x86-64 Linux, this is %s; "
            "install ROS 2 and build this package with colcon instead" % machine
        )
    libc, libc_version = platform.libc_ver()
    if libc != "glibc" or [int(part) for part in libc_version.split(".")[:2]] < [2, 28]:
        return "the ROS 2 wheels need glibc 2.28 or newer, this is %s %s" % (
            libc or "another C library",
            libc_version,
        )
    return missing_part(name)


def missing_part(name):
    """Return which part of an otherwise suitable interpreter is not installed, or nothing."""
    import sysconfig

    apt = "apt install python%d.%d-%%s" % sys.version_info[:2]
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return "%s lacks the venv module; %s" % (name, apt % "venv")
    header = os.path.join(sysconfig.get_paths()["include"], "Python.h")
    if not os.path.isfile(header):
        return "%s lacks its C headers (%s); %s" % (name, header, apt % "dev")
    return ""


if __name__ == "__main__":
    found = problem()
    if found:
        print(found)
        sys.exit(3)
