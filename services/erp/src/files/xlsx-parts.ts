import { escapeAttribute } from '@oficina/xml/xml-text.ts'

import { writable } from './xlsx-cells.ts'

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Where the text of the styles begins. */
export const STYLE_HEAD = `${XML}<styleSheet xmlns="${MAIN}">`

interface WorkbookContents {
  /** The names of the worksheets. */
  readonly sheets: readonly string[]
  readonly styles: string
  /** What the workbook names, such as the rows that every printed page repeats; XML. */
  readonly definedNames?: string
  /** Content types of further parts; XML. */
  readonly moreTypes?: string
}

/** The small parts of the workbook. They follow the worksheets, whose number is not known before. */
export function partsOf({
  sheets,
  styles,
  definedNames = '',
  moreTypes = '',
}: WorkbookContents): readonly (readonly [name: string, text: string])[] {
  const numbered = sheets.map((name, index) => ({ name, id: index + 1 }))
  const style = sheets.length + 1
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
        numbered
          .map(
            ({ id }) =>
              `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
          )
          .join('') +
        `${moreTypes}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbered
        .map(
          ({ name, id }) =>
            `<sheet name="${escapeAttribute(writable(name))}" sheetId="${id}" r:id="rId${id}"/>`,
        )
        .join('')}</sheets>${definedNames}</workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbered
        .map(
          ({ id }) =>
            `<Relationship Id="rId${id}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rId${style}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ]
}
