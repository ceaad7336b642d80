"""The table without a server: a whole game in one page.

`host` runs in a browser's Python (Pyodide), in a worker of the page; `build` writes the page.
"""
