import type { ActionDescription, ActionInput } from '../../dictionary/action-description.ts'
import { movesOf, type ActionOn, type MovedModel } from '../../dictionary/document-moves.ts'
import { sourcesOf, targetFrom, targetsOf } from '../../dictionary/states.ts'
import type { Model } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { AUDIT_COUNTER } from '../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../store/numbers/counter-store.ts'
import { lockRecords, updateRecords } from '../../store/records/line-store.ts'
import { reasonInput } from './action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from './action.ts'
import { BatchOutcome, inStates } from './batch-outcome.ts'
import { recordAll, type Deed } from './record-deeds.ts'

/** A locked record on which somebody decides, with its stored fields as text. */
export interface DecidedRecord {
  readonly id: string
  readonly estado: string
  readonly stored: ReadonlyMap<string, string | null>
}

/** What is the matter with some of the records, and what else of the others changes. */
interface Decided {
  readonly refused: ReadonlyMap<string, ErrorEntry>
  readonly values: ReadonlyMap<string, ReadonlyMap<string, FieldValue | null>>
}

/** A step in the life of a record that says what somebody decided, and neither books nor moves anything. */
interface Decision extends Pick<ActionDescription, 'label' | 'confirmation'> {
  readonly name: string
  readonly inputs?: readonly ActionInput[]
  /** Whoever decides says why. */
  readonly hasReason?: true
  /** The fields that say who decided and when. */
  readonly signs?: readonly string[]
  /** The fields that are empty again, since it takes a decision back. */
  readonly clears?: readonly string[]
  /** Looks at the records, all of them locked. */
  readonly decide?: (context: ActionContext, records: readonly DecidedRecord[]) => Promise<Decided>
}

/**
 * The action that makes a decision: the states in the model's YAML say from where it leads to where.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export function decisionAction<M extends MovedModel>(
  model: M,
  decision: Decision & { readonly name: ActionOn<M> },
): RecordAction {
  const { name, label, confirmation, inputs = [], hasReason } = decision
  return {
    model,
    name,
    label,
    mode: 'grid_action',
    inputs: hasReason === true ? [...inputs, reasonInput()] : inputs,
    emits: targetsOf(movesOf(model), name),
    ...(confirmation === undefined ? {} : { confirmation }),
    run: (context, ids) => run(context, ids, { model, decision }),
  }
}

interface Step {
  readonly model: MovedModel
  readonly decision: Decision
}

async function run(
  context: ActionContext,
  ids: readonly string[],
  { model: name, decision }: Step,
): Promise<ActionOutcome> {
  const { tx, caller, registry, moment } = context
  const model = registry.models.get(name)
  if (model === undefined) throw new Error(`there is no model ${name}`)
  const table = { model, empresa: caller.empresa }
  const batch = new BatchOutcome()
  const moves = movesOf(name)
  const states = sourcesOf(moves, decision.name)
  const rows = inStates(ids, decidedOf(await lockRecords(tx, table, ids)), {
    batch,
    model: name,
    states,
  })
  const decided = await decision.decide?.(context, rows)
  for (const [id, problem] of decided?.refused ?? []) batch.refuse(id, problem)
  const changes = batch.remaining(rows).map((row) => ({
    row,
    values: new Map([
      ['estado', targetFrom({ model: name, moves }, decision.name, row.estado)],
      ...signatures(context, model, decision),
      ...(decided?.values.get(row.id) ?? []),
    ]),
  }))
  await updateRecords(tx, table, {
    rows: changes.map(({ row, values }) => ({ id: row.id, values })),
    fields: [...new Set(changes.flatMap(({ values }) => [...values.keys()]))],
    now: moment.now,
  })
  await record(context, decision, { model, changes })
  return batch.outcome()
}

function decidedOf(
  stored: ReadonlyMap<string, ReadonlyMap<string, string | null>>,
): ReadonlyMap<string, DecidedRecord> {
  return new Map(
    [...stored].map(([id, fields]) => [
      id,
      { id, estado: fields.get('estado') ?? '', stored: fields },
    ]),
  )
}

function signatures(
  { caller, moment }: ActionContext,
  model: Model,
  { signs = [], clears = [] }: Decision,
): readonly (readonly [string, FieldValue | null])[] {
  const signed = signs.map((name): readonly [string, FieldValue | null] => {
    const type = model.fieldByName.get(name)?.type
    if (type === 'reference') return [name, caller.usuarioId]
    return [name, type === 'date' ? moment.today : moment.now]
  })
  return [...signed, ...clears.map((name) => [name, null] as const)]
}

interface Change {
  readonly row: DecidedRecord
  readonly values: ReadonlyMap<string, FieldValue | null>
}

async function record(
  context: ActionContext,
  { name, hasReason }: Decision,
  { model, changes }: { readonly model: Model; readonly changes: readonly Change[] },
): Promise<void> {
  if (changes.length === 0) return
  const { tx, caller, inputs } = context
  const reason = hasReason === true ? String(inputs.get('motivo')).trim() : null
  const first = await takeNumbers(tx, caller.empresa, new Map([[AUDIT_COUNTER, changes.length]]))
  await recordAll(
    context,
    { name, reason },
    {
      deeds: changes.map((change) => deedOf(model.name, change)),
      numbers: numberSource(first),
    },
  )
}

function deedOf(model: string, { row, values }: Change): Deed {
  const { id, estado, stored } = row
  const folio = stored.get('folio')
  const after = Object.fromEntries(values)
  const event = String(values.get('estado'))
  return {
    model,
    id,
    before: {
      ...Object.fromEntries([...values.keys()].map((field) => [field, stored.get(field) ?? null])),
      estado,
    },
    after,
    event,
    told: { ...(folio === undefined ? {} : { folio }), estado: event },
  }
}
