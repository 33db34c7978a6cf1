import type { ErrorEntry } from '../../../../errors.ts'
import { cents } from '../../cents.ts'
import type { ChequeRow } from '../../tesoreria/store/cheque-store.ts'
import type { PaymentDraft } from './plan-payment.ts'

const PAYS: ReadonlySet<string> = new Set(['emitido', 'entregado'])

/** Why a payment is not what its cheque says, or null. */
export function chequeProblem(
  { name, cheque, importe, proveedor }: PaymentDraft,
  facts: { readonly cheques: ReadonlyMap<string, ChequeRow>; readonly account: string | null },
): ErrorEntry | null {
  if (cheque === null) return null
  const row = facts.cheques.get(cheque)
  if (row === undefined) throw new Error(`Cheque ${cheque} was not locked`)
  const which = `Cheque ${row.folio}`
  if (!PAYS.has(row.estado)) {
    const message = `${which} is ${row.estado}; it must be ${[...PAYS].join(' or ')}.`
    return { code: 'INVALID_STATE', field: 'cheque', message }
  }
  if (row.pago !== null) return wrong(`${which} was given for PagoProveedor ${row.pago}.`)
  if (row.cuenta_bancaria !== facts.account) {
    return wrong(`${which} is of another account than ${name} leaves.`)
  }
  if (row.proveedor !== null && row.proveedor !== proveedor) {
    return wrong(`${which} is for another supplier than ${name} pays.`)
  }
  if (cents(row.importe) === cents(importe)) return null
  return wrong(`${which} is of ${row.importe}, and ${name} of ${importe}.`)
}

function wrong(message: string): ErrorEntry {
  return { code: 'VALIDATION', field: 'cheque', message }
}
