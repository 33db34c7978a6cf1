import type { Tx } from '@oficina/kit/database.ts'

import type { ActionDescription } from '../../dictionary/action-description.ts'
import type { Registry } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { ActionInputs } from '../../query/action-request.ts'
import type { WriteMoment } from '../../query/write-plan.ts'
import type { Views } from '../../visibility/dictionary-views.ts'
import type { Outside } from './outside.ts'

/** Where an action runs: in one transaction, for one caller. */
export interface ActionContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly registry: Registry
  readonly views: Views
  readonly moment: WriteMoment
  readonly inputs: ActionInputs
  /** Whether there is a chat in which people are told of something (`enqueueChats`). */
  readonly hasChat: boolean
  /** What rules that only warn say of some records of the action's model, by id; the audit log keeps it. */
  readonly remarks?: { readonly model: string; readonly byId: ReadonlyMap<string, ErrorEntry> }
}

/** What happened to the records: refusals by id, and warnings about some that succeeded. Any other id succeeded. */
export interface ActionOutcome {
  readonly refused: ReadonlyMap<string, readonly ErrorEntry[]>
  readonly warnings: ReadonlyMap<string, readonly ErrorEntry[]>
}

type RunOnRecords = (context: ActionContext, ids: readonly string[]) => Promise<ActionOutcome>

/**
 * An action on records. It gets all ids of a batch at once, so that it can work on the set; a call on one record is a
 * batch of one. It refuses single records by its outcome and must leave no trace of a refused one; whatever it throws
 * undoes the whole set, which is then tried record by record.
 */
export interface RecordAction extends ActionDescription {
  readonly mode: 'grid_action' | 'url_action'
  readonly run: RunOnRecords
  /**
   * Before the transaction, for the records on which the caller may: asks others (the PAC, the SAT, a file), and returns
   * the `run` that knows what they said.
   */
  readonly ask?: (outside: Outside, ids: readonly string[]) => Promise<RunOnRecords>
  /**
   * After the commit, for the records that succeeded, in transactions of its own; what it refuses is refused in the
   * answer too. It is called again when a client repeats its request, so it finishes what is unfinished and leaves the
   * rest alone.
   */
  readonly follow?: (outside: Outside, ids: readonly string[]) => Promise<ActionOutcome>
}

type RunWithoutRecord = (context: ActionContext) => Promise<unknown>

/** An action without a record; what it returns is the `data` of the envelope. */
export interface NativeAction extends ActionDescription {
  readonly mode: 'native'
  readonly run: RunWithoutRecord
  /** As of a RecordAction. */
  readonly ask?: (outside: Outside) => Promise<RunWithoutRecord>
  /** As of a RecordAction; it gets what `run` returned, as JSON gives it back, and returns the `data` of the answer. */
  readonly follow?: (outside: Outside, data: unknown) => Promise<unknown>
}

export type BusinessAction = RecordAction | NativeAction

/** The actions that are enabled, by model. */
export interface Actions {
  readonly all: readonly BusinessAction[]
  actionsOf(model: string): readonly BusinessAction[]
}

export function actionRegistry(all: readonly BusinessAction[]): Actions {
  const byModel = Map.groupBy(all, ({ model }) => model)
  return { all, actionsOf: (model) => byModel.get(model) ?? [] }
}
