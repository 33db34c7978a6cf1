import { groupTaxes, type TaxGroup } from '../../../../fiscal/cfdi/compose/tax-groups.ts'
import type {
  ReadComprobante,
  ReadConcepto,
} from '../../../../fiscal/cfdi/structure/comprobante.ts'
import {
  decimal,
  isZero,
  plus,
  rounded,
  sumOfDecimals,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import type { Message } from '../../../../messages/message.ts'
import { TOTAL_NOT_OF_AMOUNTS } from '../../../../messages/registered-invoices.ts'
import { amountText, sumOf } from '../../cents.ts'

/** What a line of an invoice says of what was bought. */
type BilledConcept = Pick<
  ReadConcepto,
  'Cantidad' | 'ValorUnitario' | 'Descripcion' | 'NoIdentificacion'
>

/** A line of an invoice, in cents of its currency. */
export interface InvoiceLine {
  /** From 1. */
  readonly numero: number
  readonly concepto: BilledConcept
  readonly importe: bigint
  readonly descuento: bigint
  readonly impuestos: bigint
  readonly retenciones: bigint
}

/** A tax of an invoice, all lines together. */
export interface InvoiceTax {
  readonly impuesto: string
  /** `importacion`: not part of the invoice, but due and credited by whoever pays it. */
  readonly tipo: 'traslado' | 'retencion' | 'importacion'
  readonly factor: string
  readonly tasa: string | null
  readonly base: bigint
  readonly importe: bigint
}

/** What an invoice comes to, in cents of its currency. */
export interface InvoiceAmounts {
  readonly lines: readonly InvoiceLine[]
  readonly taxes: readonly InvoiceTax[]
  readonly subtotal: bigint
  readonly descuento: bigint
  readonly traslados: bigint
  readonly retenciones: bigint
  /** Of a state or a town, passed on: part of what is bought, since nobody credits it. */
  readonly locales: bigint
  readonly localesRetenidos: bigint
  readonly total: bigint
}

/** Amounts of lines are rounded so that they add up to what the document says. */
export function invoiceAmounts(comprobante: ReadComprobante): InvoiceAmounts {
  const { Conceptos, Impuestos } = comprobante
  const subtotal = inCents(comprobante.SubTotal)
  const descuento = inCents(comprobante.Descuento ?? '0')
  const groups = groupTaxes(Conceptos)
  const traslados = totalOf(groups.traslados, Impuestos?.TotalImpuestosTrasladados)
  const retenciones = totalOf(groups.retenciones, Impuestos?.TotalImpuestosRetenidos)
  const local = comprobante.Complemento?.ImpuestosLocales
  const importes = spread(
    Conceptos.map(({ Importe }) => decimal(Importe)),
    subtotal,
  )
  const discounts = spread(
    Conceptos.map(({ Descuento }) => decimal(Descuento ?? '0')),
    descuento,
  )
  const passedOn = spread(
    Conceptos.map((shape) => taxOf(shape.Impuestos?.Traslados)),
    traslados,
  )
  const withheld = spread(
    Conceptos.map((shape) => taxOf(shape.Impuestos?.Retenciones)),
    retenciones,
  )
  return {
    lines: Conceptos.map((concepto, index) => ({
      numero: index + 1,
      concepto,
      importe: importes[index] ?? 0n,
      descuento: discounts[index] ?? 0n,
      impuestos: passedOn[index] ?? 0n,
      retenciones: withheld[index] ?? 0n,
    })),
    taxes: [
      ...taxesOf(groups.traslados, { tipo: 'traslado', total: traslados }),
      ...taxesOf(groups.retenciones, { tipo: 'retencion', total: retenciones }),
    ],
    subtotal,
    descuento,
    traslados,
    retenciones,
    locales: inCents(local?.TotaldeTraslados ?? '0'),
    localesRetenidos: inCents(local?.TotaldeRetenciones ?? '0'),
    total: inCents(comprobante.Total),
  }
}

/** Why the amounts of a CFDI cannot be what is owed; null: they can. */
export function amountsProblem(amounts: InvoiceAmounts): Message | null {
  const { subtotal, descuento, traslados, retenciones, locales, localesRetenidos, total } = amounts
  const made = subtotal - descuento + traslados - retenciones + locales - localesRetenidos
  if (made === total) return null
  return TOTAL_NOT_OF_AMOUNTS({ total: amountText(total), made: amountText(made) })
}

/** The sum of a tax by its key, such as IVA passed on. */
export function taxSum(
  { taxes }: InvoiceAmounts,
  facts: { readonly impuesto: string; readonly tipo: InvoiceTax['tipo'] },
): bigint {
  const isOf = (tax: InvoiceTax) => tax.impuesto === facts.impuesto && tax.tipo === facts.tipo
  return sumOf(taxes.filter(isOf).map(({ importe }) => importe))
}

/** Exact values as whole cents that add up to a total: each is rounded together with all before it. */
function spread(values: readonly Decimal[], total: bigint): readonly bigint[] {
  const last = values.findLastIndex((value) => !isZero(value))
  const parts: bigint[] = []
  let exact = ZERO
  let given = 0n
  for (const [index, value] of values.entries()) {
    exact = plus(exact, value)
    const upTo = index === last ? total : rounded(exact, CENT_DECIMALS).units
    const isEmpty = isZero(value)
    parts.push(isEmpty ? 0n : upTo - given)
    if (!isEmpty) given = upTo
  }
  return parts
}

const CENT_DECIMALS = 2

export function inCents(amount: string): bigint {
  return rounded(decimal(amount), CENT_DECIMALS).units
}

function totalOf(groups: readonly TaxGroup[], stated: string | undefined): bigint {
  if (stated !== undefined) return inCents(stated)
  return sumOf(groups.map(({ importe }) => rounded(importe, CENT_DECIMALS).units))
}

function taxOf(taxes: readonly { readonly Importe?: string | undefined }[] = []): Decimal {
  return sumOfDecimals(taxes.map(({ Importe }) => decimal(Importe ?? '0')))
}

function taxesOf(
  groups: readonly TaxGroup[],
  { tipo, total }: { readonly tipo: InvoiceTax['tipo']; readonly total: bigint },
): readonly InvoiceTax[] {
  const importes = spread(
    groups.map(({ importe }) => importe),
    total,
  )
  return groups.map((group, index) => ({
    impuesto: group.Impuesto,
    tipo,
    factor: group.TipoFactor,
    tasa: group.TasaOCuota ?? null,
    base: rounded(group.base, CENT_DECIMALS).units,
    importe: importes[index] ?? 0n,
  }))
}
