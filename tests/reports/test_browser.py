"""The page in a real browser: wide, narrow, dark, and with scripts switched off."""

from __future__ import annotations

from tests.reports.browser import Browser
from tests.reports.conftest import Reported

FAULTS = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
SEEN = "[...document.querySelectorAll('svg')].filter(s => s.getBoundingClientRect().width > 200).length"
ALL = "document.querySelectorAll('svg').length"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SORTED = """(() => {
  const table = document.querySelector('table.sortable');
  const column = [...table.tHead.rows[0].cells].findIndex(c => c.textContent === 'take rate');
  const order = () => [...table.tBodies[0].rows].map(r => Number(r.cells[column].dataset.order));
  const press = () => table.tHead.rows[0].cells[column].querySelector('button').click();
  press(); const down = order(); press(); const up = order();
  return [down, up];
})()"""


def test_the_page_opens_without_errors_or_requests(full: Reported, browser: Browser) -> None:
    browser.open(full.page)
    assert browser.evaluate(SEEN) == browser.evaluate(ALL) > 40
    assert browser.seen(*FAULTS) == []
    asked = [e["request"]["url"] for e in browser.seen("Network.requestWillBeSent")]
    assert [url for url in asked if not url.startswith("data:")] == [full.page.resolve().as_uri()]


def test_nothing_runs_over_the_edge_of_a_phone(full: Reported, browser: Browser) -> None:
    for width in (390, 360):
        browser.open(full.page, width)
        browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        assert browser.evaluate(OVERFLOW) <= 0
        assert browser.evaluate("window.innerWidth") == width
    text = "[...document.querySelectorAll('svg text')].map(t => t.getBoundingClientRect().height)"
    assert min(browser.evaluate(text)) >= 10


def test_the_table_of_the_lead_fits_a_phone(full: Reported, browser: Browser) -> None:
    browser.open(full.page, 390)
    assert browser.evaluate("(t => t.scrollWidth - t.clientWidth)(document.querySelector('.narrow'))") <= 0


def test_the_contents_stay_in_view_on_a_wide_screen(full: Reported, browser: Browser) -> None:
    browser.open(full.page, 1280)
    browser.evaluate("window.scrollTo({ top: 5000, behavior: 'instant' })")
    assert 0 <= browser.evaluate("document.querySelector('nav').getBoundingClientRect().top") < 50
    assert browser.evaluate(OVERFLOW) <= 0


def test_tables_are_readable_without_scripts_and_sort_with_them(full: Reported, browser: Browser) -> None:
    browser.open(full.page, scripts=False)
    assert "button" not in browser.evaluate("document.querySelector('table.sortable').innerHTML")
    assert browser.evaluate("document.querySelector('table.sortable').innerText.split('\\n').length") > 3
    assert browser.evaluate("getComputedStyle(document.querySelector('details table')).display") == "table"
    browser.open(full.page)
    down, up = browser.evaluate(SORTED)
    assert down == sorted(down, reverse=True)
    assert up == sorted(up)


def test_drawings_follow_light_and_dark(full: Reported, browser: Browser) -> None:
    colours = []
    for dark in (False, True):
        browser.open(full.page, dark=dark)
        text = browser.evaluate("getComputedStyle(document.querySelector('svg text')).fill")
        paper = browser.evaluate("getComputedStyle(document.body).backgroundColor")
        colours += [text, paper]
    assert len(set(colours)) == 4


def test_a_bare_page_opens_too(bare: Reported, browser: Browser) -> None:
    browser.open(bare.page, 390)
    assert browser.evaluate(OVERFLOW) <= 0
    assert browser.seen(*FAULTS) == []


def test_markup_from_outside_stays_text(poisoned: Reported, browser: Browser) -> None:
    browser.open(poisoned.page, 390)
    assert browser.evaluate(OVERFLOW) <= 0
    assert browser.seen(*FAULTS, "Page.javascriptDialogOpening") == []
    assert browser.evaluate("document.querySelectorAll('script').length") == 1
    assert "<script>alert" in browser.evaluate("document.querySelector('h1').textContent")
