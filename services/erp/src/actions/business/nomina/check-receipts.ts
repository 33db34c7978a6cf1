import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ErrorEntry } from '../../../errors.ts'
import type { CfdiProblem } from '../../../fiscal/cfdi/problem.ts'
import { CFDI_PROBLEM, withCode } from '../../../messages/cfdi-problems.ts'
import { RECEIPT_PROBLEM, RUN_NOT_STAMPED_YET } from '../../../messages/payroll-cfdi.ts'
import { BEING_STAMPED_ALREADY, HAS_CFDI } from '../../../messages/stamping.ts'
import { checkRequest, type CheckedCfdi } from '../cfdi/cfdi-request.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { fingerprint } from './decisions/fingerprint.ts'
import { receiptCfdi } from './decisions/receipt-cfdi.ts'
import type { ReceiptToStamp } from './store/receipt-cfdi-store.ts'

/** The CFDI of a receipt, or everything that keeps it from being one. */
export function checkReceipt(
  issuer: Issuer,
  receipt: ReceiptToStamp,
  of: { readonly nowMs: number } & Parameters<typeof receiptCfdi>[1],
): CheckedCfdi | readonly ErrorEntry[] {
  const made = receiptCfdi(receipt, of)
  if (!made.ok) return made.error
  const checked = checkRequest(issuer, made.value, of.nowMs)
  if (checked.ok) return checked.value
  const person = `${receipt.numero} ${receipt.nombre}`
  return checked.error.map((problem) => toldOf(problem, person))
}

function toldOf({ code, field, message }: CfdiProblem, person: string): ErrorEntry {
  const what = withCode(message, code)
  if (field.startsWith('Emisor') || field.startsWith('LugarExpedicion'))
    return { code: 'CONFIGURATION_INCOMPLETE', message: CFDI_PROBLEM.company({ what }) }
  const problem = CFDI_PROBLEM.attribute({ path: field, what })
  return { code: 'VALIDATION', field, message: RECEIPT_PROBLEM({ person, what: problem }) }
}

const MODEL = 'ReciboNomina'
// A run that is stamped may have receipts whose CFDI were cancelled, and are stamped anew.
const STAMPED_RUN = 'timbrada'

/** Why a receipt is not stamped: its run is not so far, or it has a CFDI already. */
export function notToStamp(receipt: ReceiptToStamp): ErrorEntry | null {
  const { id, cfdi, cfdi_estado: state, nomina_folio: run, nomina_estado } = receipt
  const states = [...statesBefore('Nomina', 'timbrar_nomina'), STAMPED_RUN]
  if (!states.includes(nomina_estado)) {
    const message = RUN_NOT_STAMPED_YET({ run, state: nomina_estado })
    return { code: 'INVALID_STATE', field: 'nomina', message }
  }
  if (cfdi === null || state === 'rechazado' || state === 'cancelado') return null
  const message =
    state === 'por_timbrar'
      ? BEING_STAMPED_ALREADY({ model: MODEL, id, cfdi })
      : HAS_CFDI({ model: MODEL, id, cfdi, state: String(state) })
  return { code: 'INVALID_STATE', field: 'cfdi', message }
}

/** A Cfdi that the PAC refused is written anew under its number. */
export function refusedBefore(cfdi: string | null, state: string | null): string | null {
  return state === 'rechazado' ? cfdi : null
}

/** Of what a CFDI says, whenever it says it and whatever it replaces. */
export function cfdiPrint({ comprobante }: CheckedCfdi): string {
  const { Fecha: _, CfdiRelacionados: __, ...says } = comprobante
  return fingerprint([says])
}
