import type { Tx } from '@oficina/kit/database.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { FieldValue } from '../../query/field-value.ts'
import type { Views } from '../../visibility/dictionary-views.ts'

/** Where a callback runs: in the transaction of the write, for one caller. */
export interface CallbackContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly registry: Registry
  /** ISO 8601, UTC. */
  readonly now: string
  /** Adds a warning to the answer and the audit log of a write that is not refused. */
  readonly warn: (remark: ErrorEntry) => void
  readonly views: Views
  /** Shows a value in the answer, only this once; absent where no answer shows the record, as in an import. */
  readonly reveal?: Reveal
}

/** A value that the answer to a create shows beside the record, and that is stored nowhere. */
export type Reveal = (name: string, value: string) => void

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
  /**
   * Whether it lets all these new records pass unchanged, so that they may be written at once; where it does not, each is
   * put before it. Absent: it must see each.
   */
  readonly passesAll?: (
    context: CallbackContext,
    writes: readonly PendingWrite[],
  ) => Promise<boolean>
  readonly after?: (context: CallbackContext, write: DoneWrite) => Promise<void>
  /** May refuse a deletion by throwing. */
  readonly beforeDelete?: (context: CallbackContext, deletion: PendingDelete) => Promise<void>
}

/** `previous` holds the stored fields as text. */
interface PendingDelete {
  readonly model: Model
  readonly previous: ReadonlyMap<string, string | null>
}

/** The callbacks of all models, by the names that the dictionary uses. */
export interface Callbacks {
  /** Whether anything runs when a record of the model is written. */
  runFor(model: Model): boolean
  /** Whether new records of the model may be written at once: nothing runs for them, or lets all of them pass. */
  passAll(context: CallbackContext, model: Model, writes: readonly PendingWrite[]): Promise<boolean>
  beforeWrite(context: CallbackContext, write: PendingWrite): Promise<Values>
  afterWrite(context: CallbackContext, write: DoneWrite): Promise<void>
  beforeDelete(context: CallbackContext, deletion: PendingDelete): Promise<void>
}

/** Runs the rules of a model, which protect what its business actions maintain, then its callbacks, in its order. */
export function callbackRunner(
  byName: ReadonlyMap<string, Callback>,
  rules: readonly ReadonlyMap<string, Callback>[],
  /** What follows from the dictionary itself. */
  derived: (model: Model) => readonly Callback[],
): Callbacks {
  const callbacksOf = (model: Model): readonly Callback[] => [
    ...derived(model),
    ...rules.flatMap((some) => some.get(model.name) ?? []),
    ...model.callbacks.flatMap((name) => byName.get(name) ?? []),
  ]
  return {
    runFor: (model) => callbacksOf(model).length > 0,
    passAll: async (context, model, writes) => {
      for (const { passesAll } of callbacksOf(model)) {
        if (passesAll === undefined || !(await passesAll(context, writes))) return false
      }
      return true
    },
    beforeWrite: async (context, write) => {
      let { values } = write
      for (const { before } of callbacksOf(write.model)) {
        if (before !== undefined) values = await before(context, { ...write, values })
      }
      return values
    },
    afterWrite: async (context, write) => {
      for (const { after } of callbacksOf(write.model)) await after?.(context, write)
    },
    beforeDelete: async (context, deletion) => {
      for (const { beforeDelete } of callbacksOf(deletion.model))
        await beforeDelete?.(context, deletion)
    },
  }
}
