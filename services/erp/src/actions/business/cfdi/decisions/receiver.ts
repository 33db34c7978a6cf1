import { fiscalName } from '../../../../fiscal/cfdi/fiscal-name.ts'
import { FOREIGN_RFC, PUBLIC_RFC } from '../../../../fiscal/cfdi/generic-parties.ts'
import { plainNumber } from '../cfdi-request.ts'

/** CFDI por aplicación de anticipo. */
export const OF_ADVANCE = '07'

export function currencyOf(of: { readonly moneda_clave: string; readonly tipo_cambio: string }) {
  return of.moneda_clave === 'MXN'
    ? { Moneda: of.moneda_clave }
    : { Moneda: of.moneda_clave, TipoCambio: plainNumber(of.tipo_cambio) }
}

/** Whom a document is for. */
export interface ReceiverRow {
  readonly rfc: string
  readonly razon_social: string
  readonly regimen: string
  readonly codigo_postal: string | null
  readonly residencia: string | null
  readonly identidad: string | null
  readonly uso_cfdi: string | null
}

const COMPANY_RFC_LENGTH = 12

export function receiverOf(row: ReceiverRow, place: string) {
  const isGeneric = row.rfc === PUBLIC_RFC || row.rfc === FOREIGN_RFC
  const persona = row.rfc.length === COMPANY_RFC_LENGTH ? 'moral' : 'fisica'
  return {
    Rfc: row.rfc,
    Nombre: fiscalName(row.razon_social, persona),
    DomicilioFiscalReceptor: isGeneric ? place : (row.codigo_postal ?? ''),
    ...(row.rfc === FOREIGN_RFC
      ? given({ ResidenciaFiscal: row.residencia, NumRegIdTrib: row.identidad })
      : {}),
    RegimenFiscalReceptor: row.regimen,
    UsoCFDI: row.uso_cfdi ?? '',
  }
}

/** Those of the values that there are. */
export function given<K extends string>(values: Readonly<Record<K, string | null>>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    // What is null is left out above.
    readonly [name in K]?: string
  }
}
