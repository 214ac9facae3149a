"""One at a time; and a lock outlives the process that took it only with its children."""

import subprocess
import sys
import textwrap

HOLDER = textwrap.dedent("""
    import subprocess, sys
    from pathlib import Path
    from tools.held import held
    with held(Path(sys.argv[1]), "waiting"):
        child = "import sys; print('held', flush=True); sys.stdin.read()"
        subprocess.run([sys.executable, "-c", child], close_fds=False)
""")
WAITER = textwrap.dedent("""
    import sys
    from pathlib import Path
    from tools.held import held
    sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
    with held(Path(sys.argv[1]), "another one works; waiting for it"):
        print("mine")
""")


def start(source, lock, root):
    return subprocess.Popen(
        [sys.executable, "-c", source, str(lock)],
        cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip


def test_a_second_waits_with_one_line_until_the_last_child_ends(tmp_path, root):
    with start(HOLDER, tmp_path / "lock", root) as holder:
        assert holder.stdout.readline() == "held\n"
        holder.kill()
        holder.wait()
        with start(WAITER, tmp_path / "lock", root) as waiter:
            assert waiter.stdout.readline() == "· another one works; waiting for it\n"
            assert waiter.poll() is None
            holder.stdin.close()  # ends the child
            assert waiter.stdout.read() == "mine\n"


def test_a_free_lock_is_taken_without_a_word(tmp_path, root):
    with start(WAITER, tmp_path / "lock", root) as waiter:
        assert waiter.stdout.read() == "mine\n"
    with start(WAITER, tmp_path / "lock", root) as waiter:
        assert waiter.stdout.read() == "mine\n"
