import type { Part } from './part.ts'
import { Table } from './table.ts'

export interface Snippet {
  readonly id: number
  readonly title: string
  readonly content: string
  /** UNIX seconds. */
  readonly date_created: number
}

export const snippets = new Table<number, Snippet>()

interface SnippetEvent {
  readonly saved_snippet: Snippet
}

export const snippetsPart: Part = {
  later: ['saved_snippets'],
  take: (state) => {
    const given = state['saved_snippets']
    if (given === undefined) return
    snippets.replace((given as readonly Snippet[]).map((one) => [one.id, one]))
  },
  events: {
    'saved_snippets add': ({ saved_snippet: one }: SnippetEvent) => snippets.set(one.id, one),
    'saved_snippets update': ({ saved_snippet: one }: SnippetEvent) => snippets.set(one.id, one),
    'saved_snippets remove': ({ saved_snippet_id: id }: { saved_snippet_id: number }) =>
      snippets.delete(id),
  },
}
