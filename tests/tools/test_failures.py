"""The reason of a failure is read from what pip, npm and their like really print."""

import pytest

from tools.failures import way_out

NO_NETWORK_PIP = """\
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken \
by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPConnection object at 0x7f>: Failed to establish a \
new connection: [Errno 111] Connection refused')': /simple/babel/
ERROR: Could not find a version that satisfies the requirement babel==2.19.0 (from versions: none)
ERROR: No matching distribution found for babel==2.19.0
"""
NO_VERSION_PIP = """\
ERROR: Could not find a version that satisfies the requirement babel==99.0 (from versions: 0.8, 2.19.0)
ERROR: No matching distribution found for babel==99.0
"""
OTHER_PYTHON_PIP = """\
ERROR: Ignored the following versions that require a different python version: 13.0 Requires-Python >=3.11.5; \
13.1 Requires-Python >=3.11.5
ERROR: Could not find a version that satisfies the requirement pymdown-extensions==13.0 (from versions: 12.3)
ERROR: No matching distribution found for pymdown-extensions==13.0
"""
FULL_PIP = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n"
DENIED_PIP = """\
ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/a b/.venv/lib/x.py'
Check the permissions.
"""
NO_VENV = """\
The virtual environment was not created successfully because ensurepip is not
available.  On Debian/Ubuntu systems, you need to install the python3-venv
package using the following command.
"""
NO_NETWORK_NPM = """\
npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/katex failed, reason: connect ECONNREFUSED 127.0.0.1:9
"""
NO_VERSION_NPM = "npm error code ETARGET\nnpm error notarget No matching version found for katex@99.0.0.\n"
DENIED_NPM = "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /nonexistent\n"
DAMAGED_NPM = "npm error code EINTEGRITY\nnpm error sha512-x integrity checksum failed\n"


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (NO_NETWORK_PIP, "the package index cannot be reached; check the network, or name a mirror"),
        (NO_NETWORK_NPM, "the package index cannot be reached; check the network, or name a mirror"),
        (NO_VERSION_PIP, "the package index has no babel==99.0 for Python 3."),
        (NO_VERSION_NPM, "the package index has no katex@99.0.0; name a mirror"),
        (OTHER_PYTHON_PIP, "pymdown-extensions==13.0 says Requires-Python >=3.11.5, this is Python 3."),
        (FULL_PIP, "the disk is full; make room"),
        (DENIED_PIP, "/a b/.venv/lib/x.py cannot be written; "),
        (DENIED_NPM, "a file it needs cannot be written; "),
        (DAMAGED_NPM, "what the package index sent is not what the lock names"),
        (NO_VENV, "this Python comes without venv; on Debian and Ubuntu: apt-get install python3-venv"),
    ],
)
def test_the_reason(output, reason):
    assert way_out(output).startswith(reason)
    assert "\n" not in way_out(output)


def test_an_unknown_failure_has_no_reason():
    assert way_out("ERROR: a wheel is not a zip file\n") is None
