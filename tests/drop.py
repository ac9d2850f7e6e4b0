"""Drops files on a window as a file manager does: the source's side of XDND 5, over X11.

    tests/drop.py WINDOW FILE...
"""

import sys
import time
from urllib.parse import quote

from Xlib import X, display
from Xlib.protocol import event

window_id, files = int(sys.argv[1]), sys.argv[2:]
d = display.Display()
root = d.screen().root
target = d.create_resource_object("window", window_id)
atom = d.intern_atom
source = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
uris = "".join("file://" + quote(it) + "\r\n" for it in files).encode()
uri_list = atom("text/uri-list")


def aware(window):
    """The window that takes drops: this one, or one around it."""
    while window.id != root.id:
        if window.get_full_property(atom("XdndAware"), X.AnyPropertyType):
            return window
        window = window.query_tree().parent
    sys.exit("the window takes no drops")


def send(name, data):
    message = event.ClientMessage(window=target, client_type=atom(name), data=(32, data))
    target.send_event(message, event_mask=0)
    d.flush()


def answers(until):
    """Serves the selection until a message of this name arrives; gives its data."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if not d.pending_events():
            time.sleep(0.01)
            continue
        it = d.next_event()
        if it.type == X.SelectionRequest:
            it.requestor.change_property(it.property, uri_list, 8, uris)
            answer = event.SelectionNotify(
                time=it.time, requestor=it.requestor, selection=it.selection, target=it.target, property=it.property
            )
            it.requestor.send_event(answer)
            d.flush()
        elif it.type == X.ClientMessage and d.get_atom_name(it.client_type) == until:
            return it.data[1]
    sys.exit("no answer: " + until)


target = aware(target)
place = target.translate_coords(root, 0, 0)
x, y = -place.x + 300, -place.y + 300
source.set_selection_owner(atom("XdndSelection"), X.CurrentTime)
send("XdndEnter", [source.id, 5 << 24, uri_list, 0, 0])
send("XdndPosition", [source.id, 0, x << 16 | y, X.CurrentTime, atom("XdndActionCopy")])
if not answers("XdndStatus")[1] & 1:
    sys.exit("the window does not take it")
send("XdndDrop", [source.id, 0, X.CurrentTime, 0, 0])
answers("XdndFinished")
