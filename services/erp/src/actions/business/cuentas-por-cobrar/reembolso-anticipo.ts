import { textInput } from '../../../dictionary/action-description.ts'
import { apiError, type ErrorEntry } from '../../../errors.ts'
import { REFUND } from '../../../messages/customer-advances.ts'
import type { Message } from '../../../messages/message.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { fundsOf, withdraw } from '../tesoreria/decisions/funds.ts'
import {
  cancelMoneyMove,
  isReconciled,
  lockMoneyMoves,
  moveMoney,
  type MoneyMove,
} from '../tesoreria/effects/move-money.ts'
import { lockBankAccounts, type BankAccountRow } from '../tesoreria/store/bank-store.ts'
import { leavingProblem } from './decisions/favor.ts'
import { invoicedProblem } from './decisions/invoiced-advance.ts'
import { refundSource } from './decisions/refund.ts'
import { ADVANCE_FIELDS, loadAdvances, type AdvanceRow, type OpenAdvance } from './load-advances.ts'
import { loadSettlement, type Settlement } from './load-settlement.ts'

// Advances that go back in money. @source docs/decisions/0252-erp-cash.md

const MODEL = 'AnticipoVenta'
/** What a refund writes into the advance. */
const REFUNDED = ['importe_devuelto', 'devuelto_base', 'movimiento', 'poliza_devolucion'] as const
const FIELDS = [...ADVANCE_FIELDS, ...REFUNDED] as const

/**
 * Gives customers back in money what is left of their advances: what a collection left, or what a credit note credited of
 * what they had paid.
 */
export const reembolsarAnticipo = documentAction('AnticipoVenta', {
  name: 'reembolsar_anticipo',
  label: 'Reembolsar',
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
  fields: FIELDS,
  run: refund,
})

/** Takes back that advances were given back in money: it never left the bank, and the customer has it to his credit again. */
export const cancelarReembolso = documentAction('AnticipoVenta', {
  name: 'cancelar_reembolso',
  label: 'Cancelar reembolso',
  hasReason: true,
  fields: ['importe', 'saldo', ...REFUNDED],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    const { today } = moment
    const ids = batch.remaining.map(({ id }) => id)
    const [moves, entries, periods] = await Promise.all([
      lockMoneyMoves(context, batch.remaining),
      findOpenEntries(tx, caller.empresa, { model: MODEL, ids }),
      loadPeriods(tx, caller.empresa, { days: [today], module: 'tesoreria' }),
    ])
    for (const row of batch.remaining) {
      const moved = moves.get(row.movimiento ?? '')
      const problem = refundProblem(row, moved) ?? periods.problemOf(today)
      if (problem !== null) batch.refuse(row.id, problem)
    }
    for (const row of batch.remaining) {
      const saldo = row.importe_devuelto ?? '0'
      const isWhole = cents(saldo) === cents(row.importe)
      move(row, {
        to: isWhole ? 'pendiente' : 'aplicado_parcial',
        fields: {
          saldo,
          importe_devuelto: null,
          devuelto_base: null,
          movimiento: null,
          poliza_devolucion: null,
        },
        told: { saldo },
      })
      const moved = moves.get(row.movimiento ?? '')
      if (moved !== undefined) cancelMoneyMove(changes, moved)
      const open = entries.filter(({ id }) => id === row.poliza_devolucion)
      changes.post({
        reversals: open.map((entry) =>
          reversalOf(entry, { folio: row.folio, day: today, periods }),
        ),
      })
    }
  },
})

/** An advance that is given back, at the day's rate, with its entry. */
interface Refund extends OpenAdvance {
  readonly tipoCambio: string
  readonly entry: EntryPosting
}

async function refund({
  context,
  batch,
  changes,
  move,
}: DocumentWork<typeof MODEL, (typeof FIELDS)[number]>): Promise<void> {
  if (batch.remaining.length === 0) return
  const { tx, caller, moment, inputs } = context
  const cuenta = String(inputs.get('cuenta_bancaria'))
  const accounts = await lockBankAccounts(tx, caller.empresa, [cuenta])
  const account = accounts.get(cuenta)
  if (account === undefined) {
    throw apiError('UNKNOWN_REFERENCE', REFUND.noAccount({ id: cuenta }), 'cuenta_bancaria')
  }
  const advances = await loadAdvances(context, batch.remaining)
  const settlement = await loadSettlement(context, {
    model: MODEL,
    event: 'reembolsar_anticipo',
    module: 'tesoreria',
    days: [moment.today],
    currencies: batch.remaining.map(({ moneda }) => moneda),
    accounts: [
      account.cuenta_contable,
      ...batch.remaining.map((row) => row['cliente.grupo_cliente.cuenta_contable']),
    ],
  })
  const modelo = await findModelId(tx, MODEL)
  let funds = fundsOf(accounts)
  for (const advance of advances) {
    const { row } = advance
    const decided = decide(advance, account, settlement)
    const taken = withdraw(funds, account, cents(row.saldo))
    if ('code' in decided) batch.refuse(row.id, decided)
    else if (taken.shortage !== null && account.bloquea_sobregiro)
      batch.refuse(row.id, taken.shortage)
    else {
      ;({ funds } = taken)
      if (taken.shortage !== null) batch.warn(row.id, [taken.shortage])
      const movimiento = payOut(context, changes, { refund: decided, account, modelo })
      move(row, {
        fields: {
          saldo: '0.00',
          importe_devuelto: row.saldo,
          devuelto_base: amountText(decided.base),
          movimiento,
          poliza_devolucion: changes.entryOf(row.id),
        },
        told: { importe: row.saldo },
      })
      changes.post({ entries: [decided.entry] })
    }
  }
}

function decide(
  advance: OpenAdvance,
  account: BankAccountRow,
  { accounts, entryRules, periods, rules }: Settlement,
): Refund | ErrorEntry {
  const { row } = advance
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
    const message = REFUND.noRate({ currency: row['moneda.clave'], day: rules.today })
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  const source = refundSource(advance, {
    account,
    tipoCambio,
    today: rules.today,
    company: rules.currency,
  })
  const entry = planEntry(source, { rules: entryRules, accounts })
  if (!entry.ok) return entry.error
  return { ...advance, tipoCambio, entry: { ...entry.value, periodo: periods.idOf(rules.today) } }
}

function accountProblem(row: AdvanceRow, account: BankAccountRow): ErrorEntry | null {
  const { clave: name, moneda_clave: kept } = account
  if (!account.activo) return wrong(REFUND.accountNotActive({ account: name }))
  if (account.moneda === row.moneda) return null
  const { folio, 'moneda.clave': currency } = row
  return wrong(REFUND.accountInOther({ folio, account: name, kept, currency }))
}

function wrong(message: Message): ErrorEntry {
  return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
}

function payOut(
  { inputs, moment }: ActionContext,
  changes: Changes,
  details: { readonly refund: Refund; readonly account: BankAccountRow; readonly modelo: string },
) {
  const { row, tipoCambio } = details.refund
  const forma = inputs.get('forma_pago') ?? null
  const referencia = inputs.get('referencia')
  return moveMoney(changes, {
    fecha: moment.today,
    cuenta_bancaria: details.account.id,
    tipo: 'retiro',
    naturaleza: 'cargo',
    forma_pago: forma === null ? null : String(forma),
    importe: row.saldo,
    moneda: row.moneda,
    tipo_cambio: tipoCambio,
    referencia: typeof referencia === 'string' ? referencia : row.folio,
    beneficiario: row['cliente.razon_social'],
    cliente: row.cliente,
    poliza: changes.entryOf(row.id),
    modelo: details.modelo,
    registro: row.id,
  })
}

function refundProblem(
  {
    folio,
    importe_devuelto: importe,
  }: { readonly folio: string; readonly importe_devuelto: string | null },
  moved: MoneyMove | undefined,
): ErrorEntry | null {
  if (importe === null) {
    return { code: 'INVALID_STATE', message: REFUND.byCollection({ folio }) }
  }
  if (moved === undefined || !isReconciled(moved)) return null
  return { code: 'INVALID_STATE', message: REFUND.reconciled({ folio, movement: moved.folio }) }
}
