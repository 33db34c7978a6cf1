import type { Lines, Model } from '../../dictionary/types.ts'
import type { Rights } from '../../identity/rights.ts'
import { demand } from '../../identity/rights.ts'
import { DELETION_OF_NO_LINE, HEAD_IN_LINE } from '../../messages/lines.ts'
import type { Message } from '../../messages/message.ts'
import { AT_PLACE } from '../../messages/requests.ts'
import { placed, type LineBody, type LinesBody } from '../../query/document-body.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { JsonNumber } from '../../query/json-number.ts'
import {
  planCreate,
  planUpdate,
  type InputProblem,
  type JsonObject,
  type WriteMoment,
  type WritePlan,
} from '../../query/write-plan.ts'
import type { View } from '../../visibility/dictionary-views.ts'
import { refuseOperation } from '../write-tools.ts'

/** A line that is to be made. */
export interface NewLine {
  readonly model: Model
  readonly place: string
  /** Completed on the way: amounts, number, what leads to its document. */
  values: Map<string, FieldValue | null>
  /** Reserved before its transaction begins. */
  id: string
  /** References to what its head belongs to in turn, by the model that they point to. */
  readonly inherited: ReadonlyMap<string, string>
  /** The service adds what nobody said: a breakdown of taxes. */
  lines: readonly LinesChange[]
  /** A tax that the service reckoned; what somebody wrote stays as it is. */
  readonly isReckoned?: true
}

export interface NewLines {
  readonly lines: Lines
  readonly model: Model
  readonly created: readonly NewLine[]
}

/** A line that is there, and is to be changed. */
export interface ChangedLine {
  readonly place: string
  readonly id: string
  readonly plan: WritePlan
  readonly lines: readonly LinesChange[]
}

/** What a body says of the lines of one record. */
export interface LinesChange extends NewLines {
  readonly changed: readonly ChangedLine[]
  readonly removed: readonly { readonly place: string; readonly id: string }[]
}

/** Who plans, when, and what is wrong so far. */
export interface LinePlanning {
  readonly rights: Rights
  readonly view: View
  readonly moment: WriteMoment
  readonly problems: InputProblem[]
}

/** The record that lines belong to; `id` null: it is only being made. `above`: the models that it belongs to itself. */
interface Parent {
  readonly model: Model
  readonly id: string | null
  readonly above: readonly string[]
}

/**
 * Checks the lines of a body one by one, as if each were written by itself; what needs the database is checked later.
 * @throws ApiError FORBIDDEN for a kind of lines that the caller may not write so
 */
export function planLines(
  planning: LinePlanning,
  bodies: readonly LinesBody[],
  parent: Parent,
): readonly LinesChange[] {
  return bodies.map(({ lines, model, items }) => {
    const isNew = ({ id }: LineBody) => parent.id === null || id === null
    const removed = items.filter((item) => item.isRemoved)
    const kept = items.filter((item) => !item.isRemoved)
    const created = kept.filter(isNew)
    const changed = kept.filter((item) => !isNew(item))
    demandRights(planning, model, { created, changed, removed })
    const at = { planning, lines, model, parent }
    return {
      lines,
      model,
      created: created.flatMap((item) => planNewLine(at, item) ?? []),
      changed: changed.flatMap((item) => planChangedLine(at, item) ?? []),
      removed: removed.flatMap((item) => planRemoval(at, item)),
    }
  })
}

function demandRights(
  { rights }: LinePlanning,
  model: Model,
  details: Readonly<Record<'created' | 'changed' | 'removed', readonly LineBody[]>>,
): void {
  const wanted = [
    [details.created, 'crear', 'create'],
    [details.changed, 'modificar', 'update'],
    [details.removed, 'eliminar', 'delete'],
  ] as const
  for (const [items, right, operation] of wanted) {
    if (items.length === 0) continue
    demand(rights, model, right)
    refuseOperation(model, operation)
  }
}

function planRemoval(
  { planning, parent }: At,
  { place, id }: LineBody,
): readonly { readonly place: string; readonly id: string }[] {
  if (parent.id !== null && id !== null) return [{ place, id }]
  const message = AT_PLACE({ place, what: DELETION_OF_NO_LINE() })
  return complain(planning, `${place}._delete`, message)
}

interface At {
  readonly planning: LinePlanning
  readonly lines: Lines
  readonly model: Model
  readonly parent: Parent
}

function planNewLine(at: At, item: LineBody): NewLine | null {
  const { planning, lines, model, parent } = at
  const own = withoutHead(at, item)
  const seen = planning.view.modelFor(model, 'crear')
  const inherited = inheritedOf(model, parent, own)
  const filled = new Set([lines.field, ...inherited.values()])
  if (lines.number !== null && (own[lines.number] ?? null) === null) filled.add(lines.number)
  const narrowed = {
    ...seen,
    fields: seen.fields.filter(({ name }) => !filled.has(name)),
    withheld: seen.withheld.filter(({ name }) => !filled.has(name)),
  }
  const plan = planCreate(narrowed, own, planning.moment)
  const above = [...parent.above, parent.model.name]
  const nested = planLines(planning, item.lines, { model, id: null, above })
  if (!plan.ok) return failed(planning, item.place, plan.error)
  return {
    model,
    place: item.place,
    values: new Map(plan.value.values),
    id: '',
    inherited,
    lines: nested,
  }
}

function planChangedLine(at: At, item: LineBody): ChangedLine | null {
  const { planning, model, parent } = at
  const { id, place } = item
  if (id === null) return null
  const plan = planUpdate(planning.view.modelFor(model, 'modificar'), withoutHead(at, item))
  const above = [...parent.above, parent.model.name]
  const lines = planLines(planning, item.lines, { model, id, above })
  if (!plan.ok) return failed(planning, place, plan.error)
  return { place, id, plan: plan.value, lines }
}

function failed(planning: LinePlanning, place: string, problems: readonly InputProblem[]): null {
  planning.problems.push(...problems.map((problem) => placed(place, problem)))
  return null
}

/** The document is where the line stands; its reference may say so too, but nothing else. */
function withoutHead({ planning, lines, model, parent }: At, { own, place }: LineBody): JsonObject {
  if (!Object.hasOwn(own, lines.field)) return own
  const { [lines.field]: head, ...rest } = own
  const text = head instanceof JsonNumber ? head.source : head
  if (text !== null && text !== parent.id) {
    const { field } = lines
    const what = HEAD_IN_LINE({ field, model: model.name, head: parent.model.name })
    complain(planning, `${place}.${field}`, AT_PLACE({ place, what }))
  }
  return rest
}

/** `CompraImpuesto` in a line of a purchase belongs to that purchase too. */
function inheritedOf(
  model: Model,
  { above }: Parent,
  own: JsonObject,
): ReadonlyMap<string, string> {
  return new Map(
    above.flatMap((name): readonly (readonly [string, string])[] => {
      const field = model.references.find(({ target }) => target === name)
      return field === undefined || Object.hasOwn(own, field.name) ? [] : [[name, field.name]]
    }),
  )
}

function complain({ problems }: LinePlanning, field: string, message: Message): readonly never[] {
  problems.push({ code: 'VALIDATION', field, message })
  return []
}

/** All new lines of a body, those of new and of changed lines included. */
export function allNewLines(changes: readonly NewLines[]): readonly NewLine[] {
  return changes.flatMap((change) => [
    ...change.created.flatMap((line) => [line, ...allNewLines(line.lines)]),
    ...changedOf(change).flatMap(({ lines }) => allNewLines(lines)),
  ])
}

function changedOf(change: NewLines | LinesChange): readonly ChangedLine[] {
  return 'changed' in change ? change.changed : []
}
