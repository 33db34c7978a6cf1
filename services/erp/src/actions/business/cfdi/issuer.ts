import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import { cfdiCatalogs, type CfdiCatalogs } from '../../../fiscal/cfdi/catalogs.ts'
import { fiscalName } from '../../../fiscal/cfdi/fiscal-name.ts'
import { FOREIGN_RFC, PUBLIC_RFC } from '../../../fiscal/cfdi/generic-parties.ts'
import type { Csd } from '../../../fiscal/cfdi/seal/csd.ts'
import { ISSUER } from '../../../messages/issuing.ts'
import type { Message } from '../../../messages/message.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import { ownCsd, type IssuingTools } from './own-csd.ts'
import { findCfdiCatalogs, findIssuer, type IssuerRow } from './store/issuer-store.ts'

/** The company as it issues CFDI: who it is, from where, by which CSD, and what the SAT's catalogs allow. */
export interface Issuer {
  readonly emisor: { readonly Rfc: string; readonly Nombre: string; readonly RegimenFiscal: string }
  readonly csd: Csd
  readonly catalogs: CfdiCatalogs
  /** The postal code of a branch, else of the company: LugarExpedicion. */
  placeOf(sucursal: string | null): string
}

const COMPANY_RFC_LENGTH = 12

/**
 * Reads all that issuing needs, before the transaction that seals.
 * @throws ApiError CONFIGURATION_INCOMPLETE that says everything that is missing
 * @source docs/decisions/0251-erp-stamping.md
 */
export async function loadIssuer(outside: IssuingTools): Promise<Issuer> {
  const { empresa } = outside.caller
  const [row, tables] = await writeAs(outside.database, empresa, (tx) =>
    Promise.all([findIssuer(tx, empresa), findCfdiCatalogs(tx)]),
  )
  const problems = missingOf(row)
  if (problems.length > 0) throw new ApiError(problems)
  const csd = await ownCsd(outside, { rfc: row.rfc, nombre: row.razon_social })
  if (csd === undefined) {
    throw apiError('CONFIGURATION_INCOMPLETE', ISSUER.noCsd())
  }
  if (!csd.ok) {
    throw new ApiError(csd.error.map(({ message: why }) => incomplete(ISSUER.csdUnusable({ why }))))
  }
  const persona = row.rfc.length === COMPANY_RFC_LENGTH ? 'moral' : 'fisica'
  return {
    emisor: {
      Rfc: row.rfc,
      Nombre: fiscalName(row.razon_social, persona),
      RegimenFiscal: row.regimen ?? '',
    },
    csd: csd.value,
    catalogs: cfdiCatalogs(tables),
    placeOf: (sucursal) =>
      (sucursal === null ? undefined : row.sucursales[sucursal]) ?? row.codigo_postal ?? '',
  }
}

function missingOf(row: IssuerRow): readonly ErrorEntry[] {
  const problems: ErrorEntry[] = []
  if (row.rfc === PUBLIC_RFC || row.rfc === FOREIGN_RFC)
    problems.push(incomplete(ISSUER.genericRfc({ rfc: row.rfc })))
  if (row.regimen === null) problems.push(incomplete(ISSUER.noRegimen()))
  if (row.codigo_postal === null) problems.push(incomplete(ISSUER.noPlace()))
  if (row.tipo_xml === null) problems.push(incomplete(ISSUER.noKindOfFile()))
  return problems
}

function incomplete(message: Message): ErrorEntry {
  return { code: 'CONFIGURATION_INCOMPLETE', message }
}
