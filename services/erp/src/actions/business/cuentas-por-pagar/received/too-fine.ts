import type { CfdiProblem } from '../../../../fiscal/cfdi/problem.ts'
import type { ReadComprobante } from '../../../../fiscal/cfdi/structure/comprobante.ts'
import { decimal } from '../../../../fiscal/decimal.ts'
import { isTooFine, MONEY_DECIMALS } from '../../../../query/amount-decimals.ts'

/**
 * The amounts of a CFDI that records cannot keep, as of a currency with three decimals (dinars): rounded, they would be
 * another debt than the one that the SAT knows.
 * @source docs/decisions/0240-erp-documents.md
 */
export function tooFine(comprobante: ReadComprobante): readonly CfdiProblem[] {
  const { Moneda, Impuestos } = comprobante
  const head = {
    SubTotal: comprobante.SubTotal,
    Descuento: comprobante.Descuento,
    'Impuestos.TotalImpuestosTrasladados': Impuestos?.TotalImpuestosTrasladados,
    'Impuestos.TotalImpuestosRetenidos': Impuestos?.TotalImpuestosRetenidos,
    Total: comprobante.Total,
  }
  return Object.entries(head).flatMap(([field, amount]) => {
    if (amount === undefined || !isTooFine(decimal(amount), MONEY_DECIMALS)) return []
    const message =
      `${field} is ${amount} ${Moneda}, but amounts are kept with ${MONEY_DECIMALS} decimals in every currency; ` +
      'ask the supplier for one whose amounts have no more, or in another currency.'
    return [{ field, message }]
  })
}
