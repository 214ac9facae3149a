"""The server answers with the site's files and with nothing else, whatever it is asked."""

import socket
from http.client import HTTPConnection

import pytest

from tools.site import server as module
from tools.site.server import serving


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("around") / "site"
    (folder / "a/头").mkdir(parents=True)
    (folder / "en").mkdir()
    (folder / "inner").mkdir()
    (folder / "inner/404.html").write_text("not here", encoding="utf-8")
    (folder / "index.html").write_text("<p>多头</p>", encoding="utf-8")
    (folder / "a/index.html").write_text("<p>a</p>", encoding="utf-8")
    (folder / "a/头/index.html").write_text("<p>头</p>", encoding="utf-8")
    (folder / "a/f.woff2").write_bytes(b"font")
    (folder / "a/example_01.py").write_text("# 头", encoding="utf-8")
    (folder / "404.html").write_text("没有这一页", encoding="utf-8")
    (folder.parent / "secret").write_text("secret")
    (folder / "link").symlink_to(folder.parent / "secret")
    return folder


@pytest.fixture(scope="module")
def port(site):
    with serving(site) as port:
        yield port


def ask(port, path, method="GET", body=None, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    headers = {name.lower(): value for name, value in answer.getheaders() if name != "Date"}
    result = answer.status, headers, answer.read().decode()
    connection.close()
    return result


def raw(port, request):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
        s.sendall(request)
        answer = b""
        while part := s.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("/", "text/html; charset=utf-8", "<p>多头</p>"),
        ("/a/?q=1", "text/html; charset=utf-8", "<p>a</p>"),
        ("/a/%E5%A4%B4/", "text/html; charset=utf-8", "<p>头</p>"),
        ("/a/f.woff2", "font/woff2", "font"),
        ("/a/example_01.py", "text/plain; charset=utf-8", "# 头"),
    ],
)
def test_a_file_comes_with_its_kind(port, path, kind, text):
    status, headers, body = ask(port, path)
    assert (status, headers["content-type"], body) == (200, kind, text)
    assert headers["cache-control"] == "no-cache"
    assert int(headers["content-length"]) == len(text.encode())
    assert ask(port, path, "HEAD") == (200, headers, "")


@pytest.mark.parametrize(
    "path",
    ["/b/", "/en/", "/secret", "/../secret", "/%2e%2e/secret", "/a/..%2f..%2fsecret", "/link", "/%00", "/a%00b/",
     "/" + "x" * 300, "/" + "x" * 60000, "//etc/passwd", "/a/index.html/", "/..\\secret"],
)  # fmt: skip
def test_what_is_not_there_gets_the_sites_own_page(port, path):
    status, headers, body = ask(port, path)
    assert (status, headers["content-type"], body) == (404, "text/html; charset=utf-8", "没有这一页")
    status, _, body = ask(port, path, "HEAD")
    assert (status, body) == (404, "")


@pytest.mark.parametrize("path", ["/inner/", "/inner/b/c/?q=/a/", "/inner/%00", "/inner/../inner/b"])
def test_a_site_within_the_site_has_its_own(port, path):
    status, headers, body = ask(port, path)
    assert (status, headers["content-type"], body) == (404, "text/html; charset=utf-8", "not here")
    assert ask(port, "/innermost/")[2] == ask(port, "/b/inner/")[2] == "没有这一页"


@pytest.mark.parametrize("request_line", [b"GET", b"GET / HTTP/9.9", b"x" * 70000])
def test_what_is_no_request_gets_no_page(port, request_line):
    assert "没有这一页".encode() not in raw(port, request_line + b"\r\n\r\n")
    assert ask(port, "/")[0] == 200


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/a", "/a/"),
        ("/a?x=1&y=2", "/a/?x=1&y=2"),
        ("/a/%E5%A4%B4", "/a/%E5%A4%B4/"),
        ("//a", "/a/"),
        ("/en%0d%0aSet-Cookie:a=1/..", "/en%0d%0aSet-Cookie:a=1/../"),
        ("///example.org/..", "/example.org/../"),
    ],
)
def test_a_folder_without_slash_is_redirected_within_the_site(port, path, target):
    status, headers, _ = ask(port, path)
    assert (status, headers["location"]) == (301, target)
    assert "set-cookie" not in headers


def test_raw_bytes_in_a_path_are_answered(port):
    assert raw(port, "GET /a/头 HTTP/1.0\r\n\r\n".encode()).split(b" ")[1] in (b"301", b"404")
    assert raw(port, b"GET /\xff\xfe HTTP/1.0\r\n\r\n").split(b" ")[1] == b"404"


def test_a_body_is_no_second_request(port):
    inner = b"GET /a/ HTTP/1.1\r\nHost: x\r\n\r\n"
    head = b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(inner)
    answer = raw(port, head + inner)
    assert answer.count(b"HTTP/1.0 200") == 1
    assert answer.endswith("<p>多头</p>".encode())
    assert raw(port, b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n").count(b"HTTP/1.0 200") == 1
    assert raw(port, b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n").count(b"HTTP/1.0 200") == 1


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "TRACE"])
def test_nothing_can_be_changed(port, method):
    assert ask(port, "/")[0] == 200
    assert ask(port, "/", method)[0] == 501


def test_nothing_is_compressed(port):
    for accepted in ("gzip", "gzip;q=0", "*"):
        status, headers, body = ask(port, "/", **{"Accept-Encoding": accepted})
        assert (status, body, "content-encoding" in headers) == (200, "<p>多头</p>", False)


def test_a_silent_client_is_let_go(site, monkeypatch):
    monkeypatch.setattr(module.Handler, "timeout", 0.05)
    with serving(site) as port, socket.create_connection(("127.0.0.1", port), timeout=5) as s:
        s.sendall(b"GET / HT")
        assert s.recv(100) == b""
        assert ask(port, "/")[0] == 200


def test_a_client_that_hangs_up_is_no_fault(site, capfd):
    with serving(site) as port:
        for _ in range(5):
            s = socket.create_connection(("127.0.0.1", port), timeout=5)
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            s.sendall(b"GET / HTTP/1.0\r\n\r\n")
            s.close()
        assert ask(port, "/")[0] == 200
    assert capfd.readouterr() == ("", "")


def test_only_this_machine_is_served(site):
    with module.server(site, 0) as running:
        assert running.server_address[0] == "127.0.0.1"


def test_a_site_being_swapped_is_waited_for(site, port):
    aside = site.with_name("aside")
    site.rename(aside)
    with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
        s.sendall(b"GET /a/ HTTP/1.0\r\n\r\n")
        aside.rename(site)
        answer = b"".join(iter(lambda: s.recv(65536), b""))
    assert answer.endswith(b"<p>a</p>")
