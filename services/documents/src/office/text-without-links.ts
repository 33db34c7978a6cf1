const LOADED =
  /(\s(?:src|background|data|poster|dynsrc|lowsrc|codebase|archive|code)\s*=\s*)("[^"]*"|'[^']*'|[^\s>]*)/gi
const PIXELS = /^["']?data:image\/[a-z]+;base64,\s*(?:iVBORw0KGgo|\/9j\/|R0lGOD)/

/** HTML that loads nothing: pictures in it stay, links too. */
export function htmlWithoutLinks(html: string): string {
  return (
    html
      // In it, letters of a tag could be written as others.
      .replaceAll(/utf-7/gi, 'utf-8')
      .replaceAll(LOADED, (whole, start: string, value: string) =>
        PIXELS.test(value) ? whole : `${start}""`,
      )
      .replaceAll(/url\s*\(/gi, 'none(')
  )
}

// What may stand in a field; any other may have the office read a file.
const FIELDS: ReadonlySet<string> = new Set(
  `HYPERLINK PAGE PAGEREF NUMPAGES SECTIONPAGES SECTION TOC TC XE INDEX REF NOTEREF SEQ DATE TIME
  CREATEDATE SAVEDATE PRINTDATE AUTHOR TITLE SUBJECT KEYWORDS FILENAME NUMWORDS NUMCHARS STYLEREF
  SYMBOL FORMTEXT FORMCHECKBOX FORMDROPDOWN MERGEFIELD QUOTE IF EQ DOCPROPERTY`.split(/\s+/),
)
const FIELD = /\\fldinst(?![a-z])(?:[\s{}]|\\[a-z]+-?\d* ?)*([a-z]*)/gi
// The beginning of a drawing, in the digits in which RTF writes pictures.
const DRAWING = '3c737667'

/** RTF whose fields read no file, and whose pictures are no drawings that name others. */
export function rtfWithoutLinks(rtf: string): string {
  const safe = rtf.replaceAll(FIELD, (whole, word: string) =>
    FIELDS.has(word.toUpperCase()) ? whole : whole.replace('\\fldinst', '\\fldnone'),
  )
  const isDrawn = /<svg/i.test(safe) || safe.replaceAll(/\s/g, '').toLowerCase().includes(DRAWING)
  return isDrawn ? safe.replaceAll(/\\pict(?![a-z])/g, '\\nopict') : safe
}

const INCLUDED = /I\0?N\0?C\0?L\0?U\0?D\0?E\0?(?=[PT])/gi

/** A file of before 2007, in which every byte has its place: its fields have another name, its drawings too. */
export function oldWithoutLinks(bytes: string): string {
  return bytes.replaceAll(INCLUDED, (word) => word.replace(/I/i, 'X')).replaceAll(/<svg/gi, '<xvg')
}
