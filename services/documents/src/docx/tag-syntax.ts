import type { Expression } from './expression.ts'

/** Where a tag stands and how it was written, for messages. */
export type TagSource = { readonly part: string; readonly paragraph: number; readonly tag: string }

export type SectionTag = {
  readonly kind: 'open'
  readonly source: TagSource
  readonly expression: Expression
  readonly isInverted: boolean
  /** The text that a close tag may repeat: the whole expression, or the path it begins with. */
  readonly names: readonly string[]
  /** The element that the section repeats, when the author said so: `{-w:tr items}`. */
  readonly element: string | undefined
}

export type TagSyntax =
  | SectionTag
  | { readonly kind: 'value'; readonly source: TagSource; readonly expression: Expression }
  | { readonly kind: 'raw'; readonly source: TagSource; readonly expression: Expression }
  | {
      readonly kind: 'image'
      readonly source: TagSource
      readonly expression: Expression
      readonly isCentered: boolean
    }
  | { readonly kind: 'close'; readonly source: TagSource; readonly name: string }
  | { readonly kind: 'else'; readonly source: TagSource }
