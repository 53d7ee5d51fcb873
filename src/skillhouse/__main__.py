"""`python -m skillhouse`, the same as `skillhouse`."""

from skillhouse.cli import main

if __name__ == "__main__":
    main()
