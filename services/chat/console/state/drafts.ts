import type { Part } from './part.ts'
import { Table } from './table.ts'

export interface Draft {
  readonly id: number
  readonly type: '' | 'stream' | 'private'
  /** A channel's id, or people's. */
  readonly to: readonly number[]
  readonly topic: string
  readonly content: string
  /** UNIX seconds. */
  readonly timestamp: number
}

export const drafts = new Table<number, Draft>()

export const draftsPart: Part = {
  later: ['drafts'],
  take: (state) => {
    const given = state['drafts']
    if (given === undefined) return
    drafts.replace((given as readonly Draft[]).map((draft) => [draft.id, draft]))
  },
  events: {
    'drafts add': ({ drafts: added }: { drafts: readonly Draft[] }) => {
      for (const draft of added) drafts.set(draft.id, draft)
    },
    'drafts update': ({ draft }: { draft: Draft }) => drafts.set(draft.id, draft),
    'drafts remove': ({ draft_id: id }: { draft_id: number }) => drafts.delete(id),
  },
}
