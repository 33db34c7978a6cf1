import type { SnippetObject } from '../../../wire/personal.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

export type Snippet = SnippetObject

export const snippets = new Table<number, Snippet>()

export const snippetsPart: Part = {
  later: ['saved_snippets'],
  take: (state) => {
    const given = state.saved_snippets
    if (given === undefined) return
    snippets.replace(given.map((one) => [one.id, one]))
  },
  events: {
    'saved_snippets add': ({ saved_snippet: one }) => snippets.set(one.id, one),
    'saved_snippets update': ({ saved_snippet: one }) => snippets.set(one.id, one),
    'saved_snippets remove': ({ saved_snippet_id: id }) => snippets.delete(id),
  },
}
