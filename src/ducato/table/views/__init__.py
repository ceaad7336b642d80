"""The content of a screen: views, their differences, the log, reasons, results and figures.

Almost everything here is made from copies of the state that are redacted for the reader's seat, so
hidden information cannot get into a message; the exception is `full_log`, for finished games.
"""
