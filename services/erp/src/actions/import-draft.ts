import type { Database, Tx } from '@oficina/kit/database.ts'

import type { Field, Model, Registry } from '../dictionary/types.ts'
import type { ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { ImportRow } from '../query/import-row.ts'
import type { WriteMoment } from '../query/write-plan.ts'
import type { ReferenceFinder } from '../store/records/import-store.ts'
import type { DocumentRun } from './documents/document-run.ts'
import type { DocumentPlan } from './documents/plan-document.ts'
import type { WriteTools } from './write-tools.ts'

export interface ImportTools extends WriteTools {
  /**
   * A pool for counters alone. An import holds a connection of the other one while it takes ids, and as many imports as
   * there are connections would wait for each other.
   */
  readonly counters: Database
}

/** What all batches of one import share. */
export interface ImportRun {
  readonly tools: ImportTools
  readonly caller: Caller
  readonly model: Model
  /** The model as the caller sees it. */
  readonly seen: Model
  /** What the references of the caller's rows may point to. */
  readonly reachable: Registry
  readonly moment: WriteMoment
  readonly references: ReferenceFinder
  /** A record that has the same value of this field is changed instead of another one made. */
  readonly upsertBy: Field | null
}

// PostgreSQL knows no text with it, so no record has one.
export const NULL_BYTE = '\0'

/** What became of a row. */
export type RowResult =
  | { readonly row: number; readonly kind: 'created' | 'updated'; readonly id: string }
  | { readonly row: number; readonly kind: 'failed'; readonly errors: readonly ErrorEntry[] }

/** A row on its way into the database. */
export interface Draft {
  readonly row: ImportRow
  readonly body: Record<string, unknown>
  readonly errors: ErrorEntry[]
  /** The record that it changes; null: it makes a new one. */
  existing: string | null
  plan: DocumentPlan | null
  result: RowResult | null
}

export function isSound({ errors }: Draft): boolean {
  return errors.length === 0
}

/** A row that makes a new record, as far as nothing is wrong with it. */
export type NewDraft = Draft & { readonly plan: DocumentPlan }

export function newDrafts(drafts: readonly Draft[]): readonly NewDraft[] {
  return drafts.filter(
    (draft): draft is NewDraft => isSound(draft) && draft.existing === null && draft.plan !== null,
  )
}

export function documentRun({ tools, caller, moment }: ImportRun, tx: Tx): DocumentRun {
  return { tools, tx, caller, now: moment.now, warnings: [], audit: [] }
}
