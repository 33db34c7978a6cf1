import { children, element, required, type Shape } from './declaration.ts'
import { anyText, oneOf, twoDecimals } from './forms.ts'

/**
 * The complement of local taxes, 1.0: those of a state or a town, such as that on lodging.
 * @source docs/decisions/0241-erp-cfdi.md
 */
export const IMPUESTOS_LOCALES = element('implocal:ImpuestosLocales', {
  version: required(oneOf('1.0')),
  TotaldeRetenciones: required(twoDecimals),
  TotaldeTraslados: required(twoDecimals),
  RetencionesLocales: children(
    element('implocal:RetencionesLocales', {
      ImpLocRetenido: required(anyText(1_000)),
      TasadeRetencion: required(twoDecimals),
      Importe: required(twoDecimals),
    }),
  ),
  TrasladosLocales: children(
    element('implocal:TrasladosLocales', {
      ImpLocTrasladado: required(anyText(1_000)),
      TasadeTraslado: required(twoDecimals),
      Importe: required(twoDecimals),
    }),
  ),
})

export type ImpuestosLocales = Shape<typeof IMPUESTOS_LOCALES.parts>
