import { randomInt } from 'node:crypto'

import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { FieldValue } from '../../query/field-value.ts'
import type { JsonObject } from '../../query/write-plan.ts'
import { readAs, writeAs } from '../../store/tenant-database.ts'
import { translateConstraint } from '../constraint-errors.ts'
import { createWithin } from '../create-within.ts'
import type { DocumentRun } from '../documents/document-run.ts'
import { withoutFolio } from '../documents/folios.ts'
import { allNewLines, type LinesChange } from '../documents/line-plan.ts'
import { fillPricesOf, fillTaxesOf } from '../documents/new-document.ts'
import { planChangedDocument, planNewDocument } from '../documents/plan-document.ts'
import type { IfMatch } from '../hold-to-read.ts'
import { readAnswer } from '../read-written-record.ts'
import { updateWithin } from '../update-within.ts'
import { momentOf, type WriteTools } from '../write-tools.ts'

export interface PreviewRequest {
  readonly model: Model
  /** Null: of a new record. */
  readonly id: string | null
  readonly body: JsonObject
  readonly ifMatch: IfMatch | null
}

/** What a write would leave, and what stands in it only for the time being. */
export interface TriedWrite {
  /** The record with its lines, as the answer to the write itself would show it. */
  readonly json: string
  readonly warnings: readonly ErrorEntry[]
  readonly standIns: StandIns
}

/** What a new record gets in a preview instead of numbers that would be used up. */
export interface StandIns {
  /** Ids, by the place of the line in the body; the record’s own is ''. */
  readonly ids: ReadonlyMap<string, string>
  /** Null: nobody asked for a folio. */
  readonly folio: string | null
}

/**
 * Writes a record as a request would, and undoes it: nothing of it stays, no number is used up, nobody is told.
 * @throws ApiError as the write itself
 */
export async function tryWrite(
  tools: WriteTools,
  caller: Caller,
  request: PreviewRequest,
): Promise<TriedWrite> {
  return request.id === null
    ? await tryCreate(tools, caller, request)
    : await tryUpdate(tools, caller, { ...request, id: request.id })
}

async function tryCreate(
  tools: WriteTools,
  caller: Caller,
  { model, body }: PreviewRequest,
): Promise<TriedWrite> {
  const moment = momentOf(tools.now())
  const { plan, lines } = planNewDocument(tools, { caller, model, body, moment })
  const values = withoutSecrets(model, plan.values)
  const read = <Row>(statement: Parameters<typeof readAs>[2]) =>
    readAs<Row>(tools.database, caller.empresa, statement)
  const by = { caller, read, moment }
  const document = { model, id: null, values, lines }
  await fillPricesOf(tools, document, by)
  await fillTaxesOf(tools, document, by)
  const standIns = standInsFor(model, values, document.lines)
  const id = model.scope === 'global' ? null : (standIns.ids.get('') ?? null)
  return await undone(tools, caller, model, async (tx) => {
    const run = runOf(tools, caller, { tx, now: moment.now })
    const created = await createWithin(run, { model, values, id, lines: document.lines })
    const shown = { caller, model, id: created, withLines: true }
    const ids = new Map([...standIns.ids, ['', created]])
    const { json } = await readAnswer(tools, tx, shown)
    return { json, warnings: run.warnings, standIns: { ...standIns, ids } }
  })
}

async function tryUpdate(
  tools: WriteTools,
  caller: Caller,
  request: PreviewRequest & { readonly id: string },
): Promise<TriedWrite> {
  const { model, id, body, ifMatch } = request
  const moment = momentOf(tools.now())
  const { plan, lines } = planChangedDocument(tools, { caller, model, body, moment, id })
  const values = withoutSecrets(model, plan.values)
  const read = <Row>(statement: Parameters<typeof readAs>[2]) =>
    readAs<Row>(tools.database, caller.empresa, statement)
  const by = { caller, read, moment }
  await fillPricesOf(tools, { model, id, values: new Map(values), lines }, by)
  await fillTaxesOf(tools, { model, id, values: new Map(), lines }, by)
  const { ids } = standInsFor(null, values, lines)
  return await undone(tools, caller, model, async (tx) => {
    const run = runOf(tools, caller, { tx, now: moment.now })
    await updateWithin(run, { model, id, plan: { ...plan, values }, lines, ifMatch })
    const { json } = await readAnswer(tools, tx, { caller, model, id, withLines: true })
    return { json, warnings: run.warnings, standIns: { ids, folio: null } }
  })
}

function runOf(
  tools: WriteTools,
  caller: Caller,
  at: { readonly tx: Tx; readonly now: string },
): DocumentRun {
  return { tools, caller, ...at, warnings: [], audit: [], reveal: () => undefined }
}

/** Carries out of a transaction what was seen in it, so that it is rolled back. */
class Undone extends Error {
  readonly seen: TriedWrite

  constructor(seen: TriedWrite) {
    super('the write was only tried')
    this.seen = seen
  }
}

async function undone(
  { database }: WriteTools,
  { empresa }: Caller,
  model: Model,
  work: (tx: Tx) => Promise<TriedWrite>,
): Promise<TriedWrite> {
  try {
    return await translateConstraint(model, () =>
      writeAs(database, empresa, async (tx): Promise<never> => {
        throw new Undone(await work(tx))
      }),
    )
  } catch (error) {
    if (error instanceof Undone) return error.seen
    throw error
  }
}

/** Neither hashed, which takes long, nor written down anywhere. */
function withoutSecrets(
  model: Model,
  values: ReadonlyMap<string, FieldValue | null>,
): Map<string, FieldValue | null> {
  return new Map(
    [...values].map(([name, value]) => [
      name,
      value !== null && model.fieldByName.get(name)?.type === 'secret' ? '-' : value,
    ]),
  )
}

// Far above every id that is handed out, and still an exact JavaScript number.
const FIRST_ID = 8_000_000_000_000_000
const IDS = 2 ** 47
// Short enough for any folio.
const FOLIO_DIGITS = 7

/** Two previews at once must not stand in each other’s way, so each begins anywhere. @param model null: the record is there */
function standInsFor(
  model: Model | null,
  values: Map<string, FieldValue | null>,
  lines: readonly LinesChange[],
): StandIns {
  let next = FIRST_ID + randomInt(IDS)
  const ids = new Map<string, string>()
  const take = (place: string) => {
    const id = String(next)
    next += 1
    // Lines that the service adds have no place of their own.
    ids.set(ids.has(place) ? `${place}#${id}` : place, id)
    return id
  }
  if (model !== null) take('')
  for (const line of allNewLines(lines)) line.id = take(line.place)
  const isNumbered = model !== null && withoutFolio(model, [values]).length > 0
  const folio = isNumbered
    ? `~${String(randomInt(10 ** FOLIO_DIGITS)).padStart(FOLIO_DIGITS, '0')}`
    : null
  const field = model?.fields.find((field) => field.type === 'text' && field.series === true)
  if (folio !== null && field !== undefined) values.set(field.name, folio)
  return { ids, folio }
}
