import type { CodeStyle } from '../codes/code-style.ts'
import type { Expression } from '../expression/expression.ts'

/** Where a tag stands and how it was written, for messages. */
export type TagSource = { readonly part: string; readonly paragraph: number; readonly tag: string }

export type SectionTag = {
  readonly kind: 'open'
  readonly source: TagSource
  readonly expression: Expression
  readonly isInverted: boolean
  /** The text that a close tag may repeat: the whole expression, or the path it begins with. */
  readonly names: readonly string[]
  /** The element that the section repeats, when the author names it: `{-w:tr items}`. */
  readonly element: string | undefined
}

export type TagSyntax =
  | SectionTag
  | { readonly kind: 'value'; readonly source: TagSource; readonly expression: Expression }
  | { readonly kind: 'raw'; readonly source: TagSource; readonly expression: Expression }
  /** Formatted text in place of the tag's paragraph. */
  | { readonly kind: 'rich'; readonly source: TagSource; readonly expression: Expression }
  | {
      readonly kind: 'image'
      readonly source: TagSource
      readonly expression: Expression
      readonly isCentered: boolean
      /** Present when the value is not a picture's address but what a code says: `{%qr:liga}`. */
      readonly code: CodeStyle | undefined
    }
  | { readonly kind: 'close'; readonly source: TagSource; readonly name: string }
  | { readonly kind: 'else'; readonly source: TagSource }
  /** The address of a link, with the values in it. */
  | {
      readonly kind: 'address'
      readonly address: readonly AddressPiece[]
      /** Absent in a field, which holds its address itself. */
      readonly relationship?: LinkAttribute
    }

/** A piece of a link's address: fixed text, or a value. */
export type AddressPiece =
  | { readonly text: string }
  | { readonly expression: Expression; readonly source: TagSource }

/** The attribute that refers to a relationship, and what replaces it when no link is made. */
export type LinkAttribute = { readonly attribute: string; readonly withoutLink: string }
