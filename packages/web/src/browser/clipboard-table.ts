/** A table as spreadsheets put it on the clipboard: tabs between cells, quoted where a cell has several lines. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  const cells = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const reader = { at: 0 }
  let row: string[] = []
  while (reader.at <= cells.length) {
    row.push(readCell(cells, reader))
    if (cells[reader.at] !== '\t') {
      rows.push(row)
      row = []
    }
    reader.at += 1
  }
  return rows.filter((cellsOfRow) => cellsOfRow.some((cell) => cell.trim() !== ''))
}

/** Reads one cell; `reader` stands at the tab or the end of line behind it then. */
function readCell(text: string, reader: { at: number }): string {
  const start = reader.at
  if (text[start] === '"') {
    const quoted = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y
    quoted.lastIndex = start
    const found = quoted.exec(text)
    if (found !== null) {
      reader.at = quoted.lastIndex
      return (found[1] ?? '').replaceAll('""', '"')
    }
  }
  const end = text.slice(start).search(/[\t\n]/)
  reader.at = end < 0 ? text.length : start + end
  return text.slice(start, reader.at)
}
