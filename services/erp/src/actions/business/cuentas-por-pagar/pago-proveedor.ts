import type { Picked } from '../../../dictionary/row-types.ts'
import { DOCUMENT } from '../../../messages/documents.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { lockRows, lockRowsBelow, rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { seenBy } from '../told-dependents.ts'
import { balanceOf, owedAgain, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { withdrawalMail } from './decisions/payment-mail.ts'
import { APPLICATION, PAYMENT } from './decisions/payment-terms.ts'
import {
  takenBackProblem,
  type MadePayment,
  type TakenBackFacts,
} from './decisions/take-payment-back.ts'
import { moveBalance, type MovedInvoice } from './effects/write-balances.ts'
import { PAY } from './load-payment-facts.ts'
import { payDocuments } from './pay-documents.ts'
import { takeBackSpending } from './spend-budget.ts'
import { findNotesOfPaid } from './store/credit-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { findPayees, type PayeeRow } from './store/payment-facts-store.ts'

// What suppliers are paid. @source docs/decisions/0249-erp-payments.md

const MODEL = 'PagoProveedor'
const LINES = 'PagoProveedorAplicacion'
const ADVANCE = 'AnticipoProveedor'

/** Says that a payment may be made as it stands; `pagar` makes it. */
export const autorizarPago = decisionAction('PagoProveedor', {
  name: 'autorizar_pago',
  label: 'Autorizar pago',
})

export const regresarPago = decisionAction('PagoProveedor', {
  name: 'regresar_pago',
  label: 'Regresar pago a borrador',
})

export const enviarPago = decisionAction('PagoProveedor', {
  name: 'enviar_pago',
  label: 'Enviar pago al banco',
})

export const rechazarPago = decisionAction('PagoProveedor', {
  name: 'rechazar_pago',
  label: 'Rechazar pago',
  hasReason: true,
})

/** Makes payments: what their lines name of invoices, and the rest as an advance. */
export const pagar = documentAction('PagoProveedor', {
  name: PAY,
  label: 'Pagar',
  fields: [...PAYMENT, 'movimiento_bancario', 'poliza'],
  run: async ({ context, batch, changes }) => {
    const ids = batch.remaining.map(({ id }) => id)
    const lines = await rowsBelow(context, LINES, { parent: 'pago', ids, fields: APPLICATION })
    const { refused, warnings } = await payDocuments(
      { context, changes },
      batch.remaining.map((document) => ({
        key: document.id,
        drafts: [
          {
            ...document,
            name: DOCUMENT({ model: MODEL, folio: document.folio }),
            document,
            programacion: null,
            lines: lines.get(document.id) ?? [],
          },
        ],
      })),
    )
    batch.refuseAll(refused)
    for (const [id, remarks] of warnings) batch.warn(id, remarks)
  },
})

/** Takes payments back: what they did to invoices, bank, advances and books is undone. */
export const cancelarPago = documentAction('PagoProveedor', {
  name: 'cancelar_pago',
  label: 'Cancelar pago',
  hasReason: true,
  fields: [
    'fecha',
    'proveedor',
    'importe',
    'cheque',
    'movimiento_bancario',
    'complemento',
    'motivo_cancelacion',
  ],
  run: async ({ context, batch, changes, move, reason }) => {
    const made = () => batch.remaining.filter(({ estado }) => estado === 'aplicado')
    const facts = await loadFacts(context, made())
    for (const payment of made()) {
      const problem = takenBackProblem(facts, payment)
      if (problem !== null) batch.refuse(payment.id, problem)
    }
    const ids = made().map(({ id }) => id)
    await takeBackSpending(context, { model: MODEL, ids, invoices: [...facts.invoices.keys()] })
    for (const payment of batch.remaining) {
      const { folio, importe } = payment
      const reversadas = (facts.entries.get(payment.id) ?? []).map((open) => open.folio)
      move(payment, {
        fields: { motivo_cancelacion: reason },
        told: { importe, motivo: reason, reversadas },
        noted: { folio },
      })
    }
    for (const payment of made()) takeBack(changes, facts, payment)
    for (const { id, estado } of made().flatMap((locked) => facts.advances.get(locked.id) ?? [])) {
      const after = { estado: 'cancelado', saldo: '0.00' } as const
      changes.change(ADVANCE, id, after)
      changes.record({ model: ADVANCE, id, before: { estado }, after, event: null })
    }
    for (const owedInvoice of owedInvoices(facts, made()))
      moveBalance(changes, owedInvoice, payersOf(owedInvoice, facts, made()))
    changes.mail(
      ...made().flatMap((payment) => {
        const payee = facts.payees.get(payment.proveedor)
        return payee === undefined ? [] : [withdrawalMail(payment, { payee, reason })]
      }),
    )
  },
})

interface Facts extends TakenBackFacts {
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly payees: ReadonlyMap<string, PayeeRow>
}

/** Locks what payments that were made had touched: advances, invoices, cheques and bank movements, each by id. */
async function loadFacts(context: ActionContext, made: readonly MadePayment[]): Promise<Facts> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const ids = made.map(({ id }) => id)
  const advances = await lockRowsBelow(context, ADVANCE, {
    parent: 'pago',
    ids,
    fields: ['estado'],
  })
  const uses = await rowsBelow(context, 'AnticipoProveedorAplicacion', {
    parent: 'anticipo',
    ids: [...advances.values()].flat().map(({ id }) => id),
    fields: ['cancelada'],
  })
  const lines = await rowsBelow(context, LINES, { parent: 'pago', ids, fields: APPLICATION })
  const cuentas = [...lines.values()].flat().map(({ cuenta }) => cuenta)
  const invoices = await lockInvoices(tx, empresa, [...new Set(cuentas)])
  const cheques = await lockRows(context, 'Cheque', {
    ids: made.flatMap(({ cheque }) => cheque ?? []),
    fields: ['folio', 'estado'],
  })
  const movements = await lockRows(context, 'MovimientoBancario', {
    ids: made.flatMap((payment) => payment.movimiento_bancario ?? []),
    fields: ['estado', 'conciliado'],
  })
  const [entries, payees, periods, notes] = await Promise.all([
    findOpenEntries(tx, empresa, { model: MODEL, ids }),
    findPayees(tx, empresa, [...new Set(made.map(({ proveedor }) => proveedor))]),
    loadPeriods(tx, empresa, { days: [moment.today], module: 'tesoreria' }),
    findNotesOfPaid(tx, empresa, [...invoices.keys()]),
  ])
  return {
    advances,
    uses,
    lines,
    invoices: new Map([...invoices].map(([id, row]) => [id, balanceOf(row)])),
    cheques,
    movements,
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    notes,
    payees,
    periods,
    today: moment.today,
    isSeen: seenBy(context),
  }
}

function takeBack(
  changes: Changes,
  { entries, periods, today }: Facts,
  { id, folio, cheque, movimiento_bancario: movement }: MadePayment,
): void {
  if (cheque !== null) changes.change('Cheque', cheque, { estado: 'cancelado' })
  if (movement !== null) changes.change('MovimientoBancario', movement, { estado: 'cancelado' })
  changes.post({
    reversals: (entries.get(id) ?? []).map((open) => ({
      open,
      fecha: today,
      periodo: periods.idOf(today),
      concepto: `Reversa de ${open.folio}: ${folio}`,
    })),
  })
}

/** The invoices that are owed again, with what is left of them after all these payments are taken back. */
function owedInvoices(
  { lines, invoices }: Facts,
  payments: readonly MadePayment[],
): readonly MovedInvoice[] {
  const after = new Map<string, InvoiceBalance>()
  for (const { cuenta, importe, descuento } of payments.flatMap(({ id }) => lines.get(id) ?? [])) {
    const balance = after.get(cuenta) ?? invoices.get(cuenta)
    if (balance === undefined) continue
    after.set(cuenta, owedAgain(balance, cents(importe) + cents(descuento ?? '0')))
  }
  return [...after].flatMap(([id, balance]) => {
    const before = invoices.get(id)
    return before === undefined ? [] : [{ before, after: balance }]
  })
}

/** The payments that had settled something of an invoice. */
function payersOf(
  { before }: MovedInvoice,
  { lines }: Facts,
  made: readonly Picked<typeof MODEL, 'folio'>[],
): readonly string[] {
  const pays = ({ id }: { readonly id: string }) =>
    (lines.get(id) ?? []).some(({ cuenta }) => cuenta === before.invoice.id)
  return made.filter(pays).map(({ folio }) => folio)
}
