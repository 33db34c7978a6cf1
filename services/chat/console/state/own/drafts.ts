import type { DraftObject } from '../../../wire/personal.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

export type Draft = DraftObject

export const drafts = new Table<number, Draft>()

export const draftsPart: Part = {
  later: ['drafts'],
  take: (state) => {
    const given = state.drafts
    if (given === undefined) return
    drafts.replace(given.map((draft) => [draft.id, draft]))
  },
  events: {
    'drafts add': ({ drafts: added }) => {
      for (const draft of added) drafts.set(draft.id, draft)
    },
    'drafts update': ({ draft }) => drafts.set(draft.id, draft),
    'drafts remove': ({ draft_id: id }) => drafts.delete(id),
  },
}
