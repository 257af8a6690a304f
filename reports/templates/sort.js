// Sorts a table when one of its heads is pressed. Without scripts the tables stay as they are.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const value = (row, i) => {
    const cell = row.cells[i];
    return "order" in cell.dataset ? Number(cell.dataset.order) : cell.textContent;
  };
  const compare = (a, b) => {
    if (typeof a !== typeof b) return typeof a === "number" ? 1 : -1;
    return typeof a === "number" ? a - b : a.localeCompare(b);
  };
  table.querySelectorAll("thead th").forEach((head, i) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const direction = head.getAttribute("aria-sort") === "descending" ? "ascending" : "descending";
      table.querySelectorAll("thead th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", direction);
      const sign = direction === "ascending" ? 1 : -1;
      body.append(...[...body.rows].sort((a, b) => sign * compare(value(a, i), value(b, i))));
    });
  });
}
