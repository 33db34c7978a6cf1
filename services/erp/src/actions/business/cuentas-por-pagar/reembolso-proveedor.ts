import { textInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import { apiError, type ErrorEntry } from '../../../errors.ts'
import { NO_RECORD } from '../../../messages/requests.ts'
import {
  CREDIT_NOT_PAID_BACK,
  REFUND_ACCOUNT,
  REFUND_HAS_NO_RATE,
  REFUND_RECONCILED,
} from '../../../messages/supplier-credits.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, timesRate } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { reversalOf } from '../compras/effects/receipt-reversal.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { EntryAmount, EntrySource } from '../contabilidad/decisions/entry-source.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { loadSettlement, type Settlement } from '../cuentas-por-cobrar/load-settlement.ts'
import { cutText } from '../cut-text.ts'
import { documentAction } from '../document-action.ts'
import type { Later } from '../later.ts'
import { lockBankAccounts, type BankAccountRow } from '../tesoreria/store/bank-store.ts'
import { inputText } from './payment-inputs.ts'
import { findCreditUses, type CreditUse } from './store/credit-store.ts'
import { findPayees, type PayeeRow } from './store/payment-facts-store.ts'

// Money by which suppliers pay back what is left of their credit notes.
// @source docs/decisions/0248-erp-supplier-invoices.md

const MODEL = 'NotaCreditoProveedor'
const COLLECT = { model: MODEL, event: 'cobrar_reembolso' } as const

const REFUND = [
  'saldo',
  'importe_devuelto',
  'devuelto_base',
  'movimiento',
  'poliza_devolucion',
] as const
const COLLECTED = [...REFUND, 'proveedor', 'moneda', 'tipo_cambio', 'total'] as const

/** Takes in the money by which suppliers pay back what is left of their credit notes. */
export const cobrarReembolso = documentAction('NotaCreditoProveedor', {
  name: COLLECT.event,
  label: 'Cobrar reembolso',
  inputs: [
    referenceInput('CuentaBancaria', {
      name: 'cuenta_bancaria',
      label: 'Cuenta bancaria',
      required: true,
    }),
    referenceInput('FormaPago', { name: 'forma_pago', label: 'Forma de pago', required: false }),
    textInput({
      name: 'referencia',
      label: 'Referencia',
      help: 'Del depósito o de la transferencia.',
      required: false,
      minLength: 1,
      length: 40,
    }),
  ],
  fields: COLLECTED,
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment, inputs } = context
    const { empresa } = caller
    if (batch.remaining.length === 0) return
    const cuenta = String(inputs.get('cuenta_bancaria'))
    const account = (await lockBankAccounts(tx, empresa, [cuenta])).get(cuenta)
    if (account === undefined) {
      const message = NO_RECORD({ model: 'CuentaBancaria', id: cuenta })
      throw apiError('UNKNOWN_REFERENCE', message, 'cuenta_bancaria')
    }
    const notes = batch.remaining
    const [modelo, uses, payees] = await Promise.all([
      findModelId(tx, MODEL),
      findCreditUses(
        tx,
        empresa,
        notes.map(({ id }) => id),
      ),
      findPayees(tx, empresa, [...new Set(notes.map(({ proveedor }) => proveedor))]),
    ])
    const settlement = await loadSettlement(context, {
      ...COLLECT,
      module: 'tesoreria',
      days: [moment.today],
      currencies: notes.map(({ moneda }) => moneda),
      accounts: [
        account.cuenta_contable,
        ...[...payees.values()].map(({ cuenta_contable: own }) => own),
      ],
    })
    for (const row of notes) {
      const payee = payees.get(row.proveedor)
      if (payee === undefined) throw new Error(`${MODEL} ${row.id} has no supplier`)
      const note = { row, payee, base: leftBase(row, uses.get(row.id)) }
      const refund = decide(note, account, settlement)
      if ('code' in refund) {
        batch.refuse(row.id, refund)
        continue
      }
      changes.post({ entries: [refund.entry] })
      const poliza = changes.entryOf(row.id)
      const details = { ...refund, note, account, poliza, modelo }
      const { id: movimiento, folio } = cameIn({ context, changes }, details)
      move(row, {
        fields: {
          saldo: '0.00',
          importe_devuelto: row.saldo,
          devuelto_base: amountText(note.base),
          movimiento,
          poliza_devolucion: poliza,
        },
        told: { saldo: '0.00', movimiento: folio },
      })
    }
  },
})

/** The money at the bank. */
function cameIn(
  { context, changes }: { readonly context: ActionContext; readonly changes: Changes },
  details: {
    readonly note: PaidBack
    readonly account: BankAccountRow
    readonly tipoCambio: string
    readonly poliza: Later
    /** That of credit notes. */
    readonly modelo: string
  },
): { readonly id: Later; readonly folio: Later } {
  const { inputs, moment } = context
  const { row, payee } = details.note
  const folio = changes.folio('movimiento_bancario', 'MB-')
  const id = changes.insert('MovimientoBancario', {
    folio,
    fecha: moment.today,
    cuenta_bancaria: details.account.id,
    tipo: 'deposito',
    naturaleza: 'abono',
    forma_pago: inputText(inputs, 'forma_pago'),
    importe: row.saldo,
    moneda: row.moneda,
    tipo_cambio: details.tipoCambio,
    referencia: inputText(inputs, 'referencia') ?? row.folio,
    beneficiario: cutText(payee.razon_social, MAX_NAME),
    proveedor: row.proveedor,
    poliza: details.poliza,
    modelo: details.modelo,
    registro: row.id,
    conciliado: false,
    estado: 'aplicado',
  })
  changes.record({ model: 'MovimientoBancario', id, before: null, after: { folio }, event: null })
  return { id, folio }
}

/** Takes back that suppliers paid credit notes back: the money never came, and as much is left of the note again. */
export const cancelarReembolsoProveedor = documentAction('NotaCreditoProveedor', {
  name: 'cancelar_reembolso',
  label: 'Cancelar reembolso',
  hasReason: true,
  fields: REFUND,
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    const { today } = moment
    const notes = batch.remaining
    const movements = await lockRows(context, 'MovimientoBancario', {
      ids: notes.flatMap(({ movimiento }) => movimiento ?? []),
      fields: ['folio', 'estado', 'conciliado'],
    })
    const [entries, periods] = await Promise.all([
      findOpenEntries(tx, caller.empresa, { model: MODEL, ids: notes.map(({ id }) => id) }),
      loadPeriods(tx, caller.empresa, { days: [today], module: 'tesoreria' }),
    ])
    const closed = periods.problemOf(today)
    for (const row of notes) {
      const { id, folio, importe_devuelto: importe } = row
      const moved = movements.get(row.movimiento ?? '')
      if (importe === null) {
        batch.refuse(id, { code: 'INVALID_STATE', message: CREDIT_NOT_PAID_BACK({ folio }) })
      } else if (moved?.conciliado === true || moved?.estado === 'conciliado') {
        const message = REFUND_RECONCILED({ folio, movement: moved.folio })
        batch.refuse(id, { code: 'INVALID_STATE', message })
      } else if (closed !== null) batch.refuse(id, closed)
      else {
        move(row, { fields: { ...NOT_PAID_BACK, saldo: importe }, told: { saldo: importe } })
        if (moved !== undefined) neverCame(changes, moved)
        const open = entries.filter((entry) => entry.id === row.poliza_devolucion)
        const details = { folio, today, periods }
        changes.post({ reversals: open.map((entry) => reversalOf(entry, details)) })
      }
    }
  },
})

const NOT_PAID_BACK = {
  importe_devuelto: null,
  devuelto_base: null,
  movimiento: null,
  poliza_devolucion: null,
}

function neverCame(
  changes: Changes,
  { id, estado }: { readonly id: string; readonly estado: string | null },
): void {
  changes.change('MovimientoBancario', id, { estado: 'cancelado' })
  changes.record({
    model: 'MovimientoBancario',
    id,
    before: { estado },
    after: { estado: 'cancelado' },
    event: null,
  })
}

// As many characters as MovimientoBancario has room for.
const MAX_NAME = 200

type Collected = Picked<typeof MODEL, 'folio' | (typeof COLLECTED)[number]>

/** A note that its supplier pays back. */
interface PaidBack {
  readonly row: Collected
  readonly payee: PayeeRow
  /** What is left of it in the books, in the company's currency. */
  readonly base: bigint
}

function leftBase({ total, tipo_cambio: rate }: Collected, used: CreditUse | undefined): bigint {
  return timesRate(cents(total), rate) - cents(used?.base ?? '0')
}

function decide(
  note: PaidBack,
  account: BankAccountRow,
  { accounts, entryRules, periods, rules }: Settlement,
): { readonly tipoCambio: string; readonly entry: EntryPosting } | ErrorEntry {
  const { row } = note
  const { today, currency } = rules
  const closed = periods.problemOf(today)
  if (closed !== null) return closed
  if (!account.activo || account.moneda !== row.moneda) {
    const message = REFUND_ACCOUNT({ account: account.clave, folio: row.folio })
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
  }
  const tipoCambio =
    row.moneda === currency
      ? '1'
      : rules.rates.of({ moneda: row.moneda, fecha: today })?.tipo_cambio
  if (tipoCambio === undefined) {
    const message = REFUND_HAS_NO_RATE({ folio: row.folio, today })
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  const source = refundSource(note, { account, tipoCambio, today, company: currency })
  const entry = planEntry(source, { rules: entryRules, accounts })
  if (!entry.ok) return entry.error
  return { tipoCambio, entry: { ...entry.value, periodo: periods.idOf(today) } }
}

/** The supplier's account goes back at the note's rate, the bank up at the day's. */
function refundSource(
  { row, payee, base }: PaidBack,
  details: {
    readonly account: BankAccountRow
    readonly tipoCambio: string
    readonly today: string
    readonly company: string
  },
): EntrySource {
  const own = cents(row.saldo)
  const aplicado = { own, base }
  const cobrado: EntryAmount = {
    own,
    base: timesRate(own, details.tipoCambio),
    currency: { moneda: row.moneda, tipoCambio: details.tipoCambio },
  }
  const gain = cobrado.base - aplicado.base
  const inBooks = { moneda: details.company, tipoCambio: '1' }
  const booked = (amount: bigint): EntryAmount => ({ own: amount, base: amount, currency: inBooks })
  return {
    ...COLLECT,
    origin: 'tesoreria',
    record: row.id,
    folio: row.folio,
    fecha: details.today,
    currency: { moneda: row.moneda, tipoCambio: row.tipo_cambio },
    dimensiones: { proveedor: Number(row.proveedor), moneda: Number(row.moneda) },
    total: aplicado.base,
    amounts: {
      aplicado,
      cobrado,
      utilidad_cambiaria: booked(gain > 0n ? gain : 0n),
      perdida_cambiaria: booked(gain < 0n ? -gain : 0n),
    },
    accounts: {
      'proveedor.cuenta_contable': payee.cuenta_contable,
      'cuenta_bancaria.cuenta_contable': details.account.cuenta_contable,
    },
    proveedor: row.proveedor,
    cliente: null,
    lines: [],
  }
}
