"""Both sites: built, finished and served."""
