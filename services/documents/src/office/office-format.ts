/** The parts of an office suite, which distributions install one by one. */
export type OfficeModule = 'writer' | 'calc' | 'impress'

/** How the office reads a kind of file. */
export interface OfficeFormat {
  readonly extension: string
  readonly module: OfficeModule
  /** The office’s name of the filter, so that it never guesses what a file is. */
  readonly loadFilter: string
  readonly loadOptions?: string
  /** A package of parts and relationships, as Office has made since 2007. */
  readonly isOpenXml?: true
}

export const WORD: OfficeFormat = {
  extension: 'docx',
  module: 'writer',
  loadFilter: 'MS Word 2007 XML',
  isOpenXml: true,
}

export const EXPORT_FILTERS: Readonly<Record<OfficeModule, string>> = {
  writer: 'writer_pdf_Export',
  calc: 'calc_pdf_Export',
  impress: 'impress_pdf_Export',
}
