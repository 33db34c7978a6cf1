import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import { STATE_MUST_BE } from '../../../../messages/states.ts'
import {
  CHEQUE_FOR_OTHER,
  CHEQUE_GIVEN,
  CHEQUE_OF_OTHER_ACCOUNT,
  CHEQUE_OF_OTHER_AMOUNT,
} from '../../../../messages/supplier-payments.ts'
import { cents } from '../../cents.ts'
import type { ChequeRow } from '../../tesoreria/store/cheque-store.ts'
import type { PaymentDraft } from './plan-payment.ts'

const PAYS: ReadonlySet<string> = new Set(['emitido', 'entregado'])

/** Why a payment is not what its cheque says, or null. */
export function chequeProblem(
  { name: document, cheque: id, importe, proveedor }: PaymentDraft,
  facts: { readonly cheques: ReadonlyMap<string, ChequeRow>; readonly account: string | null },
): ErrorEntry | null {
  if (id === null) return null
  const row = facts.cheques.get(id)
  if (row === undefined) throw new Error(`Cheque ${id} was not locked`)
  const { folio: cheque, estado: state, importe: amount } = row
  if (!PAYS.has(state)) {
    const message = STATE_MUST_BE({ model: 'Cheque', id: cheque, state, states: [...PAYS] })
    return { code: 'INVALID_STATE', field: 'cheque', message }
  }
  if (row.pago !== null) return wrong(CHEQUE_GIVEN({ cheque, payment: row.pago }))
  if (row.cuenta_bancaria !== facts.account) {
    return wrong(CHEQUE_OF_OTHER_ACCOUNT({ cheque, document }))
  }
  if (row.proveedor !== null && row.proveedor !== proveedor) {
    return wrong(CHEQUE_FOR_OTHER({ cheque, document }))
  }
  if (cents(amount) === cents(importe)) return null
  return wrong(CHEQUE_OF_OTHER_AMOUNT({ cheque, amount, document, paid: importe }))
}

function wrong(message: Message): ErrorEntry {
  return { code: 'VALIDATION', field: 'cheque', message }
}
