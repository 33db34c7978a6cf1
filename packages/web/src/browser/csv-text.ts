/** The rows of a CSV text; a text within quotes may hold separators, quotes (doubled) and lines. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = (): void => {
    row.push(cell)
    rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Rows as RFC 4180 writes them. */
export function printCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('')
}

function printCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const SEPARATORS = [',', ';', '\t', '|']

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const counts = SEPARATORS.map((separator) => first.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
