import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { CFDI_FOR_OTHER, ISSUER_UNKNOWN } from '../../../../messages/received-cfdi.ts'
import type { CompanyRow, IssuerRow } from '../store/match-store.ts'
import type { VerifiedCfdi } from './verify-received.ts'

/** The suppliers with the RFC of the issuer of a CFDI that is for this company. */
export function issuersOf(
  { comprobante }: VerifiedCfdi,
  { company, issuers }: { readonly company: CompanyRow; readonly issuers: readonly IssuerRow[] },
): Result<readonly [IssuerRow, ...IssuerRow[]], readonly ErrorEntry[]> {
  const { Emisor, Receptor } = comprobante
  if (Receptor.Rfc !== company.rfc) {
    const message = CFDI_FOR_OTHER({ receiver: Receptor.Rfc, own: company.rfc })
    return fail([{ code: 'CFDI_REJECTED', field: 'Receptor.Rfc', message }])
  }
  const [first, ...more] = issuers.filter(({ rfc }) => rfc === Emisor.Rfc)
  if (first !== undefined) return ok([first, ...more])
  const message = ISSUER_UNKNOWN({ rfc: Emisor.Rfc, name: Emisor.Nombre ?? '' })
  return fail([{ code: 'UNKNOWN_REFERENCE', field: 'proveedor', message }])
}
