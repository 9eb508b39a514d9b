"""The program: ``parlour``, or ``python -m parlour``."""

from __future__ import annotations

from parlour.stopping import run

__all__ = ["main"]


def main() -> None:
    """Run the command that was typed; Ctrl-C ends it within a second, also while it is still loading."""
    run(_command)


def _command() -> None:
    from parlour.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
