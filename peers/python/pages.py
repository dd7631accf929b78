"""Opens pages in Chromium and prints what a reader would find, as JSON: pages.py PICTURES PAGE...

PICTURES is a folder for a picture of each page, or empty for none. Each page is opened in both themes, in a wide window
and in one of a telephone. The browser shows no window, and takes its commands through a pipe (the DevTools protocol).
"""

import base64
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

WINDOWS = {"wide": (1280, 900), "phone": (390, 844)}
THEMES = ["light", "dark"]
# A browser that does not answer; all of it takes a few seconds otherwise.
SECONDS = 120

# The things that a reader of the page would see, after the frame in which the last drawing is shown.
FOUND = """
new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const isShown = (svg) => svg.getBoundingClientRect().width > 0;
  const inside = (text, around) => {
    const [own, outer] = [text.getBoundingClientRect(), around.getBoundingClientRect()];
    return {
      text: [...text.childNodes].filter((node) => node.nodeName !== "title").map((node) => node.textContent).join(""),
      inside: own.left >= outer.left - 1 && own.right <= outer.right + 1 && own.top >= outer.top - 1
        && own.bottom <= outer.bottom + 1,
    };
  };
  const names = (svg) => [...svg.querySelectorAll(".tick, .name, .title")].map((text) => inside(text, svg));
  resolve({
    background: getComputedStyle(document.body).backgroundColor,
    width: document.documentElement.scrollWidth,
    room: innerWidth,
    height: document.documentElement.scrollHeight,
    // Of the drawings of a plot, the style sheet shows one.
    plots: [...document.querySelectorAll(".plot")].map((plot) => {
      const svgs = [...plot.querySelectorAll("svg")].filter(isShown);
      return {
        title: svgs[0]?.getAttribute("aria-label") ?? "",
        drawings: svgs.length,
        paths: svgs.reduce((paths, svg) => paths + svg.querySelectorAll("path").length, 0),
        labels: svgs.flatMap(names),
      };
    }),
    lanes: [...document.querySelectorAll("svg.timeline")].map(names),
    // How far tables are wider than their room, by which their last values are out of sight.
    beyond: [...document.querySelectorAll(".scroll:has(> table:not(.heat))")].map(
      (place) => place.scrollWidth - place.clientWidth),
    // The bottom of the verdict and of the picture beside it.
    first: [...document.querySelectorAll(".first")].map((first) => first.getBoundingClientRect().bottom),
    timelines: [...document.querySelectorAll("svg.timeline")].map((svg) => svg.children.length),
    heat: [...document.querySelectorAll("table.heat")].map(
      (table) => new Set([...table.querySelectorAll("td")].map(
        (cell) => getComputedStyle(cell).backgroundColor)).size),
  });
})))
"""


class Browser:
    """A browser that takes commands and tells of events through a pipe."""

    def __init__(self, profile):
        to_browser, self.commands = os.pipe()
        self.events, from_browser = os.pipe()

        def connect():
            # The browser reads from 3 and writes to 4; either may have another pipe's number.
            to, back = os.dup(to_browser), os.dup(from_browser)
            os.dup2(to, 3)
            os.dup2(back, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        options = ["--headless", "--remote-debugging-pipe", f"--user-data-dir={profile}", "--no-first-run",
                   "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
                   "--hide-scrollbars"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        self.log = pathlib.Path(profile, "log")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(["chromium", *options], preexec_fn=connect, close_fds=False,
                                            stdout=log, stderr=log)
        os.close(to_browser)
        os.close(from_browser)
        self.sent = 0
        self.rest = b""
        self.seen = []

    def message(self):
        """Returns the next message."""
        while b"\0" not in self.rest:
            part = os.read(self.events, 1 << 20)
            if not part:
                raise SystemExit(f"the browser has ended: {self.log.read_text(errors='replace')[-2000:]}")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        """Sends a command and returns its result. Events before it are kept."""
        self.sent += 1
        command = {"id": self.sent, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") != self.sent:
                self.seen.append(message)
            elif "error" in message:
                raise SystemExit(f"{method}: {message['error']}")
            else:
                return message["result"]

    def wait_for(self, method, session):
        """Waits for an event of a page."""
        while not any(event.get("method") == method and event.get("sessionId") == session
                      for event in self.seen):
            self.seen.append(self.message())


def complaints(event):
    """Returns what an event tells of the page's errors and requests."""
    method, about = event.get("method"), event.get("params")
    if method == "Runtime.exceptionThrown":
        details = about["exceptionDetails"]
        return "errors", details.get("exception", {}).get("description", details["text"])
    if method == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
        return "errors", " ".join(str(part.get("value", part)) for part in about["args"])
    if method == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
        return "errors", about["entry"]["text"]
    if method == "Network.requestWillBeSent":
        return "requests", about["request"]["url"]
    return None


def opened(browser, page, theme, window, pictures):
    """Opens a page in a window of its own and returns what is found."""
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ["Page", "Runtime", "Log", "Network"]:
        browser.call(f"{domain}.enable", session)
    width, height = WINDOWS[window]
    browser.call("Emulation.setDeviceMetricsOverride", session, width=width, height=height,
                 deviceScaleFactor=1, mobile=window == "phone")
    browser.call("Emulation.setEmulatedMedia", session,
                 features=[{"name": "prefers-color-scheme", "value": theme}])
    address = pathlib.Path(page).resolve().as_uri()
    browser.seen.clear()
    browser.call("Page.navigate", session, url=address)
    browser.wait_for("Page.loadEventFired", session)
    result = browser.call("Runtime.evaluate", session, expression=FOUND, awaitPromise=True, returnByValue=True)
    found = {"page": page, "theme": theme, "window": window, "errors": [], "requests": [],
             **result["result"]["value"]}
    if pictures:
        picture = browser.call("Page.captureScreenshot", session, captureBeyondViewport=True,
                               clip={"x": 0, "y": 0, "width": width, "height": found["height"], "scale": 1})
        name = f"{pathlib.Path(page).stem}-{theme}-{window}.png"
        pathlib.Path(pictures, name).write_bytes(base64.b64decode(picture["data"]))
    for event in browser.seen:
        if event.get("sessionId") == session and (complaint := complaints(event)):
            kind, text = complaint
            if kind == "errors" or not text.startswith((address, "data:", "blob:")):
                found[kind].append(text)
    browser.call("Target.closeTarget", targetId=target)
    return found


def main():
    # Without its pipe, the browser ends too.
    signal.alarm(SECONDS)
    pictures, *pages = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="feedrate-pages") as profile:
        browser = Browser(profile)
        try:
            found = [opened(browser, page, theme, window, pictures)
                     for page in pages for theme in THEMES for window in WINDOWS]
            browser.call("Browser.close")
            browser.process.wait(10)
        finally:
            browser.process.kill()
            browser.process.wait()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
