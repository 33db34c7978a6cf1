"""Converts one .docx to PDF many times through Python's UNO bridge, and prints the milliseconds of each as JSON.

Usage: python3 uno-peer.py <pipe name> <source.docx> <target.pdf> <runs>
"""
import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue


def prop(name, value):
    return PropertyValue(name, 0, value, 0)


pipe, source, target, runs = sys.argv[1:5]
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
for attempt in range(500):
    try:
        remote = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.02)
desktop = remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
load = (prop("Hidden", True), prop("ReadOnly", True), prop("FilterName", "MS Word 2007 XML"))
data = uno.Any("[]com.sun.star.beans.PropertyValue", (prop("UseLosslessCompression", True), prop("ReduceImageResolution", False)))
store = (prop("FilterName", "writer_pdf_Export"), prop("Overwrite", True), prop("FilterData", data))
times = []
for _ in range(int(runs)):
    started = time.perf_counter()
    document = desktop.loadComponentFromURL(f"file://{source}", "_blank", 0, load)
    document.storeToURL(f"file://{target}", store)
    document.close(True)
    times.append((time.perf_counter() - started) * 1000)
print(json.dumps(times))
