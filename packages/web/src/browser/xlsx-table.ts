import { zipParts } from './zip-parts.ts'

/**
 * The rows of the first worksheet as texts; days are the numbers that Excel writes. Rows that are left out in the file
 * are empty, so that their numbers stay.
 * @throws Error when it is no workbook
 */
export async function readWorkbook(bytes: ArrayBuffer): Promise<readonly (readonly string[])[]> {
  const parts = zipParts(bytes)
  const read = async (name: string): Promise<Document | undefined> => {
    const text = await parts.text(name)
    if (text === undefined) return undefined
    return new DOMParser().parseFromString(text, 'application/xml')
  }
  const strings = sharedTexts(await read('xl/sharedStrings.xml'))
  const sheet = await read(await firstSheet(read))
  if (sheet === undefined) throw new Error('no worksheet')
  const rows: string[][] = []
  for (const row of sheet.getElementsByTagName('row')) {
    const number = Number(row.getAttribute('r') ?? rows.length + 1)
    if (number > MAX_ROWS) break
    while (rows.length < number - 1) rows.push([])
    rows.push(cellsOf(row, strings))
  }
  return rows
}

const MAX_ROWS = 1_048_576

async function firstSheet(read: (name: string) => Promise<Document | undefined>): Promise<string> {
  const workbook = await read('xl/workbook.xml')
  const id = workbook?.getElementsByTagName('sheet')[0]?.getAttribute('r:id')
  const relations = await read('xl/_rels/workbook.xml.rels')
  const found = [...(relations?.getElementsByTagName('Relationship') ?? [])].find(
    (relation) => relation.getAttribute('Id') === id,
  )
  const target = found?.getAttribute('Target') ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function sharedTexts(document: Document | undefined): readonly string[] {
  return [...(document?.getElementsByTagName('si') ?? [])].map(textsIn)
}

function textsIn(element: Element): string {
  return [...element.getElementsByTagName('t')].map((text) => text.textContent ?? '').join('')
}

function cellsOf(row: Element, strings: readonly string[]): string[] {
  const cells: string[] = []
  for (const cell of row.getElementsByTagName('c')) {
    const at = columnOf(cell.getAttribute('r') ?? '') ?? cells.length
    while (cells.length < at) cells.push('')
    cells.push(textOf(cell, strings))
  }
  return cells
}

function textOf(cell: Element, strings: readonly string[]): string {
  const value = cell.getElementsByTagName('v')[0]?.textContent ?? ''
  switch (cell.getAttribute('t')) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'inlineStr':
      return textsIn(cell)
    case 'b':
      return value === '1' ? 'true' : 'false'
    default:
      return value
  }
}

/** `C7` stands in column 2. */
function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (letters === undefined) return undefined
  const digits = letters.split('').map((letter) => letter.charCodeAt(0) - 64)
  return digits.reduce((sum, digit) => sum * 26 + digit, 0) - 1
}
