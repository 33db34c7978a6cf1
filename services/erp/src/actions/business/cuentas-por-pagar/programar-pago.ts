import { apiError } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { freeFolios } from '../free-folios.ts'
import { recordAll } from '../record-deeds.ts'
import { inputText } from './payment-inputs.ts'
import { insertProgram, lockDueInvoices, type DueInvoice } from './store/program-store.ts'

/**
 * Makes a payment programme of what is due and no other programme takes.
 * @source docs/decisions/0249-erp-payments.md
 */
export const programarPago: NativeAction = {
  model: 'ProgramacionPago',
  name: 'programar_pago',
  label: 'Programar pago',
  mode: 'native',
  inputs: [
    dateInput({ name: 'hasta', label: 'Vencen hasta', required: true }),
    dateInput({ name: 'fecha_pago', label: 'Fecha de pago', required: false }),
    referenceInput('Moneda', { name: 'moneda', label: 'Moneda', required: false }),
    referenceInput('Proveedor', { name: 'proveedor', label: 'Proveedor', required: false }),
    referenceInput('CuentaBancaria', {
      name: 'cuenta_bancaria',
      label: 'Cuenta bancaria',
      required: false,
    }),
  ],
  emits: ['borrador'],
  run: program,
}

const TABLE = 'programacion_pago'
const FOLIOS = 'folio:programacion_pago'
const LINES = 'programacion_pago_partida'

async function program(context: ActionContext): Promise<unknown> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const hasta = inputText(inputs, 'hasta') ?? moment.today
  const moneda = inputText(inputs, 'moneda') ?? (await findCompanyCurrency(tx, empresa))
  const due = await lockDueInvoices(tx, empresa, {
    hasta,
    moneda,
    proveedor: inputText(inputs, 'proveedor'),
  })
  if (due.length === 0) {
    const message = `Nothing is due up to ${hasta} in this currency that no ProgramacionPago takes yet.`
    throw apiError('NO_LINES', message)
  }
  const { id, folio, importe, numbers } = await make(context, { due, moneda })
  const after = { folio, estado: 'borrador', importe_solicitado: importe, partidas: due.length }
  const deed = {
    model: programarPago.model,
    id: String(id),
    before: null,
    after,
    event: 'borrador',
  }
  await recordAll(context, { name: programarPago.name, reason: null }, { deeds: [deed], numbers })
  return { id, folio, partidas: due.length, importe_solicitado: Number(importe) }
}

/** Writes a programme of some invoices. */
async function make(
  context: ActionContext,
  { due, moneda }: { readonly due: readonly DueInvoice[]; readonly moneda: string },
) {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const taken = await takeNumbers(
    tx,
    empresa,
    new Map([
      [TABLE, 1],
      [LINES, due.length],
      [FOLIOS, 1],
      [AUDIT_COUNTER, 1],
    ]),
  )
  const numbers = numberSource(taken)
  const [folio = ''] = await freeFolios(context, {
    table: TABLE,
    prefix: 'PP-',
    numbers: [numbers(FOLIOS)],
  })
  const id = numbers(TABLE)
  const importe = amountText(sumOf(due.map(({ pendiente }) => cents(pendiente))))
  await insertProgram(tx, empresa, {
    program: {
      id,
      folio,
      fecha: moment.today,
      fecha_pago: inputText(inputs, 'fecha_pago') ?? moment.today,
      cuenta_bancaria: inputText(inputs, 'cuenta_bancaria'),
      moneda,
      importe,
      lines: due.map((invoice, index) => ({
        id: numbers(LINES),
        partida: index + 1,
        cuenta: invoice.id,
        importe: invoice.pendiente,
      })),
    },
    usuarioId: caller.usuarioId,
    now: moment.now,
  })
  return { id, folio, importe, numbers }
}
