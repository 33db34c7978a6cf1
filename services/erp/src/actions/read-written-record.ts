import type { Database, Tx } from '@oficina/kit/database.ts'

import type { Model, Registry } from '../dictionary/types.ts'
import type { Caller } from '../identity/caller.ts'
import { mayDo, rightsKey } from '../identity/rights.ts'
import { readName } from '../query/record-sql.ts'
import { readRecord, type StoredRecord } from '../store/records/record-store.ts'
import type { Views } from '../visibility/dictionary-views.ts'
import { notFound } from './not-found.ts'

export interface AnswerTools {
  readonly database: Database
  readonly registry: Registry
  readonly views: Views
}

/**
 * A record that was just written, as its writer may read it. A writer who may not read it gets what he needs to write
 * it again: its id and its version.
 * @source docs/decisions/0230-erp-rights-on-fields-and-records.md
 */
export async function readAnswer(
  tools: AnswerTools,
  tx: Tx,
  details: {
    readonly caller: Caller
    readonly model: Model
    readonly id: string
    /** Whether its lines are shown too. */
    readonly withLines: boolean
  },
): Promise<StoredRecord> {
  const { caller, model, id, withLines } = details
  const key = { empresa: caller.empresa, id }
  if (mayDo(caller.rights, model, 'leer')) {
    const view = tools.views.of(caller.rights)
    const seen = view.modelFor(model, 'leer')
    const shape = { registry: view.registry, model, isLean: false, withLines }
    const name = readName(tools.registry, shape)
    // Its look-ups are planned once: planning costs several times their execution.
    const nameOf = (text: string) => name ?? tools.database.statements.nameOf(text)
    const stored = await readRecord(view.registry, tx, { ...key, model: seen, nameOf, withLines })
    if (stored !== undefined) return stored
  }
  const bareKey = { ...key, model: bareModel(model), nameOf: () => undefined, withLines: false }
  const bare = await readRecord(tools.registry, tx, bareKey)
  if (bare === undefined) throw notFound(model, id)
  return bare
}

function bareModel(model: Model): Model {
  const shown = model.systemFields.filter(({ name }) => name === 'id' || name === 'version')
  return { ...model, fields: [], references: [], lines: [], systemFields: shown }
}

/** An answer kept for repeated requests, with the view for which it was made. */
export interface KeptAnswer<T> {
  readonly view: string
  readonly id: string
  readonly answer: T
}

/** Whether a kept answer may be repeated verbatim: only if the caller's rights are still the same. */
export function isStillHis<T>(caller: Caller, kept: KeptAnswer<T>): boolean {
  return kept.view === rightsKey(caller.rights)
}
