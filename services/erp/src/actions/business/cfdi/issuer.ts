import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import { cfdiCatalogs, type CfdiCatalogs } from '../../../fiscal/cfdi/catalogs.ts'
import { fiscalName } from '../../../fiscal/cfdi/fiscal-name.ts'
import { FOREIGN_RFC, PUBLIC_RFC } from '../../../fiscal/cfdi/generic-parties.ts'
import type { Csd } from '../../../fiscal/cfdi/seal/csd.ts'
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
    const message =
      'The company has no CSD to seal with. Register one with registrar_certificado of CertificadoSat.'
    throw apiError('CONFIGURATION_INCOMPLETE', message)
  }
  if (!csd.ok) {
    throw new ApiError(
      csd.error.map(({ message }) => incomplete(`The CSD of the company cannot seal. ${message}`)),
    )
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
    problems.push(incomplete(`Empresa.rfc is the generic ${row.rfc}; enter the company's own.`))
  if (row.regimen === null) problems.push(incomplete('Empresa.regimen_fiscal is missing.'))
  if (row.codigo_postal === null)
    problems.push(incomplete('Empresa.domicilio_fiscal is missing, or has no codigo_postal.'))
  if (row.tipo_xml === null)
    problems.push(incomplete('TipoArchivo has no row for the extension xml.'))
  return problems
}

function incomplete(message: string): ErrorEntry {
  return { code: 'CONFIGURATION_INCOMPLETE', message }
}
