import type { ActionInput } from '../../dictionary/action-description.ts'
import { movesOf, type ActionOn, type MovedModel } from '../../dictionary/document-moves.ts'
import type { DocumentModel, FieldOf, Picked, Row } from '../../dictionary/row-types.ts'
import { sourcesOf, targetFrom, targetsOf, type Move } from '../../dictionary/states.ts'
import { apiError } from '../../errors.ts'
import { REFERS_ANEW } from '../../messages/documents.ts'
import { lockReferred, lockRows } from '../../store/records/model-rows.ts'
import { reasonInput } from './action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from './action.ts'
import { Changes, type ChangedFields } from './changes.ts'
import { DocumentBatch } from './document-batch.ts'
import type { Fields } from './later.ts'
import type { LockedDocument } from './moved-documents.ts'

/** Moves that no YAML has: of records that the generic API holds to no states. */
interface OwnMoves<M> {
  readonly model: M
  readonly moves: readonly Move[]
}

type Locked<M extends DocumentModel, F extends FieldOf<M>> = Picked<M, F> & LockedDocument

/** What an action works with: documents in the states from which it moves them, locked, and what becomes of them. */
export interface DocumentWork<M extends DocumentModel, F extends FieldOf<M>> {
  readonly context: ActionContext
  readonly batch: DocumentBatch<Locked<M, F>>
  readonly changes: Changes
  /** Moves a document to where the action leads, and changes columns of it; see `Changes.move`. */
  readonly move: (
    row: Locked<M, F>,
    details: {
      readonly fields?: ChangedFields<M>
      readonly told?: Fields
      readonly noted?: Fields
      /** Where the action leads from its state to several. */
      readonly to?: Row<M>['estado']
    },
  ) => void
  /** Why, if the action asks for it and somebody said it; else empty. */
  readonly reason: string
}

interface DocumentActionOf<M extends DocumentModel, F extends FieldOf<M>> {
  readonly name: string
  readonly label: string
  /** Of one document at a time; else of many. */
  readonly mode?: 'url_action'
  /** What subscribers hear, where that is not the state to which it leads. */
  readonly emits?: readonly string[]
  /** What it reads of each document besides its folio and its state. */
  readonly fields: readonly F[]
  /** By what people know a document that has no folio of its own: a field, or several with spaces between them. */
  readonly folio?: NoInfer<F> | readonly NoInfer<F>[]
  readonly inputs?: readonly ActionInput[]
  /** The records to which one of the fields refers are locked before the documents, as all that change both do. */
  readonly locksFirst?: {
    readonly reference: NoInfer<F>
    /** What such a record is called in English. */
    readonly called: string
  }
  /** What else is locked before the documents. */
  readonly lockFirst?: (context: ActionContext, ids: readonly string[]) => Promise<void>
  /** Each document is decided on when the one before it is written, as they are given or in another order. */
  readonly oneByOne?: true | ((first: Picked<M, F>, second: Picked<M, F>) => number)
  /** Whoever does it says why. */
  readonly hasReason?: true
  /** The input in which whoever does it says why, where that is not the usual one. */
  readonly reason?: ActionInput
  /** Refuses documents through the batch, and collects what is written of the others. */
  readonly run: (work: DocumentWork<M, F>) => Promise<void> | void
}

type NamedBy<M extends DocumentModel, F> =
  Row<M> extends { readonly folio: string } ? unknown : { readonly folio: F | readonly F[] }

/**
 * An action on documents of one model: the states in its YAML, or moves of its own, say from where it leads to where. It
 * locks the documents, refuses those in other states, lets `run` decide, and writes what that collected.
 */
export function documentAction<M extends DocumentModel & MovedModel, const F extends FieldOf<M>>(
  model: M,
  action: DocumentActionOf<M, F> & NamedBy<M, F> & { readonly name: ActionOn<M> },
): RecordAction
export function documentAction<M extends DocumentModel, const F extends FieldOf<M>>(
  own: OwnMoves<M>,
  action: DocumentActionOf<M, F> & NamedBy<M, F>,
): RecordAction
export function documentAction<M extends DocumentModel, const F extends FieldOf<M>>(
  details: (M & MovedModel) | OwnMoves<M>,
  action: DocumentActionOf<M, F> & NamedBy<M, F>,
): RecordAction {
  const table = movesFor(details)
  const { name, label, inputs = [] } = action
  const why = action.reason ?? (action.hasReason === true ? reasonInput() : null)
  return {
    model: table.model,
    name,
    label,
    mode: action.mode ?? 'grid_action',
    inputs: why === null ? inputs : [...inputs, why],
    emits: action.emits ?? targetsOf(table.moves, name),
    run: async (context, ids) => {
      await action.lockFirst?.(context, ids)
      const rows = await lockDocuments(context, ids, { table, action })
      const reason = why === null ? null : reasonGiven(context, why)
      const done = { name, reason, run: action.run }
      const { oneByOne } = action
      if (oneByOne === undefined) return await runOn(table, done, { context, ids, rows })
      const order = oneByOne === true ? ids : inOrder(ids, rows, oneByOne)
      return await runEach(table, done, { context, ids: order, rows })
    },
  }
}

/** A document that does not exist comes first. */
function inOrder<R>(
  ids: readonly string[],
  rows: ReadonlyMap<string, R>,
  compare: (first: R, second: R) => number,
): readonly string[] {
  const missing = ids.filter((id) => !rows.has(id))
  const found = ids.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined ? [] : [{ id, row }]
  })
  const sorted = found.toSorted((first, second) => compare(first.row, second.row))
  return [...missing, ...sorted.map(({ id }) => id)]
}

async function runEach<M extends DocumentModel, F extends FieldOf<M>>(
  table: OwnMoves<M>,
  action: DecidedOn<M, F>,
  lockedFor: LockedFor<M, F>,
): Promise<ActionOutcome> {
  const outcomes: ActionOutcome[] = []
  for (const id of lockedFor.ids)
    outcomes.push(await runOn(table, action, { ...lockedFor, ids: [id] }))
  return {
    refused: new Map(outcomes.flatMap(({ refused }) => [...refused])),
    warnings: new Map(outcomes.flatMap(({ warnings }) => [...warnings])),
  }
}

type DecidedOn<M extends DocumentModel, F extends FieldOf<M>> = Pick<
  DocumentActionOf<M, F>,
  'name' | 'run'
> & { readonly reason: string | null }

interface LockedFor<M extends DocumentModel, F extends FieldOf<M>> {
  readonly context: ActionContext
  readonly ids: readonly string[]
  readonly rows: ReadonlyMap<string, Locked<M, F>>
}

/** What an action does to documents that are locked: to those of its batch, or to others that another action has locked. */
export async function runLocked<M extends DocumentModel, F extends FieldOf<M>>(
  details: (M & MovedModel) | OwnMoves<M>,
  action: DecidedOn<M, F>,
  locked: LockedFor<M, F>,
): Promise<ActionOutcome> {
  return await runOn(movesFor(details), action, locked)
}

function movesFor<M extends DocumentModel>(details: (M & MovedModel) | OwnMoves<M>): OwnMoves<M> {
  return typeof details === 'string' ? { model: details, moves: movesOf(details) } : details
}

async function runOn<M extends DocumentModel, F extends FieldOf<M>>(
  table: OwnMoves<M>,
  { name, reason, run }: DecidedOn<M, F>,
  { context, ids, rows }: LockedFor<M, F>,
): Promise<ActionOutcome> {
  const { model, moves } = table
  const batch = new DocumentBatch(ids, rows, { model, states: sourcesOf(moves, name) })
  const changes = new Changes(context, { name, reason })
  const move: DocumentWork<M, F>['move'] = (
    row,
    { fields = {}, told, noted, to = targetFrom(table, name, row.estado) as Row<M>['estado'] },
  ) => {
    changes.move(model, row, to, {
      fields: fields as ChangedFields<M>,
      ...(told && { told }),
      ...(noted && { noted }),
    })
  }
  await run({ context, batch, changes, move, reason: reason ?? '' })
  await changes.write()
  return batch.outcome
}

/** @throws ApiError INVALID_STATE for a document that refers to another record than a moment ago */
async function lockDocuments<M extends DocumentModel, F extends FieldOf<M>>(
  context: ActionContext,
  ids: readonly string[],
  { table, action }: { readonly table: OwnMoves<M>; readonly action: DocumentActionOf<M, F> },
): Promise<ReadonlyMap<string, Locked<M, F>>> {
  const { model } = table
  const { locksFirst } = action
  // Sent in this order, without a wait between them.
  const [first, locked] = await Promise.all([
    locksFirst && lockReferred(context, model, { reference: locksFirst.reference, ids }),
    lockRows(context, model, { ids, fields: fieldsOf(action) }),
  ])
  // The dictionary says of each document that it has a folio, or the action what stands for it, and a state.
  const found = locked as ReadonlyMap<string, Locked<M, F>>
  const names = foliosOf(action)
  // One that gets its folio later has none yet.
  const folioOf = (row: Picked<M, F>) => names.map((name) => String(row[name] ?? '')).join(' ')
  const rows =
    names.length === 0
      ? found
      : new Map([...found].map(([id, row]) => [id, { ...row, folio: folioOf(row) }]))
  if (locksFirst === undefined || first === undefined) return rows
  const { reference, called } = locksFirst
  for (const row of rows.values()) {
    const referred: unknown = row[reference]
    if (typeof referred !== 'string' || first.has(referred)) continue
    const message = REFERS_ANEW({ model, id: row.id, called, field: reference })
    throw apiError('INVALID_STATE', message, reference)
  }
  return rows
}

function foliosOf<M extends DocumentModel, F extends FieldOf<M>>({
  folio = [],
}: DocumentActionOf<M, F>): readonly F[] {
  return typeof folio === 'string' ? [folio] : folio
}

function fieldsOf<M extends DocumentModel, F extends FieldOf<M>>(action: DocumentActionOf<M, F>) {
  const folio = action.folio === undefined ? ['folio'] : foliosOf(action)
  return [...new Set([...folio, 'estado', ...action.fields])] as readonly (F | FieldOf<M>)[]
}

function reasonGiven({ inputs }: ActionContext, { field }: ActionInput): string | null {
  const given = inputs.get(field.name)
  if (typeof given !== 'string') return null
  const reason = given.trim()
  return reason === '' ? null : reason
}
