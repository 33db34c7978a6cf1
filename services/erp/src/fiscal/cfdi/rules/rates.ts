import { compare, decimal, decimalText } from '../../decimal.ts'
import type { CfdiCatalogs } from '../catalogs.ts'

/** A tax at a rate: what c_TasaOCuota knows. */
export interface TaxAtRate {
  readonly Impuesto: string
  readonly TipoFactor: string
  readonly TasaOCuota: string
}

export type Direction = 'traslado' | 'retencion'

/** Whether c_TasaOCuota has the rate for the tax, passed on or withheld. */
export function isKnownRate(
  { tasas }: CfdiCatalogs,
  { Impuesto, TasaOCuota, TipoFactor }: TaxAtRate,
  direction: Direction,
): boolean {
  const rate = decimal(TasaOCuota)
  return tasas.some((row) => {
    const isFor = direction === 'traslado' ? row.esTraslado : row.esRetencion
    if (!isFor || row.impuesto !== Impuesto || row.factor !== TipoFactor) return false
    const { minimo = row.valor, valor } = row
    return compare(rate, minimo) >= 0 && compare(rate, valor) <= 0
  })
}

/** What may be written instead: rates, and ranges from their low end. */
export function knownRates(
  { tasas }: CfdiCatalogs,
  { Impuesto, TipoFactor }: Omit<TaxAtRate, 'TasaOCuota'>,
  direction: Direction,
): readonly (readonly [low: string | null, high: string])[] {
  return tasas
    .filter((row) => (direction === 'traslado' ? row.esTraslado : row.esRetencion))
    .filter((row) => row.impuesto === Impuesto && row.factor === TipoFactor)
    .map(({ minimo, valor }) => [
      minimo === undefined ? null : decimalText(minimo),
      decimalText(valor),
    ])
}
