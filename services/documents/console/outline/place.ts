import { words } from '../words/outline.ts'

/** A place in a template, as problems and tags name it. */
export interface OutlinePlace {
  readonly part: string
  readonly paragraph: number
  readonly tag: string
}

/** `word/header2.xml` as people call it. */
export function partName(part: string): string {
  const found = /^word\/(document|header|footer|footnotes|endnotes)(\d*)\.xml$/.exec(part)
  if (found === null) return part === '' ? words('file') : part
  const [, kind = '', number = ''] = found
  switch (kind) {
    case 'document':
      return words('document')
    case 'header':
      return words('header', { number })
    case 'footer':
      return words('footer', { number })
    default:
      return words('notes')
  }
}
