"""Writes the documentation as static files: ``python -m pitbook.web.docs FOLDER``."""

import json
import re
import shutil
import sys
from pathlib import Path

from pitbook.web.docs import site
from pitbook.web.http.pages import STATIC, environment

FRAME = "docs/static.html"
FILES = ("base.css", "docs.css", "docs.js", "theme.js", "base.js", "icon.svg")


def write_site(target: Path) -> list[Path]:
    """Writes every page with its pictures, styles and scripts to one folder that any web server can serve."""
    target.mkdir(parents=True, exist_ok=True)
    context = {"navigation": site.navigation(), "prefix": "", "ending": ".html", "frame": FRAME, "path": ""}
    written = [target / "index.html"]
    written[0].write_text(environment().get_template("docs/index.html").render(context), "utf-8")
    for name in site.names():
        path = target / f"{name}.html"
        html = environment().get_template("docs/page.html").render(context | {"doc": site.page_of(name)})
        path.write_text(_with_endings(html), "utf-8")
        written.append(path)
    (target / "search.json").write_text(json.dumps(site.search_index(), ensure_ascii=False), "utf-8")
    for name in FILES:
        shutil.copy(STATIC / name, target / name)
    shutil.copytree(STATIC / "fonts", target / "fonts", dirs_exist_ok=True)
    shutil.copytree(site.folder() / "images", target / "images", dirs_exist_ok=True)
    return written


def _with_endings(html: str) -> str:
    """Adds ``.html`` to links between pages, since static files need it."""
    pages = "|".join(map(re.escape, site.names()))
    return re.sub(rf'href="({pages})(#[\w-]*)?"', r'href="\1.html\2"', html)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("pitbook: name the folder to write the documentation to: python -m pitbook.web.docs FOLDER")
    made = write_site(Path(sys.argv[1]))
    print(f"{len(made)} pages in {sys.argv[1]}")
