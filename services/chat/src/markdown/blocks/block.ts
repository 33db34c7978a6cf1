import type { Table } from './tables.ts'

/** What a message consists of before its texts are read. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Text directly in a list item, without a paragraph. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | List

export interface List {
  readonly kind: 'list'
  readonly tag: 'ol' | 'ul'
  /** The number of the first item, as it was written. */
  readonly start: string
  readonly items: Block[][]
}
