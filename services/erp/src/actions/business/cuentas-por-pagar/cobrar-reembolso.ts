import { textInput } from '../../../dictionary/action-description.ts'
import { apiError, type ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents, timesRate } from '../cents.ts'
import type { EntryAmount, EntrySource } from '../contabilidad/decisions/entry-source.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../contabilidad/effects/write-entries.ts'
import { loadSettlement, type Settlement } from '../cuentas-por-cobrar/load-settlement.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordAll } from '../record-deeds.ts'
import {
  bankNumbersNeeded,
  bookBankMovements,
  type BankMovement,
} from '../tesoreria/effects/book-movements.ts'
import { lockBankAccounts, type BankAccountRow } from '../tesoreria/store/bank-store.ts'
import { NOTA_CREDITO_PROVEEDOR_STATES } from './nota-credito-proveedor-states.ts'
import { inputText } from './payment-inputs.ts'
import { changeCreditRefunds } from './store/credit-refund-store.ts'
import { lockCredits, type CreditRow } from './store/credit-store.ts'

/**
 * Takes in the money by which suppliers pay back what is left of their credit notes.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const cobrarReembolso: RecordAction = {
  model: 'NotaCreditoProveedor',
  name: 'cobrar_reembolso',
  label: 'Cobrar reembolso',
  mode: 'grid_action',
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
  emits: ['aplicada'],
  run: collect,
}

interface Refund {
  readonly row: CreditRow
  readonly tipoCambio: string
  readonly entry: EntryPosting
}

async function collect(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new DocumentBatch(ids, await lockCredits(tx, caller.empresa, ids), {
    model: cobrarReembolso.model,
    states: statesBefore(NOTA_CREDITO_PROVEEDOR_STATES, cobrarReembolso.name),
  })
  if (batch.remaining.length === 0) return batch.outcome
  const cuenta = String(inputs.get('cuenta_bancaria'))
  const account = (await lockBankAccounts(tx, caller.empresa, [cuenta])).get(cuenta)
  if (account === undefined) {
    const message = `There is no CuentaBancaria with id ${cuenta}.`
    throw apiError('UNKNOWN_REFERENCE', message, 'cuenta_bancaria')
  }
  const settlement = await loadSettlement(context, {
    model: cobrarReembolso.model,
    event: cobrarReembolso.name,
    module: 'tesoreria',
    days: [moment.today],
    currencies: batch.remaining.map(({ moneda }) => moneda),
    accounts: [account.cuenta_contable, ...batch.remaining.map((row) => row.cuenta_proveedor)],
  })
  const done = batch.remaining.flatMap((row): readonly Refund[] => {
    const decided = decide(row, account, settlement)
    if (!('code' in decided)) return [decided]
    batch.refuse(row.id, decided)
    return []
  })
  await write(context, account, done)
  return batch.outcome
}

function decide(
  row: CreditRow,
  account: BankAccountRow,
  { accounts, entryRules, periods, rules }: Settlement,
): Refund | ErrorEntry {
  const { today, currency } = rules
  const closed = periods.problemOf(today)
  if (closed !== null) return closed
  if (!account.activo || account.moneda !== row.moneda) {
    const message = `cuenta_bancaria: CuentaBancaria ${account.clave} must be active and in the currency of ${row.folio}.`
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
  }
  const tipoCambio =
    row.moneda === currency
      ? '1'
      : rules.rates.of({ moneda: row.moneda, fecha: today })?.tipo_cambio
  if (tipoCambio === undefined) {
    const message = `There is no TipoCambio of the currency of ${row.folio} for ${today}; add it.`
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  const source = refundSource(row, { account, tipoCambio, today, company: currency })
  const entry = planEntry(source, { rules: entryRules, accounts })
  if (!entry.ok) return entry.error
  return { row, tipoCambio, entry: { ...entry.value, periodo: periods.idOf(today) } }
}

/** The supplier's account goes back at the note's rate, the bank up at the day's. */
function refundSource(
  row: CreditRow,
  of: {
    readonly account: BankAccountRow
    readonly tipoCambio: string
    readonly today: string
    readonly company: string
  },
): EntrySource {
  const own = cents(row.saldo)
  const aplicado = { own, base: cents(row.saldo_base) }
  const cobrado: EntryAmount = {
    own,
    base: timesRate(own, of.tipoCambio),
    currency: { moneda: row.moneda, tipoCambio: of.tipoCambio },
  }
  const gain = cobrado.base - aplicado.base
  const inBooks = { moneda: of.company, tipoCambio: '1' }
  const booked = (amount: bigint): EntryAmount => ({ own: amount, base: amount, currency: inBooks })
  return {
    model: cobrarReembolso.model,
    event: cobrarReembolso.name,
    origin: 'tesoreria',
    record: row.id,
    folio: row.folio,
    fecha: of.today,
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
      'proveedor.cuenta_contable': row.cuenta_proveedor,
      'cuenta_bancaria.cuenta_contable': of.account.cuenta_contable,
    },
    proveedor: row.proveedor,
    cliente: null,
    lines: [],
  }
}

async function write(
  context: ActionContext,
  account: BankAccountRow,
  done: readonly Refund[],
): Promise<void> {
  if (done.length === 0) return
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { model, name } = cobrarReembolso
  const postings = { entries: done.map(({ entry }) => entry), reversals: [] }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([
      ...needed.counters,
      ...bankNumbersNeeded(done.length),
      [AUDIT_COUNTER, 2 * done.length],
    ]),
    series: needed.series,
  })
  const entries = await writeEntries(context, postings, numbering)
  const movements = await bookBankMovements(
    context,
    done.map((one, index) =>
      movementOf(context, { one, account, poliza: entries[index]?.id ?? null }),
    ),
    numbering,
  )
  await changeCreditRefunds(tx, empresa, {
    changes: done.map(({ row }, index) => ({
      id: row.id,
      estado: 'aplicada',
      saldo: '0.00',
      importe_devuelto: row.saldo,
      devuelto_base: row.saldo_base,
      movimiento: movements[index]?.id ?? null,
      poliza: entries[index]?.id ?? null,
    })),
    now: moment.now,
  })
  const deeds = [
    ...done.map(({ row }, index) => ({
      model,
      id: row.id,
      before: { estado: row.estado, saldo: row.saldo },
      after: { estado: 'aplicada', saldo: '0.00', movimiento: movements[index]?.folio ?? null },
      event: 'aplicada',
    })),
    ...movements.map(({ id, folio }) => ({
      model: 'MovimientoBancario',
      id: String(id),
      before: null,
      after: { folio },
      event: null,
    })),
  ]
  await recordAll(context, { name, reason: null }, { deeds, numbers: numbering.numbers })
}

function movementOf(
  { inputs, moment }: ActionContext,
  of: {
    readonly one: Refund
    readonly account: BankAccountRow
    readonly poliza: number | null
  },
): BankMovement {
  const { row, tipoCambio } = of.one
  return {
    fecha: moment.today,
    cuenta_bancaria: of.account.id,
    tipo: 'deposito',
    naturaleza: 'abono',
    forma_pago: inputText(inputs, 'forma_pago'),
    importe: row.saldo,
    moneda: row.moneda,
    tipo_cambio: tipoCambio,
    referencia: inputText(inputs, 'referencia') ?? row.folio,
    clave_rastreo: null,
    beneficiario: row.proveedor_nombre,
    cliente: null,
    proveedor: row.proveedor,
    poliza: of.poliza,
    modelo: cobrarReembolso.model,
    registro: row.id,
  }
}
