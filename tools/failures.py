"""Read in the output of pip, npm and their like why they failed, and say the way out."""

import re
import sys

VERSION = sys.version.split()[0]
INDEX = "name a mirror or proxy (pip: PIP_INDEX_URL, PIP_PROXY; npm: npm_config_registry, npm_config_proxy)"

# The first that fits is the reason: a lost connection also makes pip say that no version exists.
REASONS = (
    (
        r"No space left on device|ENOSPC|Disk quota exceeded|EDQUOT",
        "the disk is full; make room and try again",
    ),
    (
        r"ensurepip is not\s+available|No module named '?(?:ensurepip|venv|pip)\b",
        "this Python comes without venv; on Debian and Ubuntu: apt-get install python3-venv",
    ),
    (
        r"NewConnectionError|Connect\w*Timeout|ReadTimeout|Read timed out|ProxyError|SSLError|ProtocolError"
        r"|Connection (?:refused|reset|aborted)|Name or service not known|name resolution|Network is unreachable"
        r"|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT"
        r"|Could not resolve|Failed to fetch|getaddrinfo",
        f"the package index cannot be reached; check the network, or {INDEX}",
    ),
    (
        r"(?:Permission denied|EACCES|EPERM|EROFS|Read-only file system)(?:: '(?P<what>[^'\n]+)')?",
        "{what} cannot be written; give yourself the right to, or work in a folder of your own",
    ),
    (
        r"require a different python version: [^\n]*?(?P<python>Requires-Python [^;\n]+)[\s\S]*?"
        r"No matching distribution found for (?P<what>\S+)",
        f"{{what}} says {{python}}, this is Python {VERSION}; choose another (make PYTHON=python3.12)",
    ),
    (
        r"No matching distribution found for (?P<what>\S+)",
        f"the package index has no {{what}} for Python {VERSION} on this machine; {INDEX}, "
        "or choose another Python (make PYTHON=python3.11)",
    ),
    (
        r"No matching version found for (?P<what>\S+?)\.?\s|code E404",
        f"the package index has no {{what}}; {INDEX}",
    ),
    (
        r"EINTEGRITY|DO NOT MATCH THE HASHES",
        f"what the package index sent is not what the lock names; {INDEX}",
    ),
)


def way_out(output: str) -> str | None:
    """The reason and the way out, or None when the output holds nothing known.

    Args:
        output: Everything that the failed program wrote.
    """
    for pattern, text in REASONS:
        if found := re.search(pattern, output, re.M):
            return text.format_map({"what": "a file it needs"} | found.groupdict("a file it needs"))
    return None
