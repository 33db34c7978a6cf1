import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { IVA_REMITTED_LATER, NO_IVA_CREDITED, NO_IVA_LEFT } from '../../../messages/period-taxes.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  findOpenEntries,
} from '../../../store/journal-store.ts'
import { dateInput } from '../action-inputs.ts'
import { amountText, cents } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import { loadPeriods, type Periods } from './accounting-periods.ts'
import type { EntrySource } from './decisions/entry-source.ts'
import { accountsNeeded, planEntry, type EntryBooks } from './decisions/plan-entry.ts'
import type { EntryPosting } from './effects/write-entries.ts'
import { PERIODO_CONTABLE_MOVES } from './periodo-contable-moves.ts'
import { findWithheldVat, type WithheldVat } from './store/withheld-vat-store.ts'

// IVA that was withheld of suppliers. @source docs/decisions/0253-erp-books.md

const MODEL = 'PeriodoContable'
const CREDIT = 'acreditar_iva_retenido'

/** Credits what was withheld in a month, once it is remitted: in the month after it (LIVA 5 IV). */
export const acreditarIvaRetenido = documentAction(PERIODO_CONTABLE_MOVES, {
  name: CREDIT,
  label: 'Acreditar IVA retenido',
  inputs: [dateInput({ name: 'fecha', label: 'Fecha del entero', required: false })],
  emits: ['iva_retenido_acreditado'],
  folio: 'nombre',
  fields: ['nombre'],
  run: async ({ context, batch, changes }) => {
    if (batch.remaining.length === 0) return
    const { tx, caller, moment, inputs } = context
    const { empresa } = caller
    const given = inputs.get('fecha')
    const fecha = typeof given === 'string' ? given : moment.today
    const ids = batch.remaining.map(({ id }) => id)
    const [withheld, currency, rules, open] = await Promise.all([
      findWithheldVat(tx, empresa, ids),
      findCompanyCurrency(tx, empresa),
      findEntryRules(tx, empresa, { model: MODEL, event: CREDIT }),
      loadPeriods(tx, empresa, { days: [fecha], module: 'tesoreria' }),
    ])
    const books = { rules, accounts: await findAccounts(tx, empresa, accountsNeeded([], rules)) }
    for (const period of batch.remaining) {
      const { id, estado } = period
      const details = { fecha, today: moment.today, withheld: withheld.get(id), currency }
      const credit = creditOf(period, details, { open, books })
      if ('code' in credit) {
        batch.refuse(id, credit)
        continue
      }
      changes.post({ entries: [credit.entry] })
      const iva = amountText(credit.importe)
      changes.record({
        model: MODEL,
        id,
        before: { estado },
        after: { estado, iva, poliza: changes.entryOf(id).as(Number) },
        event: 'iva_retenido_acreditado',
      })
    }
  },
})

/**
 * Takes back that the IVA which was withheld in a month was credited, on the days on which it was, so that their month
 * shows nothing of it; until that month is closed.
 * @source docs/decisions/0249-erp-payments.md
 */
export const cancelarAcreditacion = documentAction(PERIODO_CONTABLE_MOVES, {
  name: 'cancelar_acreditacion',
  label: 'Cancelar acreditación de IVA retenido',
  hasReason: true,
  emits: ['acreditacion_cancelada'],
  folio: 'nombre',
  fields: ['nombre'],
  run: async ({ context: { tx, caller }, batch, changes }) => {
    const { empresa } = caller
    const ids = batch.remaining.map(({ id }) => id)
    const all = await findOpenEntries(tx, empresa, { model: MODEL, ids })
    const days = all.map(({ fecha }) => fecha)
    const open = await loadPeriods(tx, empresa, { days, module: 'tesoreria' })
    for (const { id, nombre, estado } of batch.remaining) {
      const entries = all.filter(({ registro }) => registro === id)
      const problem =
        entries.length === 0
          ? nothingCredited(nombre)
          : entries.map(({ fecha }) => open.problemOf(fecha)).find((problem) => problem !== null)
      if (problem !== undefined && problem !== null) {
        batch.refuse(id, problem)
        continue
      }
      changes.post({
        reversals: entries.map((entry) => ({
          open: entry,
          fecha: entry.fecha,
          periodo: open.idOf(entry.fecha),
          concepto: `Reversa de ${entry.folio}: ${nombre}`,
        })),
      })
      changes.record({
        model: MODEL,
        id,
        before: { estado, polizas: entries.map((entry) => entry.folio).join(', ') },
        after: { estado, polizas: null },
        event: 'acreditacion_cancelada',
      })
    }
  },
})

function nothingCredited(nombre: string): ErrorEntry {
  return { code: 'INVALID_STATE', message: NO_IVA_CREDITED({ period: nombre }) }
}

type Period = Picked<typeof MODEL, 'nombre'>

interface Credited {
  readonly importe: bigint
  readonly entry: EntryPosting
}

function creditOf(
  period: Period,
  details: {
    readonly fecha: string
    readonly today: string
    readonly withheld: WithheldVat | undefined
    readonly currency: string
  },
  { open, books }: { readonly open: Periods; readonly books: EntryBooks },
): Credited | ErrorEntry {
  const { fecha, today, withheld, currency } = details
  if (withheld === undefined) throw new Error(`PeriodoContable ${period.id} was not read`)
  if (fecha <= withheld.fecha_fin || fecha > today) {
    const of = { period: period.nombre, day: fecha, end: withheld.fecha_fin, today }
    const message = IVA_REMITTED_LATER(of)
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  const closed = open.problemOf(fecha)
  if (closed !== null) return closed
  const importe = cents(withheld.retenido) - cents(withheld.acreditado)
  if (importe === 0n) {
    const message = NO_IVA_LEFT({ period: period.nombre, withheld: withheld.retenido })
    return { code: 'NO_LINES', message }
  }
  const entry = planEntry(sourceOf(period, { fecha, importe, currency }), books)
  if (!entry.ok) return entry.error
  return { importe, entry: { ...entry.value, periodo: open.idOf(fecha) } }
}

function sourceOf(
  { id, nombre }: Period,
  details: { readonly fecha: string; readonly importe: bigint; readonly currency: string },
): EntrySource {
  return {
    model: MODEL,
    event: CREDIT,
    origin: 'tesoreria',
    record: id,
    folio: nombre,
    fecha: details.fecha,
    currency: { moneda: details.currency, tipoCambio: '1' },
    dimensiones: {},
    total: details.importe,
    amounts: { iva: { own: details.importe, base: details.importe } },
    accounts: {},
    proveedor: null,
    cliente: null,
    lines: [],
  }
}
