"""One use case a file, each read like the page of the documentation that tells it."""
