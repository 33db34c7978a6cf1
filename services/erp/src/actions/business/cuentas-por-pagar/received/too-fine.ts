import type { ReadComprobante } from '../../../../fiscal/cfdi/structure/comprobante.ts'
import { decimal } from '../../../../fiscal/decimal.ts'
import type { Message } from '../../../../messages/message.ts'
import { CFDI_TOO_FINE } from '../../../../messages/received-cfdi.ts'
import { isTooFine, MONEY_DECIMALS } from '../../../../query/amount-decimals.ts'

/** An amount, by its place in the CFDI. */
interface TooFine {
  readonly field: string
  readonly message: Message
}

/**
 * The amounts of a CFDI that records cannot keep, as of a currency with three decimals (dinars): rounded, they would be
 * another debt than the one that the SAT knows.
 * @source docs/decisions/0240-erp-documents.md
 */
export function tooFine(comprobante: ReadComprobante): readonly TooFine[] {
  const { Moneda, Impuestos } = comprobante
  const head = {
    SubTotal: comprobante.SubTotal,
    Descuento: comprobante.Descuento,
    'Impuestos.TotalImpuestosTrasladados': Impuestos?.TotalImpuestosTrasladados,
    'Impuestos.TotalImpuestosRetenidos': Impuestos?.TotalImpuestosRetenidos,
    Total: comprobante.Total,
  }
  const pagos = comprobante.Complemento?.Pagos?.Pago ?? []
  return [...problemsOf(head, Moneda), ...pagos.flatMap(tooFinePayment)]
}

type Payment = NonNullable<NonNullable<ReadComprobante['Complemento']>['Pagos']>['Pago'][number]

function tooFinePayment(pago: Payment, index: number): readonly TooFine[] {
  const place = `Complemento.Pagos.Pago[${index}]`
  const documents = pago.DoctoRelacionado.flatMap((document, at) => {
    const { ImpSaldoAnt, ImpPagado, ImpSaldoInsoluto, MonedaDR } = document
    const paid = `${place}.DoctoRelacionado[${at}]`
    return problemsOf(
      {
        [`${paid}.ImpSaldoAnt`]: ImpSaldoAnt,
        [`${paid}.ImpPagado`]: ImpPagado,
        [`${paid}.ImpSaldoInsoluto`]: ImpSaldoInsoluto,
      },
      MonedaDR,
    )
  })
  return [...problemsOf({ [`${place}.Monto`]: pago.Monto }, pago.MonedaP), ...documents]
}

function problemsOf(
  amounts: Readonly<Record<string, string | undefined>>,
  moneda: string,
): readonly TooFine[] {
  return Object.entries(amounts).flatMap(([field, amount]) => {
    if (amount === undefined || !isTooFine(decimal(amount), MONEY_DECIMALS)) return []
    const kept = { currency: moneda, decimals: MONEY_DECIMALS }
    return [{ field, message: CFDI_TOO_FINE({ place: field, amount, ...kept }) }]
  })
}
