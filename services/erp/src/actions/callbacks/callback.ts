import type { Tx } from '@oficina/kit/database.ts'

import type { Caller } from '../../identity/caller.ts'
import type { Model, Registry } from '../../dictionary/types.ts'
import type { FieldValue } from '../../query/field-value.ts'
import type { WriteTools } from '../write-record.ts'

/** Where a callback runs: in the transaction of the write, for one caller. */
export interface CallbackContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly registry: Registry
  /** ISO 8601, UTC. */
  readonly now: string
  /** For a callback that creates other records by the ordinary way. */
  readonly tools: WriteTools
}

type Values = ReadonlyMap<string, FieldValue | null>

/** A write about to happen; `previous` holds the stored fields as text, null on create. */
export interface PendingWrite {
  readonly model: Model
  readonly values: Values
  readonly previous: ReadonlyMap<string, string | null> | null
}

export interface DoneWrite extends PendingWrite {
  readonly id: string
}

/**
 * What runs when a record of a level 4 model is created or updated.
 * @source docs/contract/erp.md, Models and levels, level 4
 */
export interface Callback {
  /** May change the values or refuse them by throwing CALLBACK_REJECTED. */
  readonly before?: (context: CallbackContext, write: PendingWrite) => Promise<Values>
  readonly after?: (context: CallbackContext, write: DoneWrite) => Promise<void>
}

/** The callbacks of all models, by the names that the dictionary uses. */
export interface Callbacks {
  beforeWrite(context: CallbackContext, write: PendingWrite): Promise<Values>
  afterWrite(context: CallbackContext, write: DoneWrite): Promise<void>
}

/** Runs the callbacks that a model names, in its order. */
export function callbackRunner(byName: ReadonlyMap<string, Callback>): Callbacks {
  const of = (model: Model) => model.callbacks.flatMap((name) => byName.get(name) ?? [])
  return {
    beforeWrite: async (context, write) => {
      let { values } = write
      for (const { before } of of(write.model)) {
        if (before !== undefined) values = await before(context, { ...write, values })
      }
      return values
    },
    afterWrite: async (context, write) => {
      for (const { after } of of(write.model)) await after?.(context, write)
    },
  }
}
