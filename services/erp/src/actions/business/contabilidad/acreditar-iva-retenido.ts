import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findAccounts, findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { dateInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { amountText, cents } from '../cents.ts'
import { recordAll } from '../record-deeds.ts'
import { loadPeriods, type Periods } from './accounting-periods.ts'
import type { EntrySource } from './decisions/entry-source.ts'
import { accountsNeeded, planEntry, type EntryBooks } from './decisions/plan-entry.ts'
import { takeNumbering } from './effects/entry-folios.ts'
import { numbersNeeded, writeEntries, type EntryPosting } from './effects/write-entries.ts'
import { lockPeriodsToChange, type LockedPeriod } from './store/period-store.ts'
import { findWithheldVat, type WithheldVat } from './store/withheld-vat-store.ts'

/**
 * Credits the IVA that was withheld of suppliers in a month, once it is remitted: in the month after it (LIVA 5 IV).
 * @source docs/decisions/0253-erp-books.md
 */
export const acreditarIvaRetenido: RecordAction = {
  model: 'PeriodoContable',
  name: 'acreditar_iva_retenido',
  label: 'Acreditar IVA retenido',
  mode: 'grid_action',
  inputs: [dateInput({ name: 'fecha', label: 'Fecha del entero', required: false })],
  emits: ['iva_retenido_acreditado'],
  run: credit,
}

// What was withheld is remitted whether its month is closed or not.
export const STATES = ['abierto', 'bloqueado', 'cerrado']

async function credit(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = new BatchOutcome()
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { model, name: event } = acreditarIvaRetenido
  const locked = await lockPeriodsToChange(tx, empresa, ids)
  const periods = inStates(ids, locked, { batch, model, states: STATES })
  if (periods.length === 0) return batch.outcome()
  const given = inputs.get('fecha')
  const fecha = typeof given === 'string' ? given : moment.today
  const withheld = await findWithheldVat(
    tx,
    empresa,
    periods.map(({ id }) => id),
  )
  const [currency, rules, open] = await Promise.all([
    findCompanyCurrency(tx, empresa),
    findEntryRules(tx, empresa, { model, event }),
    loadPeriods(tx, empresa, { days: [fecha], module: 'tesoreria' }),
  ])
  const books = { rules, accounts: await findAccounts(tx, empresa, accountsNeeded([], rules)) }
  const credited: Credited[] = []
  for (const period of periods) {
    const of = { fecha, today: moment.today, withheld: withheld.get(period.id), currency }
    const one = creditOf(period, of, { open, books })
    if ('code' in one) batch.refuse(period.id, one)
    else credited.push(one)
  }
  await write(context, credited)
  return batch.outcome()
}

interface Credited {
  readonly period: LockedPeriod
  readonly importe: bigint
  readonly entry: EntryPosting
}

function creditOf(
  period: LockedPeriod,
  of: {
    readonly fecha: string
    readonly today: string
    readonly withheld: WithheldVat | undefined
    readonly currency: string
  },
  { open, books }: { readonly open: Periods; readonly books: EntryBooks },
): Credited | ErrorEntry {
  const { fecha, today, withheld, currency } = of
  if (withheld === undefined) throw new Error(`PeriodoContable ${period.id} was not read`)
  if (fecha <= withheld.fecha_fin || fecha > today) {
    const message = `fecha is ${fecha}; what was withheld in ${period.nombre} is remitted after ${withheld.fecha_fin}, and not after today, ${today}.`
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  const closed = open.problemOf(fecha)
  if (closed !== null) return closed
  const importe = cents(withheld.retenido) - cents(withheld.acreditado)
  if (importe === 0n) {
    const message = `Of the IVA withheld in ${period.nombre}, ${withheld.retenido}, nothing is left to be credited.`
    return { code: 'NO_LINES', message }
  }
  const entry = planEntry(sourceOf(period, { fecha, importe, currency }), books)
  if (!entry.ok) return entry.error
  return { period, importe, entry: { ...entry.value, periodo: open.idOf(fecha) } }
}

function sourceOf(
  { id, nombre }: LockedPeriod,
  of: { readonly fecha: string; readonly importe: bigint; readonly currency: string },
): EntrySource {
  return {
    model: acreditarIvaRetenido.model,
    event: acreditarIvaRetenido.name,
    origin: 'tesoreria',
    record: id,
    folio: nombre,
    fecha: of.fecha,
    currency: { moneda: of.currency, tipoCambio: '1' },
    dimensiones: {},
    total: of.importe,
    amounts: { iva: { own: of.importe, base: of.importe } },
    accounts: {},
    proveedor: null,
    cliente: null,
    lines: [],
  }
}

async function write(context: ActionContext, credited: readonly Credited[]): Promise<void> {
  if (credited.length === 0) return
  const { tx, caller } = context
  const { model, name } = acreditarIvaRetenido
  const postings = { entries: credited.map(({ entry }) => entry), reversals: [] }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, credited.length]]),
    series: needed.series,
  })
  const entries = await writeEntries(context, postings, numbering)
  const deeds = credited.map(({ period, importe }, index) => ({
    model,
    id: period.id,
    before: { estado: period.estado },
    after: {
      estado: period.estado,
      iva: amountText(importe),
      poliza: entries[index]?.id ?? null,
    },
    event: 'iva_retenido_acreditado',
  }))
  await recordAll(context, { name, reason: null }, { deeds, numbers: numbering.numbers })
}
