/** Tables that are wider than the message scroll within it. */
export function enlivenTables(root: ParentNode): void {
  for (const table of root.querySelectorAll('table')) {
    const box = document.createElement('div')
    box.className = 'table-box'
    table.replaceWith(box)
    box.append(table)
  }
}

/** Whatever scrolls sideways can be reached, and so scrolled, with the keyboard; called once the content has its place. */
export function makeScrollable(root: ParentNode): void {
  for (const box of root.querySelectorAll<HTMLElement>('pre, .table-box, .katex-display')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
  }
}
