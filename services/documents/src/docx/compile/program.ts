import type { ZipPrefix } from '@oficina/zip/write-zip.ts'

import type { CodeStyle } from '../codes/code-style.ts'
import type { Evaluate } from '../expression/expression-evaluate.ts'
import type { Expression } from '../expression/expression.ts'
import type { ListsPart } from '../package/lists-part.ts'
import type { RelationshipsPart } from '../package/relationships.ts'
import type { LinkAttribute, TagSource } from '../tags/tag-syntax.ts'
import type { TextKind } from '../xml/text-elements.ts'
import type { NamedStyles } from './named-styles.ts'

/** One step of writing a part. A part is written by taking its steps in order. */
export type Op =
  | StaticOp
  | ValueOp
  | SectionOp
  | RawOp
  | ImageOp
  | CodeOp
  | RichOp
  | TableOp
  | EnsureParagraphOp
  | UniqueOp
  | OnceOp
  | InnerOp
  | LinkOp
  | DropOp
  | MergeOp
  | LeadingOp
  | GridOp
  | ShareOp

type StaticOp = { readonly kind: 'static'; readonly text: string }

export type ValueOp = {
  readonly kind: 'value'
  readonly evaluate: Evaluate
  readonly expression: Expression
  readonly source: TagSource
  readonly textKind: TextKind
  readonly breaks: TextBreaks
}

/** What a value's line ends and tabs are written as where the tag stands. */
export type TextBreaks = { readonly line: string; readonly tab: string }

export type SectionOp = {
  readonly kind: 'section'
  readonly evaluate: Evaluate
  readonly expression: Expression
  readonly source: TagSource
  readonly isInverted: boolean
  /** True when table rows are repeated, so that the value is a list. */
  readonly repeatsRows: boolean
  /** When the lists inside begin again: where the section begins, or with each repetition. */
  readonly restartsLists: 'section' | 'each' | undefined
  /** The path of what is looped over, for the names of missing values. */
  readonly label: string
  readonly body: readonly Op[]
  /** What is written when the body is not. */
  readonly otherwise: readonly Op[]
}

export type RawOp = {
  readonly kind: 'raw'
  readonly evaluate: Evaluate
  readonly expression: Expression
  readonly source: TagSource
}

/** Where a picture is drawn, and how large it may be there. */
export type PictureOp = {
  readonly evaluate: Evaluate
  readonly expression: Expression
  readonly source: TagSource
  readonly widthEmu: number
  readonly maxHeightEmu: number
  readonly wordPrefix: string
}

export type ImageOp = PictureOp & { readonly kind: 'image' }

/** A QR code or barcode of the value. */
export type CodeOp = PictureOp & { readonly kind: 'code'; readonly style: CodeStyle }

/** Elements that say how a paragraph or a run looks, by their names. */
export type Properties = ReadonlyMap<string, string>

/** Formatted text in place of a paragraph; pictures in it are at most as wide as the text. */
export type RichOp = PictureOp & {
  readonly kind: 'rich'
  readonly styles: NamedStyles
  /** How the tag's own paragraph and run look. */
  readonly paragraph: Properties
  readonly run: Properties
  /** The end of a section that the paragraph holds. */
  readonly sectionBreak: string
}

/**
 * A table whose rows all belong to sections: Word refuses a table without rows, so then the whole table is left out.
 */
export type TableOp = {
  readonly kind: 'table'
  readonly head: readonly Op[]
  readonly rows: readonly Op[]
  readonly tail: readonly Op[]
}

/** Word refuses a cell that does not end in a paragraph, which sections may remove. */
type EnsureParagraphOp = { readonly kind: 'ensure-paragraph'; readonly paragraph: string }

/** A number that must be unique: a drawing's, or that of a bookmark's two ends. */
export type UniqueOp = {
  readonly kind: 'unique'
  readonly space: 'drawing' | 'bookmark-start' | 'bookmark-end' | 'bookmark-name' | 'list'
  /** The number in the template, by which two ends find each other; for names, the name. */
  readonly original: string
}

/** Written only once: a comment cannot be anchored twice. */
type OnceOp = { readonly kind: 'once'; readonly text: string }

/** A value in an attribute or in a field's instruction. */
export type InnerOp = {
  readonly kind: 'inner'
  readonly evaluate: Evaluate
  readonly expression: Expression
  readonly source: TagSource
  readonly isInstruction: boolean
}

/** The address of a link, in a field or in a relationship; each address has its own. */
export type LinkOp = {
  readonly kind: 'link'
  readonly pieces: readonly LinkPiece[]
  readonly relationship: LinkAttribute | undefined
}

/** A row or a paragraph that is left out when a tag in it says so. */
export type DropOp = {
  readonly kind: 'drop'
  readonly element: 'row' | 'paragraph'
  readonly body: readonly Op[]
}

/** Whether a cell begins a merged one, or goes on with the cell above it, whose value is the same. */
export type MergeOp = {
  readonly kind: 'merge'
  readonly evaluate: Evaluate
  readonly source: TagSource
  readonly begins: string
  readonly goesOn: string
}

/** Text that only the first repetition of a section writes so. */
type LeadingOp = {
  readonly kind: 'leading'
  readonly first: string
  readonly others: string
}

/** The columns of a table that a section repeats: as many as the list has items, together as wide as drawn. */
export type GridOp = {
  readonly kind: 'grid'
  readonly evaluate: Evaluate
  readonly source: TagSource
  readonly widths: readonly number[]
  readonly wordPrefix: string
}

/** The width of a repeated cell: its share of the width that was drawn. */
export type ShareOp = { readonly kind: 'share'; readonly width: number }

export type LinkPiece =
  | { readonly text: string }
  | { readonly evaluate: Evaluate; readonly expression: Expression; readonly source: TagSource }

export type CompiledPart = {
  readonly name: string
  readonly dosTime: number
  readonly ops: readonly Op[]
  /** Whether the data names pictures of the part; those of codes are drawn here. */
  readonly hasImages: boolean
  /** Present for parts with image or code tags, or tags in links. */
  readonly relationships: RelationshipsPart | undefined
}

export type CompiledPackage = {
  /** Parts that every render leaves as they are, ready to be copied. */
  readonly prefix: ZipPrefix
  readonly parts: readonly CompiledPart[]
  /** Above every number that the template's drawings and bookmarks use. */
  readonly firstDrawingId: number
  readonly firstBookmarkId: number
  readonly partNames: ReadonlySet<string>
  /** Present when a document may add lists to this part: sections that restart some, or formatted text. */
  readonly lists: ListsPart | undefined
}
