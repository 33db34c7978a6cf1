/** Formatted text as blocks that follow each other: what is left of Markdown or HTML when all that is unsafe is gone. */
export type RichBlock = RichParagraph | RichTable

export type RichParagraph = {
  readonly kind: 'paragraph'
  readonly role: 'text' | 'code' | 'rule' | RichHeading
  /** How many quotations it stands in. */
  readonly quotes: number
  readonly item: RichItem | undefined
  readonly align: RichAlign | undefined
  readonly inlines: readonly RichInline[]
}

export type RichHeading = { readonly level: 1 | 2 | 3 | 4 | 5 | 6 }

export type RichAlign = 'left' | 'center' | 'right' | 'both'

/** The place of a paragraph in a list; only the first of an item has its mark. */
type RichItem = {
  readonly list: RichList
  /** 0 for an item of the outermost list. */
  readonly depth: number
  readonly isMarked: boolean
}

/** A list; each object is a list of its own, which begins to count anew. */
export type RichList = { readonly isOrdered: boolean; readonly start: number }

export type RichTable = { readonly kind: 'table'; readonly rows: readonly RichRow[] }

export type RichRow = { readonly isHeader: boolean; readonly cells: readonly RichCell[] }

export type RichCell = {
  readonly blocks: readonly RichBlock[]
  readonly columnSpan: number
  readonly rowSpan: number
}

export type RichInline =
  | { readonly kind: 'text'; readonly text: string; readonly style: RichStyle }
  | { readonly kind: 'break' }
  | {
      readonly kind: 'picture'
      /** As any value of an image tag. */
      readonly source: string
      readonly description: string
      readonly widthPx: number | undefined
    }

export type RichStyle = {
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly isUnderlined?: boolean
  readonly isStruck?: boolean
  readonly isCode?: boolean
  readonly isMarked?: boolean
  readonly raised?: 'superscript' | 'subscript'
  /** Six hexadecimal digits. */
  readonly colour?: string
  /** Where a link leads, not checked yet. */
  readonly link?: string
}
