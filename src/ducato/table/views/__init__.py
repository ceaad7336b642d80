"""What a screen shows and reads, as JSON: views, their differences, the log, reasons, results.

Everything here is made from copies of the state that are redacted for the reader's seat, so what is
hidden cannot get into a message.
"""
