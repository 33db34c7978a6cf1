import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import type { CompanyRow, IssuerRow } from '../store/match-store.ts'
import type { VerifiedCfdi } from './verify-received.ts'

/** The suppliers with the RFC of the issuer of a CFDI that is for this company. */
export function issuersOf(
  { comprobante }: VerifiedCfdi,
  { company, issuers }: { readonly company: CompanyRow; readonly issuers: readonly IssuerRow[] },
): Result<readonly [IssuerRow, ...IssuerRow[]], readonly ErrorEntry[]> {
  const { Emisor, Receptor } = comprobante
  if (Receptor.Rfc !== company.rfc) {
    const message = `The CFDI is for ${Receptor.Rfc}, but the RFC of the company is ${company.rfc}.`
    return fail([{ code: 'CFDI_REJECTED', field: 'Receptor.Rfc', message }])
  }
  const [first, ...more] = issuers.filter(({ rfc }) => rfc === Emisor.Rfc)
  if (first !== undefined) return ok([first, ...more])
  const message = `There is no Proveedor with the RFC ${Emisor.Rfc} of the issuer (${Emisor.Nombre ?? ''}); create it first.`
  return fail([{ code: 'UNKNOWN_REFERENCE', field: 'proveedor', message }])
}
