import type { Tx } from '@oficina/kit/database.ts'

import { snakeCase } from '../../dictionary/naming.ts'
import type { Field, Model } from '../../dictionary/types.ts'
import { apiError } from '../../errors.ts'
import { FOLIO_TOO_LONG, NOT_A_SERIES, SERIES_USED_UP } from '../../messages/lines.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  findHighestFolio,
  findSeries,
  readCounter,
  takeOfCounter,
  takeOfSeries,
  type Series,
} from '../../store/numbers/series-store.ts'
import { findTaken } from '../../store/records/import-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'

/** Documents that the law wants numbered without a gap: their numbers are taken in their own transaction, last. */
const GAPLESS: ReadonlySet<string> = new Set(['Cfdi'])

const DIGITS = 5
// Somebody else takes a number by hand while one is handed out; more often than this it is a fault.
const MAX_ROUNDS = 5

type Values = Map<string, FieldValue | null>

export interface FolioRequest {
  readonly model: Model
  readonly empresa: EmpresaId
  /** Documents without a folio get theirs here. */
  readonly rows: readonly Values[]
  /** `YYYY-MM-DD`, for those without a date. */
  readonly today: string
  readonly now: string
}

/** The field of a model that series number, where it has one. */
function folioField(model: Model): (Field & { readonly type: 'text' }) | undefined {
  return model.fields.find((field) => field.type === 'text' && field.series === true) as
    | (Field & { readonly type: 'text' })
    | undefined
}

/** Whether the numbers of a model's documents must have no gap. */
export function isGapless(model: Model): boolean {
  return GAPLESS.has(model.name)
}

/** Those of the documents that nobody gave a folio. */
export function withoutFolio(model: Model, rows: readonly Values[]): readonly Values[] {
  const field = folioField(model)
  if (field === undefined) return []
  return rows.filter((row) => (row.get(field.name) ?? null) === null)
}

/**
 * Numbers the documents that have no folio, by the series of their model, else by a counter of the company. Outside the
 * documents' transaction nobody waits for anybody, and a number that is then not used leaves a gap.
 * @throws ApiError VALIDATION for a series that is not the model's, CONFIGURATION_INCOMPLETE when it has no number left
 * @source docs/decisions/0240-erp-documents.md
 */
export async function fillFolios(tx: Tx, request: FolioRequest): Promise<void> {
  const rows = withoutFolio(request.model, request.rows)
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify([textOf(row, 'serie'), textOf(row, 'sucursal'), monthOf(request, row)]),
  )
  for (const group of groups.values()) {
    const [first] = group
    if (first !== undefined) await numberGroup(tx, request, group)
  }
}

async function numberGroup(tx: Tx, request: FolioRequest, group: readonly Values[]): Promise<void> {
  const [first = new Map()] = group
  const series = await seriesOf(tx, request, first)
  const source = sourceOf(request, { series, month: monthOf(request, first) })
  const field = folioField(request.model)
  const key = request.model.uniqueKeys.find(({ fields }) => fields.join() === field?.name)
  if (field === undefined || key === undefined) return
  let open = group
  let above = '0'
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
    const from = await source.take(tx, { count: open.length, above })
    for (const [i, row] of open.entries()) {
      const folio = source.prefix + String(from + BigInt(i)).padStart(source.digits, '0')
      if (folio.length > field.length) throw tooLong(request.model, folio, field.length)
      row.set(field.name, folio)
      if (series !== undefined && request.model.fieldByName.has('serie'))
        row.set('serie', series.id)
    }
    const of = { model: request.model, empresa: request.empresa, key }
    const taken = new Set(await findTaken(tx, of, open))
    open = open.filter((_, i) => taken.has(i))
    if (open.length > 0) above = await findHighestFolio(tx, request.empresa, { ...of, ...source })
  }
}

function tooLong(model: Model, folio: string, most: number) {
  const message = FOLIO_TOO_LONG({ model: model.name, folio, most })
  return apiError('CONFIGURATION_INCOMPLETE', message, 'folio')
}

async function seriesOf(
  tx: Tx,
  { model, empresa }: FolioRequest,
  row: Values,
): Promise<Series | undefined> {
  const field = model.fieldByName.get('serie')
  const isReference = field?.type === 'reference' && field.target === 'Serie'
  const serie = isReference ? textOf(row, 'serie') : null
  const of = { model: model.name, serie, sucursal: textOf(row, 'sucursal') }
  const found = await findSeries(tx, empresa, of)
  if (found === undefined && serie !== null) {
    const message = NOT_A_SERIES({ model: model.name, id: serie })
    throw apiError('VALIDATION', message, 'serie')
  }
  return found
}

/** What a document would be numbered with now. */
export interface ExpectedFolio {
  readonly folio: string
  /** Undefined: a counter of the company. */
  readonly serie: string | undefined
}

/**
 * The folio that the next document like this one gets, unless somebody takes it first: nothing is taken. Undefined: it has
 * one, or its series has none left.
 */
export async function expectFolio(
  tx: Tx,
  request: Omit<FolioRequest, 'rows'> & { readonly row: Values },
): Promise<ExpectedFolio | undefined> {
  const { model, row } = request
  const all = { ...request, rows: [row] }
  if (withoutFolio(model, [row]).length === 0) return undefined
  const series = await seriesOf(tx, all, row)
  const source = sourceOf(all, { series, month: monthOf(all, row) })
  const next = (await source.last(tx)) + 1n
  if (series !== undefined && series.final !== null && next > BigInt(series.final)) return undefined
  return { folio: source.prefix + String(next).padStart(source.digits, '0'), serie: series?.id }
}

/** Where numbers come from, and how they are written. */
interface FolioSource {
  readonly prefix: string
  readonly digits: number
  /** The last that was given. */
  readonly last: (tx: Tx) => Promise<bigint>
  readonly take: (
    tx: Tx,
    wanted: { readonly count: number; readonly above: string },
  ) => Promise<bigint>
}

function sourceOf(
  { model, empresa, now }: FolioRequest,
  { series, month }: { readonly series: Series | undefined; readonly month: string },
): FolioSource {
  if (series === undefined) {
    const counter = `folio:${model.table}`
    return {
      prefix: `${initials(model.name)}-`,
      digits: DIGITS,
      last: (tx) => readCounter(tx, empresa, counter),
      take: (tx, wanted) => takeOfCounter(tx, empresa, { ...wanted, counter }),
    }
  }
  const { id, clave, longitud, reinicio } = series
  const digits = longitud ?? DIGITS
  if (reinicio === 'nunca') {
    return {
      prefix: withDash(clave),
      digits,
      last: async () => most(BigInt(series.actual), BigInt(series.inicial) - 1n),
      take: async (tx, wanted) => {
        const first = await takeOfSeries(tx, empresa, { ...wanted, id, now })
        if (first === undefined) throw usedUp(series, model)
        return first
      },
    }
  }
  const period = reinicio === 'anual' ? month.slice(2, 4) : month.slice(2).replace('-', '')
  const counter = `serie:${id}:${period}`
  return {
    prefix: withDash(clave + period),
    digits,
    last: async (tx) => most(await readCounter(tx, empresa, counter), BigInt(series.inicial) - 1n),
    take: async (tx, { count, above }) => {
      const start = BigInt(series.inicial) - 1n
      const least = BigInt(above) > start ? above : String(start)
      const first = await takeOfCounter(tx, empresa, { counter, count, above: least })
      const last = first + BigInt(count) - 1n
      if (series.final !== null && last > BigInt(series.final)) throw usedUp(series, model)
      return first
    },
  }
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function usedUp({ clave, final }: Series, { name }: Model) {
  const message = SERIES_USED_UP({ model: name, series: clave, last: final })
  return apiError('CONFIGURATION_INCOMPLETE', message, 'serie')
}

/** `CuentaPorPagar` are numbered CPP-00001, `Compra` CO-00001. */
function initials(name: string): string {
  const words = snakeCase(name).split('_')
  const [only = ''] = words
  return (
    words.length === 1 ? only.slice(0, 2) : words.map((word) => word[0]).join('')
  ).toUpperCase()
}

function withDash(prefix: string): string {
  return /[a-z0-9]$/i.test(prefix) ? `${prefix}-` : prefix
}

function textOf(row: Values, name: string): string | null {
  const value = row.get(name) ?? null
  return value === null ? null : String(value)
}

/** `2026-03`, of the document's own date. */
function monthOf({ today }: FolioRequest, row: Values): string {
  return (textOf(row, 'fecha') ?? today).slice(0, 7)
}
