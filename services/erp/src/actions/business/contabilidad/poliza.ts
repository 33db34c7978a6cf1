import { dateInput, textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import {
  BALANCE_RESTS_ON_ENTRY,
  MADE_BY_DOCUMENT,
  REVERSED_TOO_EARLY,
  REVERSES_ANOTHER,
} from '../../../messages/entry-reversals.ts'
import { HOLDS_OPENING } from '../../../messages/opening.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findLockedPeriods,
  type OpenEntry,
} from '../../../store/journal-store.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import { loadPeriods, type Periods } from './accounting-periods.ts'
import {
  entryProblems,
  LINE_FIELDS,
  type EntryFacts,
  type ManualEntry,
} from './decisions/check-entry.ts'
import { refreshBalances } from './effects/refresh-balances.ts'
import type { ReversalPosting } from './effects/write-entries.ts'
import { lockNamedPeriods } from './store/named-period-store.ts'
import { findEntriesWithBalances, findOpeningEntry } from './store/opening-entry-store.ts'

// Entries that people write. @source docs/decisions/0242-erp-entries.md

const MODEL = 'Poliza'
const LINES = 'PolizaPartida'

/** Applies entries made by hand: from here on they count and never change. */
export const aplicar = documentAction('Poliza', {
  name: 'aplicar',
  label: 'Aplicar',
  folio: 'folio',
  fields: [
    'folio',
    'fecha',
    'periodo',
    'capturada_por',
    'autorizada_por',
    'total_cargo',
    'total_abono',
    'tipo.clave',
    'tipo.reinicia',
    'tipo.requiere_autorizacion',
  ],
  run: async ({ context, batch, changes, move }) => {
    if (batch.remaining.length === 0) return
    const { tx, caller, moment } = context
    const facts = await loadFacts(context, batch.remaining)
    for (const entry of batch.remaining) batch.refuse(entry.id, ...entryProblems(facts, entry))
    for (const entry of batch.remaining) {
      const { id, fecha, 'tipo.clave': tipo, 'tipo.reinicia': reinicia } = entry
      const lines = facts.lines.get(id) ?? []
      const total = amountText(sumOf(lines.map(({ cargo }) => cents(cargo))))
      const folio = entry.folio === '' ? changes.entryFolio({ tipo, reinicia, fecha }) : entry.folio
      changes.change(MODEL, id, { folio })
      move(entry, {
        fields: { total_cargo: total, total_abono: total, autorizada_por: caller.usuarioId },
        told: { folio, total },
      })
    }
    // The balances of closed months that come after an adjustment period count what is posted in it.
    const periods = batch.remaining
      .map(({ periodo }) => periodo)
      .filter((id) => facts.periods.get(id)?.es_ajuste === true)
    const details = { periods, now: moment.now }
    changes.also({ write: () => refreshBalances(tx, caller.empresa, details) })
  },
})

/** Takes back entries made by hand, each by another one with the sides swapped. */
export const reversar = documentAction('Poliza', {
  name: 'reversar',
  label: 'Reversar',
  inputs: [
    dateInput({
      name: 'fecha',
      label: 'Fecha',
      help: 'De la póliza de reversa; sin ella, hoy.',
      required: false,
    }),
  ],
  reason: textInput({
    name: 'motivo',
    label: 'Motivo',
    help: 'Queda en el concepto de la póliza de reversa y en la auditoría.',
    required: false,
    minLength: 0,
    length: 200,
  }),
  folio: 'folio',
  fields: [
    'folio',
    'fecha',
    'concepto',
    'origen',
    'modelo.nombre',
    'registro',
    'poliza_reversa',
    'tipo',
    'tipo.clave',
    'tipo.reinicia',
    'total_cargo',
  ],
  run: async ({ context, batch, changes, reason: given }) => {
    if (batch.remaining.length === 0) return
    const { tx, caller, moment, inputs } = context
    const ids = batch.remaining.map(({ id }) => id)
    const day = inputs.get('fecha')
    const fecha = typeof day === 'string' ? day : moment.today
    const [periods, opening, opened, lines] = await Promise.all([
      loadPeriods(tx, caller.empresa, { days: [fecha], module: 'contabilidad' }),
      findOpeningEntry(tx, caller.empresa),
      findEntriesWithBalances(tx, caller.empresa, ids),
      rowsBelow(context, LINES, { parent: 'poliza', ids, fields: [] }),
    ])
    const reason = given === '' ? null : given
    for (const row of batch.remaining) {
      const entry = { ...row, modelo: row['modelo.nombre'] }
      const problem =
        row.id === opening
          ? holdsOpening(row.folio)
          : (reversalProblem(entry, { fecha, periods }) ?? openedProblem(entry, opened))
      if (problem !== null) {
        batch.refuse(row.id, problem)
        continue
      }
      const lineas = lines.get(row.id)?.length ?? 0
      const { 'tipo.clave': tipo_clave, 'tipo.reinicia': reinicia, total_cargo: total } = row
      const open = { ...entry, lineas, tipo_clave, reinicia, total }
      changes.post({ reversals: [reversalOf(open, { fecha, periods, reason })] })
      recordReversal(changes, open, reason)
    }
  },
})

async function loadFacts(
  context: ActionContext,
  entries: readonly ManualEntry[],
): Promise<EntryFacts> {
  const { tx, caller } = context
  const { empresa, usuarioId } = caller
  const ids = entries.map(({ id }) => id)
  const [lines, periods, locked, currency] = await Promise.all([
    rowsBelow(context, LINES, { parent: 'poliza', ids, fields: LINE_FIELDS }),
    lockNamedPeriods(tx, empresa, [...new Set(entries.map(({ periodo }) => periodo))]),
    findLockedPeriods(tx, empresa, ['contabilidad']),
    findCompanyCurrency(tx, empresa),
  ])
  const named = [...lines.values()].flat().map((line) => line.cuenta_contable)
  const accounts = await findAccounts(tx, empresa, [...new Set(named)])
  return { lines, accounts, periods, locked, currency, usuarioId }
}

interface Day {
  readonly fecha: string
  readonly periods: Periods
}

/** An entry that may be taken back. */
interface BookedEntry extends OpenEntry {
  readonly concepto: string
}

const BY_HAND: ReadonlySet<string> = new Set(['manual', 'importada'])

function reversalProblem(
  entry: Pick<BookedEntry, 'id' | 'origen' | 'modelo' | 'registro' | 'fecha'> & {
    readonly poliza_reversa: string | null
  },
  { fecha: day, periods }: Day,
): ErrorEntry | null {
  const { id, origen, modelo, registro, poliza_reversa: reversa, fecha } = entry
  if (!BY_HAND.has(origen) && modelo !== null) {
    const message = MADE_BY_DOCUMENT({ id, model: modelo, record: registro })
    return { code: 'INVALID_STATE', message }
  }
  if (reversa !== null) {
    return { code: 'INVALID_STATE', message: REVERSES_ANOTHER({ id, other: reversa }) }
  }
  if (day < fecha) {
    const message = REVERSED_TOO_EARLY({ id, day, booked: fecha })
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  return periods.problemOf(day)
}

function holdsOpening(folio: string): ErrorEntry {
  return { code: 'INVALID_STATE', message: HOLDS_OPENING({ folio }) }
}

/** Balances that were recognized by an entry of before rest on it. */
function openedProblem(
  { id, origen, modelo }: Pick<BookedEntry, 'id' | 'origen' | 'modelo'>,
  opened: ReadonlyMap<string, string>,
): ErrorEntry | null {
  const resting = opened.get(id)
  if (resting === undefined || modelo !== null || !BY_HAND.has(origen)) return null
  return { code: 'INVALID_STATE', message: BALANCE_RESTS_ON_ENTRY({ id, model: resting }) }
}

const MAX_CONCEPT = 250

function reversalOf(
  open: BookedEntry,
  { fecha, periods, reason }: Day & { readonly reason: string | null },
): ReversalPosting {
  const concepto = `Reversa de ${open.folio}: ${reason ?? open.concepto}`.slice(0, MAX_CONCEPT)
  return { open, fecha, periodo: periods.idOf(fecha), concepto }
}

/** The entry that is taken back, and the one that does it. */
function recordReversal(changes: Changes, { id, total }: BookedEntry, motivo: string | null): void {
  const counter = changes.counterEntryOf(id)
  const [reversa, folio] = [counter.id.as(Number), counter.folio]
  const after = { estado: 'reversada', reversa, folio_reversa: folio }
  changes.record({
    model: MODEL,
    id,
    before: { estado: 'aplicada' },
    after,
    event: 'reversada',
    told: { ...after, total, motivo },
  })
  changes.record({
    model: MODEL,
    id: counter.id,
    before: null,
    after: { estado: 'aplicada', folio, poliza_reversa: Number(id) },
    event: null,
  })
}
