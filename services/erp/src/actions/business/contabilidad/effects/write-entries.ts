import {
  insertEntries,
  insertEntryLines,
  insertReversedLines,
  markReversed,
  type NewEntry,
  type NewEntryLine,
  type OpenEntry,
  type Reversal,
} from '../../../../store/journal-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import type { PlannedEntry, PlannedLine } from '../decisions/plan-entry.ts'
import type { FolioSeries, Numbering } from './entry-folios.ts'

/** An entry with the period that holds its day. */
export interface EntryPosting extends PlannedEntry {
  readonly periodo: string
}

/** A counter-entry: an open entry is booked the other way round on some day. */
export interface ReversalPosting {
  readonly open: OpenEntry
  readonly fecha: string
  readonly periodo: string
  readonly concepto: string
}

/** What the books get from one action, in the order in which its entries take their folios. */
export interface Postings {
  readonly entries: readonly EntryPosting[]
  readonly reversals: readonly ReversalPosting[]
}

/**
 * The numbers that postings need. An action takes them together with its own, in one statement and last of all
 * (`takeNumbering`): two steps could deadlock with an action that needs the same counters in one.
 */
export function numbersNeeded({ entries, reversals }: Postings): {
  readonly counters: ReadonlyMap<string, number>
  readonly series: readonly FolioSeries[]
} {
  const lines =
    entries.reduce((sum, entry) => sum + entry.lines.length, 0) +
    reversals.reduce((sum, { open }) => sum + open.lineas, 0)
  return {
    counters: new Map([
      ['poliza', entries.length + reversals.length],
      ['poliza_partida', lines],
    ]),
    series: [
      ...entries.map(({ rule, source }) => ({
        tipo: rule.tipo_clave,
        reinicia: rule.reinicia,
        fecha: source.fecha,
      })),
      ...reversals.map(({ open, fecha }) => ({
        tipo: open.tipo_clave,
        reinicia: open.reinicia,
        fecha,
      })),
    ],
  }
}

/**
 * Writes entries and counter-entries: four statements at most, however many there are. Returns what was written, the
 * entries before the counter-entries.
 */
export async function writeEntries(
  { tx, caller, moment }: ActionContext,
  { entries, reversals }: Postings,
  numbering: Numbering,
): Promise<readonly NewEntry[]> {
  const posting = { usuarioId: caller.usuarioId, now: moment.now }
  const { empresa } = caller
  const written = entries.map((entry) => newEntry(entry, numbering))
  const countered = reversals.map((reversal) => counterEntry(reversal, numbering))
  const all = [...written, ...countered].map(({ entry }) => entry)
  await Promise.all([
    insertEntries(tx, empresa, { entries: all, posting }),
    insertEntryLines(tx, empresa, { lines: written.flatMap(({ lines }) => lines), posting }),
    insertReversedLines(tx, empresa, {
      reversals: countered.map(({ reversal }) => reversal),
      posting,
    }),
    markReversed(tx, empresa, { ids: reversals.map(({ open }) => open.id), now: moment.now }),
  ])
  return all
}

function newEntry(
  planned: EntryPosting,
  { numbers, nextFolio }: Numbering,
): { readonly entry: NewEntry; readonly lines: readonly NewEntryLine[] } {
  const { source } = planned
  const id = numbers('poliza')
  const entry = {
    id,
    folio: nextFolio(),
    fecha: source.fecha,
    tipo: planned.rule.tipo,
    periodo: planned.periodo,
    concepto: planned.concepto,
    origen: source.origin,
    modelo: source.model,
    registro: source.record,
    total: amountText(planned.total),
    reversa: null,
  }
  const lineOf = (line: PlannedLine, index: number): NewEntryLine => ({
    id: numbers('poliza_partida'),
    poliza: id,
    partida: index + 1,
    ...newLine(planned, line),
  })
  return { entry, lines: planned.lines.map(lineOf) }
}

function newLine({ source }: EntryPosting, line: PlannedLine) {
  const project = source.dimensiones['proyecto'] ?? null
  return {
    cuenta: line.cuenta,
    concepto: line.concepto,
    cargo: amountText(line.cargo),
    abono: amountText(line.abono),
    moneda: line.currency.moneda,
    tipo_cambio: line.currency.tipoCambio,
    importe_moneda: amountText(line.importeMoneda),
    centro_costo: line.centroCosto,
    proyecto: project === null ? null : String(project),
    cliente: line.cliente,
    proveedor: line.proveedor,
    referencia: source.folio,
  }
}

function counterEntry(
  { open, fecha, periodo, concepto }: ReversalPosting,
  { numbers, nextFolio }: Numbering,
): { readonly entry: NewEntry; readonly reversal: Reversal } {
  const id = numbers('poliza')
  const first = Array.from({ length: open.lineas }, () => numbers('poliza_partida'))[0] ?? 0
  const entry = {
    id,
    folio: nextFolio(),
    fecha,
    tipo: open.tipo,
    periodo,
    concepto,
    origen: open.origen,
    modelo: open.modelo,
    registro: open.registro,
    total: open.total,
    reversa: open.id,
  }
  return { entry, reversal: { poliza: id, primera: first, reversa: open.id } }
}
