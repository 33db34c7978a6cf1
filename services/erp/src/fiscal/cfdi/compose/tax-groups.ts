import { decimal, decimalText, plus, rounded, ZERO, type Decimal } from '../../decimal.ts'
import type { ReadConcepto } from '../structure/comprobante.ts'

/** The taxes of all lines of one kind and rate, as exact sums of what stands there. */
export interface TaxGroup {
  readonly Impuesto: string
  readonly TipoFactor: string
  /** With six decimals; absent where the tax is exempt. */
  readonly TasaOCuota: string | undefined
  readonly base: Decimal
  readonly importe: Decimal
}

export interface TaxGroups {
  readonly traslados: readonly TaxGroup[]
  readonly retenciones: readonly TaxGroup[]
}

/** A tax of a line, passed on or withheld. */
export interface LineTax {
  readonly Base: string
  readonly Impuesto: string
  readonly TipoFactor: string
  readonly TasaOCuota?: string | undefined
  readonly Importe?: string | undefined
}

/** What the taxes of all lines come to, by (Impuesto, TipoFactor, TasaOCuota), in the order in which they occur. */
export function groupTaxes(conceptos: readonly Pick<ReadConcepto, 'Impuestos'>[]): TaxGroups {
  return {
    traslados: groupsOf(conceptos.flatMap(({ Impuestos }) => Impuestos?.Traslados ?? [])),
    retenciones: groupsOf(conceptos.flatMap(({ Impuestos }) => Impuestos?.Retenciones ?? [])),
  }
}

export function groupsOf(taxes: readonly LineTax[]): readonly TaxGroup[] {
  const groups = new Map<string, TaxGroup>()
  for (const tax of taxes) {
    const TasaOCuota = tax.TasaOCuota === undefined ? undefined : rateText(tax.TasaOCuota)
    const { Impuesto, TipoFactor } = tax
    const key = [Impuesto, TipoFactor, TasaOCuota ?? ''].join('/')
    const sum = groups.get(key) ?? { base: ZERO, importe: ZERO }
    groups.set(key, {
      Impuesto,
      TipoFactor,
      TasaOCuota,
      base: plus(sum.base, decimal(tax.Base)),
      importe: plus(sum.importe, decimal(tax.Importe ?? '0')),
    })
  }
  return [...groups.values()]
}

/** A rate as c_TasaOCuota writes it, whatever wrote it with fewer decimals. */
export function rateText(rate: string): string {
  return decimalText(rounded(decimal(rate), 6))
}
