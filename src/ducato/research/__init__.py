"""Interfaces to the libraries of researchers, each in a package of its own."""
