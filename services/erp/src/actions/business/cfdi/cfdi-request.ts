import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { composeComprobante, type ComprobanteDraft } from '../../../fiscal/cfdi/compose/compose.ts'
import { localTime, zoneOfPostalCode } from '../../../fiscal/cfdi/local-time.ts'
import type { CfdiProblem } from '../../../fiscal/cfdi/problem.ts'
import { checkComprobante } from '../../../fiscal/cfdi/rules/check.ts'
import type { UnsealedComprobante } from '../../../fiscal/cfdi/structure/comprobante.ts'
import type { Issuer } from './issuer.ts'

/** What a document says of its CFDI; who issues it, its number, its moment and its seal are for the intent to add. */
type CfdiDraft = Omit<ComprobanteDraft, 'Serie' | 'Folio' | 'Fecha' | 'LugarExpedicion' | 'Emisor'>

/** A CFDI that a record wants. */
export interface CfdiRequest {
  /** Whose CFDI it is: a Venta, a CobroCliente. */
  readonly modelo: string
  readonly registro: string
  readonly sucursal: string | null
  /** A Cfdi that the PAC refused, which is tried again under its folio. */
  readonly previous: string | null
  readonly draft: CfdiDraft
}

/** A CFDI that keeps the SAT's rules, but for its number and its seal. */
export interface CheckedCfdi {
  readonly request: CfdiRequest
  readonly comprobante: UnsealedComprobante
}

/** Composes a CFDI and holds it to the SAT's rules; every problem is told. */
export function checkRequest(
  issuer: Issuer,
  request: CfdiRequest,
  nowMs: number,
): Result<CheckedCfdi, readonly CfdiProblem[]> {
  const { draft, sucursal } = request
  const LugarExpedicion = issuer.placeOf(sucursal)
  const whole = {
    ...draft,
    Fecha: localTime(nowMs, zoneOfPostalCode(LugarExpedicion)),
    LugarExpedicion,
    Emisor: issuer.emisor,
  }
  const decimals = issuer.catalogs.monedas.get(draft.Moneda) ?? USUAL_DECIMALS
  const checked = checkComprobante(composeComprobante(whole, decimals), issuer.catalogs)
  return checked.ok ? ok({ request, comprobante: checked.value }) : fail(checked.error)
}

// Of a currency that the catalog does not know, which is refused by its own rule.
const USUAL_DECIMALS = 2

/** A number as a CFDI writes it: without the zeros behind it that a column of the database adds. */
export function plainNumber(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
