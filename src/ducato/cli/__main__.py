"""``python -m ducato.cli``: the same as the command ``ducato``."""

from ducato.cli import main

if __name__ == "__main__":
    main()
