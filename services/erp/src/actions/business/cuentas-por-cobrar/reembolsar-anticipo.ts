import { textInput } from '../../../dictionary/action-description.ts'
import { apiError, type ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents } from '../cents.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../contabilidad/effects/write-entries.ts'
import { DocumentBatch } from '../document-batch.ts'
import { fundsOf, withdraw } from '../tesoreria/decisions/funds.ts'
import {
  bankNumbersNeeded,
  bookBankMovements,
  type BankMovement,
} from '../tesoreria/effects/book-movements.ts'
import { lockBankAccounts, type BankAccountRow } from '../tesoreria/store/bank-store.ts'
import { ANTICIPO_VENTA_STATES } from './anticipo-venta-states.ts'
import { leavingProblem } from './decisions/favor.ts'
import { invoicedProblem } from './decisions/invoiced-advance.ts'
import { refundSource } from './decisions/refund.ts'
import { auditEntries, createdRow } from './effects/write-collections.ts'
import { loadSettlement, type Settlement } from './load-settlement.ts'
import { lockAdvances, type AdvanceRow } from './store/advance-store.ts'
import { changeRefunds } from './store/refund-store.ts'

/**
 * Gives customers back in money what is left of their advances: what a collection left, or what a credit note credited of
 * what they had paid.
 * @source docs/decisions/0252-erp-cash.md
 */
export const reembolsarAnticipo: RecordAction = {
  model: 'AnticipoVenta',
  name: 'reembolsar_anticipo',
  label: 'Reembolsar',
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
      help: 'Del cheque o de la transferencia.',
      required: false,
      minLength: 1,
      length: 40,
    }),
  ],
  emits: ['devuelto'],
  run: refund,
}

/** An advance that is given back, at the day's rate, with its entry. */
interface Refund {
  readonly row: AdvanceRow
  readonly tipoCambio: string
  readonly entry: EntryPosting
}

async function refund(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new DocumentBatch(ids, await lockAdvances(tx, caller.empresa, ids), {
    model: reembolsarAnticipo.model,
    states: statesBefore(ANTICIPO_VENTA_STATES, reembolsarAnticipo.name),
  })
  if (batch.remaining.length === 0) return batch.outcome
  const cuenta = String(inputs.get('cuenta_bancaria'))
  const accounts = await lockBankAccounts(tx, caller.empresa, [cuenta])
  const account = accounts.get(cuenta)
  if (account === undefined) {
    const message = `There is no CuentaBancaria with id ${cuenta}.`
    throw apiError('UNKNOWN_REFERENCE', message, 'cuenta_bancaria')
  }
  const settlement = await loadSettlement(context, {
    model: reembolsarAnticipo.model,
    event: reembolsarAnticipo.name,
    module: 'tesoreria',
    days: [moment.today],
    currencies: batch.remaining.map(({ moneda }) => moneda),
    accounts: [account.cuenta_contable, ...batch.remaining.map((row) => row.cliente_cuenta)],
  })
  let funds = fundsOf(accounts)
  const warnings = new Map<string, readonly ErrorEntry[]>()
  const done: Refund[] = []
  for (const row of batch.remaining) {
    const decided = decide(row, account, settlement)
    const taken = withdraw(funds, account, cents(row.saldo))
    if ('code' in decided) batch.refuse(row.id, decided)
    else if (taken.shortage !== null && account.bloquea_sobregiro)
      batch.refuse(row.id, taken.shortage)
    else {
      ;({ funds } = taken)
      if (taken.shortage !== null) warnings.set(row.id, [taken.shortage])
      done.push(decided)
    }
  }
  await write(context, account, done)
  return { ...batch.outcome, warnings }
}

function decide(
  row: AdvanceRow,
  account: BankAccountRow,
  { accounts, entryRules, periods, rules }: Settlement,
): Refund | ErrorEntry {
  const problem =
    periods.problemOf(rules.today) ??
    invoicedProblem(row) ??
    leavingProblem(row) ??
    accountProblem(row, account)
  if (problem !== null) return problem
  const isOwn = row.moneda === rules.currency
  const tipoCambio = isOwn
    ? '1'
    : rules.rates.of({ moneda: row.moneda, fecha: rules.today })?.tipo_cambio
  if (tipoCambio === undefined) {
    const message = `There is no TipoCambio of ${row.moneda_clave} for ${rules.today}; add it.`
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  const source = refundSource(row, {
    account,
    tipoCambio,
    today: rules.today,
    company: rules.currency,
  })
  const entry = planEntry(source, { rules: entryRules, accounts })
  if (!entry.ok) return entry.error
  return { row, tipoCambio, entry: { ...entry.value, periodo: periods.idOf(rules.today) } }
}

function accountProblem(row: AdvanceRow, account: BankAccountRow): ErrorEntry | null {
  const wrong = (text: string): ErrorEntry => {
    const field = 'cuenta_bancaria'
    return {
      code: 'VALIDATION',
      field,
      message: `${field}: CuentaBancaria ${account.clave} ${text}`,
    }
  }
  if (!account.activo) return wrong('is not active.')
  if (account.moneda === row.moneda) return null
  return wrong(`is in ${account.moneda_clave}, AnticipoVenta ${row.folio} in ${row.moneda_clave}.`)
}

async function write(
  context: ActionContext,
  account: BankAccountRow,
  done: readonly Refund[],
): Promise<void> {
  if (done.length === 0) return
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
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
  await changeRefunds(tx, empresa, {
    changes: done.map(({ row }, index) => ({
      id: row.id,
      estado: 'devuelto',
      saldo: '0.00',
      importe_devuelto: row.saldo,
      devuelto_base: row.saldo_base,
      movimiento: movements[index]?.id ?? null,
      poliza: entries[index]?.id ?? null,
    })),
    now,
  })
  await tell(context, done)
  const rows = [
    ...done.map(({ row }, index) => ({
      model: reembolsarAnticipo.model,
      recordId: row.id,
      before: { estado: row.estado, saldo: row.saldo },
      after: { estado: 'devuelto', saldo: '0.00', movimiento: movements[index]?.folio ?? null },
    })),
    ...movements.map(({ id, folio }) => createdRow('MovimientoBancario', id, folio)),
  ]
  await recordAudit(tx, caller, {
    entries: auditEntries(rows, { action: reembolsarAnticipo.name, numbering }),
    now,
  })
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
  const forma = inputs.get('forma_pago')
  const referencia = inputs.get('referencia')
  return {
    fecha: moment.today,
    cuenta_bancaria: of.account.id,
    tipo: 'retiro',
    naturaleza: 'cargo',
    forma_pago: forma === undefined || forma === null ? null : String(forma),
    importe: row.saldo,
    moneda: row.moneda,
    tipo_cambio: tipoCambio,
    referencia: typeof referencia === 'string' ? referencia : row.folio,
    clave_rastreo: null,
    beneficiario: row.cliente_nombre,
    cliente: row.cliente,
    proveedor: null,
    poliza: of.poliza,
    modelo: reembolsarAnticipo.model,
    registro: row.id,
  }
}

async function tell(
  { tx, caller, moment: { now } }: ActionContext,
  done: readonly Refund[],
): Promise<void> {
  await enqueueEvents(tx, caller.empresa, {
    events: done.map(({ row: { folio, id, saldo } }) => ({
      modelo: reembolsarAnticipo.model,
      evento: 'devuelto',
      registro: id,
      datos: { folio, estado: 'devuelto', importe: saldo },
    })),
    now,
  })
}
