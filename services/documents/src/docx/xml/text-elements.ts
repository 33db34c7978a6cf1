/** How a value's text is written where its tag stands. */
export type TextKind =
  /** In a run of Word: line ends become `w:br`, tabs `w:tab`. */
  | 'word'
  /** In DrawingML text: line ends become `a:br`. */
  | 'drawing'
  /** Where there is nothing but text, as in document properties. */
  | 'plain'
  /** In the instruction of a field: quotes and backslashes are escaped. */
  | 'instruction'

// The elements that docxtemplater looks for tags in, so that a template made for it finds all of its tags filled.
const TEXT_ELEMENTS: ReadonlyMap<string, TextKind> = new Map([
  ['w:t', 'word'],
  ['a:t', 'drawing'],
  ...[
    'm:t',
    'Company',
    'HyperlinkBase',
    'Manager',
    'cp:category',
    'cp:keywords',
    'cp:contentStatus',
    'dc:creator',
    'dc:description',
    'dc:subject',
    'dc:title',
    'PublishDate',
    'Abstract',
    'CompanyAddress',
    'CompanyPhone',
    'CompanyFax',
    'CompanyEmail',
    'vt:lpstr',
    'vt:lpwstr',
  ].map((name): [string, TextKind] => [name, 'plain']),
])

/** How text in an element of this name is written; undefined where a reader sees no text. */
export function textKindOf(element: string): TextKind | undefined {
  return TEXT_ELEMENTS.get(element)
}

/** Elements that hold a line of text whose tags may be split over several text elements. */
export function isParagraph(element: string): boolean {
  return element === 'w:p' || element === 'a:p' || element === 'm:oMath'
}
