import { decimal, decimalText, sumOfDecimals } from '../../decimal.ts'
import { isWithin, marginOfTax } from '../rules/margins.ts'
import type { TrasladoDraft } from './compose.ts'
import { rateText } from './tax-groups.ts'

/**
 * Taxes of a line that sums up others, one of each kind and rate. Those of many lines, each rounded to the cent, may add up
 * to more or less than the SAT takes for the tax of their sum; they stay one by one, so that the line comes to what was paid.
 */
export function oneTaxARate(
  taxes: readonly TrasladoDraft[],
  decimals: number,
): readonly TrasladoDraft[] {
  const groups = Map.groupBy(taxes, ({ Impuesto, TasaOCuota, TipoFactor }) =>
    [Impuesto, TipoFactor, TasaOCuota === undefined ? '' : rateText(TasaOCuota)].join(' '),
  )
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined || same.length === 1) return same
    const Base = sumText(same.map((tax) => tax.Base))
    if (first.TasaOCuota === undefined) return [{ ...first, Base }]
    const Importe = sumText(same.map((tax) => tax.Importe))
    const margin = marginOfTax(Base, rateText(first.TasaOCuota), decimals)
    return isWithin(Importe, margin) ? [{ ...first, Base, Importe }] : same
  })
}

function sumText(amounts: readonly (string | undefined)[]): string {
  return decimalText(sumOfDecimals(amounts.map((amount) => decimal(amount ?? '0'))))
}
