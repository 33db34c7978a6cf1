import { element, optional, outsideCadena, required, type Shape } from './declaration.ts'
import { anyText, base64, companyRfc, dateTime, digits, oneOf, uuid } from './forms.ts'

/**
 * The stamp, 1.1, which a PAC adds. Its cadena has everything but its own seal.
 * @source docs/decisions/0241-erp-cfdi.md
 */
export const TIMBRE = element('tfd:TimbreFiscalDigital', {
  Version: required(oneOf('1.1')),
  UUID: required(uuid),
  FechaTimbrado: required(dateTime),
  RfcProvCertif: required(companyRfc),
  Leyenda: optional(anyText(150)),
  SelloCFD: required(base64),
  NoCertificadoSAT: required(digits(20)),
  SelloSAT: outsideCadena(base64),
})

export type Timbre = Shape<typeof TIMBRE.parts>
