import { sumKey } from '../../dictionary/formula.ts'
import type { Lines, Model, Registry } from '../../dictionary/types.ts'
import { minus, plus, ZERO } from '../../fiscal/decimal.ts'
import { carriedValues, NO_LINES, type LineSums } from '../../query/computed-values.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  findHeadIds,
  lockRecords,
  sumLines,
  updateRecords,
} from '../../store/records/line-store.ts'
import { contribution, sumsOfModel } from './complete-lines.ts'
import { decimalsOfRecords } from './currency-decimals.ts'
import type { DocumentRun } from './document-run.ts'
import { guardLine } from './guard-states.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

/** A line before and after a write; null: it was not there, or is there no more. */
export interface LineWrite {
  readonly before: Values | null
  readonly after: Values | null
}

/** A line of a parent before and after, with the name of its kind. */
export interface WrittenLine extends LineWrite {
  readonly parent: string
  readonly name: string
}

/** The documents that were locked with their stored fields, by model and id. */
export type LockedHeads = ReadonlyMap<Model, ReadonlyMap<string, Stored>>

/** A reference by which a record belongs to a document; `lines` null: to one further up. */
interface Belonging {
  readonly head: Model
  readonly field: string
  readonly lines: Lines | null
}

const known = new WeakMap<Model, readonly Belonging[]>()

/** The documents that the records of a model belong to: its heads, and theirs where it refers to them itself. */
function belongings(registry: Registry, model: Model): readonly Belonging[] {
  const found = known.get(model) ?? findBelongings(registry, model)
  known.set(model, found)
  return found
}

function findBelongings(registry: Registry, model: Model): readonly Belonging[] {
  const direct = model.heads.flatMap(({ model: name, lines }): Belonging[] => {
    const head = registry.models.get(name)
    return head === undefined ? [] : [{ head, field: lines.field, lines }]
  })
  const further = direct
    .flatMap(({ head }) => belongings(registry, head))
    .flatMap(({ head }) => {
      const field = model.references.find(({ target }) => target === head.name)
      return field === undefined ? [] : [{ head, field: field.name, lines: null }]
    })
  return [...direct, ...further]
}

/** Whether any document has something to say about the records of the model, or follows from them. */
export function isWatched(registry: Registry, model: Model): boolean {
  return belongings(registry, model).some(
    ({ head, lines }) => head.states !== null || follows(head, lines) || isWatched(registry, head),
  )
}

function follows(head: Model, lines: Lines | null): boolean {
  return lines !== null && sumsOfModel(head).some((sum) => sum.lines === lines.name)
}

/**
 * Locks the documents that lines belong to, those further up first and each by id, as all that writes documents does.
 */
export async function holdHeads(
  run: DocumentRun,
  model: Model,
  writes: readonly LineWrite[],
): Promise<LockedHeads> {
  const { registry } = run.tools
  const wanted = new Map<Model, Set<string>>()
  const want = (head: Model, ids: readonly string[]) =>
    void wanted.set(head, new Set([...(wanted.get(head) ?? []), ...ids]))
  for (const { head, field } of belongings(registry, model)) {
    const values = writes.flatMap(({ before, after }) => [before?.get(field), after?.get(field)])
    want(
      head,
      values.flatMap((value) => (typeof value === 'string' ? [value] : [])),
    )
  }
  // A head may be a line itself; what it belongs to is locked before it.
  for (const [head, ids] of wanted) {
    for (const above of head.heads.flatMap(({ model: name, lines }) => {
      const target = registry.models.get(name)
      return target === undefined ? [] : [{ target, field: lines.field }]
    })) {
      if (ids.size === 0) continue
      const table = { model: head, empresa: run.caller.empresa }
      const found = await findHeadIds(run.tx, table, { ids: [...ids], field: above.field })
      want(above.target, found)
    }
  }
  const locked = new Map<Model, ReadonlyMap<string, Stored>>()
  const topFirst = [...wanted].toSorted(([a], [b]) => depthOf(registry, a) - depthOf(registry, b))
  for (const [head, ids] of topFirst) {
    const table = { model: head, empresa: run.caller.empresa }
    locked.set(head, await lockRecords(run.tx, table, [...ids]))
  }
  return locked
}

function depthOf(registry: Registry, model: Model): number {
  const above = belongings(registry, model).map(({ head }) => depthOf(registry, head))
  return above.length === 0 ? 0 : 1 + Math.max(...above)
}

/** What a line says of itself to the documents that it belongs to. */
export function guardHeads(
  run: DocumentRun,
  locked: LockedHeads,
  line: LineWrite & { readonly model: Model; readonly changed: readonly string[] | null },
): void {
  for (const { head, field } of belongings(run.tools.registry, line.model)) {
    const ids = new Set([line.before?.get(field), line.after?.get(field)])
    for (const id of ids) {
      const stored = locked.get(head)?.get(String(id))
      if (stored !== undefined) guardLine({ model: head, stored }, line)
    }
  }
}

/**
 * Carries what changed in lines through to the documents that follow from them: one statement for the sums and one for
 * the documents, however many lines there were.
 */
export async function carryToHeads(
  run: DocumentRun,
  model: Model,
  details: { readonly writes: readonly LineWrite[]; readonly locked: LockedHeads },
): Promise<void> {
  for (const { head, field, lines } of belongings(run.tools.registry, model)) {
    const stored = details.locked.get(head)
    if (stored === undefined || stored.size === 0 || lines === null || !follows(head, lines))
      continue
    const heads = [...stored.keys()]
    const after = await sumsOfHeads(run, head, heads)
    const moved = heads.flatMap((id) => {
      const now = after.get(id) ?? NO_LINES
      const before = sumsBefore(head, now, {
        name: lines.name,
        writes: details.writes.map((write) => ofHead(write, field, id)),
      })
      const previous = stored.get(id)
      if (previous === undefined) return []
      return [{ id, previous, before, now }]
    })
    const changed = await carried(run, head, { moved, locked: details.locked })
    await writeHeads(run, head, changed)
    const writes = changed.map(({ previous, values }) => ({
      before: previous,
      after: new Map([...previous, ...values]),
    }))
    if (writes.length > 0) await carryToHeads(run, head, { writes, locked: details.locked })
  }
}

interface MovedHead {
  readonly id: string
  readonly previous: Stored
  /** What its lines made before, and make now. */
  readonly before: LineSums
  readonly now: LineSums
}

async function carried(
  run: DocumentRun,
  head: Model,
  { moved, locked }: { readonly moved: readonly MovedHead[]; readonly locked: LockedHeads },
): Promise<readonly { readonly id: string; readonly previous: Stored; readonly values: Values }[]> {
  const decimals = await decimalsOfRecords(run, head, {
    records: moved.map(({ previous }) => previous),
    locked,
  })
  return moved.flatMap(({ id, previous, before, now }, i) => {
    const sums = { before, after: now, decimals: decimals[i] }
    const values = carriedValues(head, previous, sums)
    return values.size === 0 ? [] : [{ id, previous, values }]
  })
}

function ofHead({ before, after }: LineWrite, field: string, id: string): LineWrite {
  const own = (values: Values | null) =>
    values !== null && String(values.get(field) ?? '') === id ? values : null
  return { before: own(before), after: own(after) }
}

/** What the lines of heads make, over all their kinds of lines. */
export async function sumsOfHeads(
  run: Pick<DocumentRun, 'tools' | 'tx' | 'caller'>,
  head: Model,
  heads: readonly string[],
): Promise<ReadonlyMap<string, LineSums>> {
  const all = new Map<string, LineSums>()
  for (const lines of head.lines) {
    const sums = sumsOfModel(head).filter((sum) => sum.lines === lines.name)
    const model = run.tools.registry.models.get(lines.model)
    if (sums.length === 0 || model === undefined) continue
    const table = { model, empresa: run.caller.empresa, lines, heads }
    for (const [id, own] of await sumLines(run.tx, table, sums)) {
      const others = all.get(id)?.sums ?? []
      all.set(id, { hasLines: true, sums: new Map([...others, ...own.sums]) })
    }
  }
  return all
}

/** What the lines made before these writes: what they make now without what the writes brought. */
export function sumsBefore(
  head: Model,
  now: LineSums,
  { name, writes }: { readonly name: string; readonly writes: readonly LineWrite[] },
): LineSums {
  const sums = new Map(now.sums)
  for (const sum of sumsOfModel(head)) {
    if (sum.lines !== name) continue
    const part = (values: Values | null) => (values === null ? ZERO : contribution(sum, values))
    const change = writes
      .map(({ before, after }) => minus(part(after), part(before)))
      .reduce(plus, ZERO)
    sums.set(sumKey(sum), minus(now.sums.get(sumKey(sum)) ?? ZERO, change))
  }
  return { ...now, sums }
}

/** Changes documents in one statement. */
async function writeHeads(
  run: DocumentRun,
  model: Model,
  heads: readonly { readonly id: string; readonly previous: Stored; readonly values: Values }[],
): Promise<void> {
  const fields = [...new Set(heads.flatMap(({ values }) => [...values.keys()]))]
  const rows = heads.map(({ id, previous, values }) => ({
    id,
    values: new Map(fields.map((name) => [name, values.get(name) ?? previous.get(name) ?? null])),
  }))
  const table = { model, empresa: run.caller.empresa }
  await updateRecords(run.tx, table, { rows, fields, now: run.now })
  for (const { id, previous, values } of heads) {
    run.audit.push({ model, recordId: id, operation: 'cambio', values, previous })
  }
}
