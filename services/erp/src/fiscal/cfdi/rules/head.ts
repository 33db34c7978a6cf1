import { compare, decimal, decimalText, isZero, rounded } from '../../decimal.ts'
import { sumOf, totalOf } from '../compose/compose.ts'
import { decimalsIn, type RuleInput } from './rule-set.ts'

/**
 * The document itself: how it is paid, its currency, its sums.
 * @source SAT, Anexo 20, matriz de errores, CFDI40103 to CFDI40137
 */
export function headRules(input: RuleInput): void {
  paymentRules(input)
  currencyRules(input)
  subtotalRules(input)
  discountRules(input)
  totalRules(input)
  kindRules(input)
  relationRules(input)
}

function paymentRules({ comprobante, catalogs, problems }: RuleInput): void {
  const { FormaPago, MetodoPago, TipoDeComprobante: kind, CondicionesDePago } = comprobante
  const isKnown = FormaPago === undefined || catalogs.formasPago.has(FormaPago)
  problems.addAll([
    [!isKnown, 'FormaPago', 'FormaPago must be a key of c_FormaPago.', 'CFDI40104'],
    [
      MetodoPago === 'PPD' && FormaPago !== '99',
      'FormaPago',
      'FormaPago must be 99 where MetodoPago is PPD.',
      'CFDI40105',
    ],
    [
      MetodoPago === 'PUE' && FormaPago === '99',
      'FormaPago',
      'FormaPago must not be 99 where MetodoPago is PUE.',
      'CFDI40105',
    ],
  ])
  const given = { FormaPago, MetodoPago, CondicionesDePago }
  for (const [name, value] of Object.entries(given)) {
    const { absent, code } = PAID[name] ?? { absent: '' }
    const isUnwanted = absent.includes(kind)
    const isMissing = name !== 'CondicionesDePago' && IS_PAID.includes(kind)
    problems.addAll([
      [
        isUnwanted && value !== undefined,
        name,
        `${name} must be absent in a CFDI of kind ${kind}.`,
        code,
      ],
      [isMissing && value === undefined, name, `${name} is required in a CFDI of kind ${kind}.`],
    ])
  }
}

const IS_PAID = 'IE'

/** The kinds of document that are not paid for themselves. */
const PAID: Readonly<Record<string, { readonly absent: string; readonly code?: string }>> = {
  FormaPago: { absent: 'TNP', code: 'CFDI40103' },
  MetodoPago: { absent: 'TP', code: 'CFDI40125' },
  CondicionesDePago: { absent: 'TNP' },
}

function currencyRules({ comprobante, catalogs, problems }: RuleInput): void {
  const { Moneda, TipoCambio } = comprobante
  if (!catalogs.monedas.has(Moneda))
    problems.add('Moneda', 'Moneda must be a key of c_Moneda.', 'CFDI40113')
  if (Moneda === 'XXX') {
    if (TipoCambio !== undefined)
      problems.add('TipoCambio', 'TipoCambio must be absent where Moneda is XXX.', 'CFDI40116')
  } else if (Moneda === 'MXN') {
    if (TipoCambio !== undefined && TipoCambio !== '1')
      problems.add('TipoCambio', 'TipoCambio must be 1 where Moneda is MXN.', 'CFDI40114')
  } else if (TipoCambio === undefined) {
    const message = 'TipoCambio is required where Moneda is neither MXN nor XXX.'
    problems.add('TipoCambio', message, 'CFDI40115')
  }
}

function subtotalRules({ comprobante, decimals, problems }: RuleInput): void {
  const { Conceptos, SubTotal, TipoDeComprobante: kind } = comprobante
  if (kind === 'T' || kind === 'P') {
    if (!isZero(decimal(SubTotal)))
      problems.add('SubTotal', `SubTotal must be 0 in a CFDI of kind ${kind}.`, 'CFDI40109')
    return
  }
  if (decimalsIn(SubTotal) > decimals)
    problems.add('SubTotal', tooFine('SubTotal', decimals), 'CFDI40107')
  const sum = rounded(sumOf(Conceptos.map(({ Importe }) => Importe)), decimals)
  if (compare(decimal(SubTotal), sum) !== 0) {
    const message = `SubTotal must be ${decimalText(sum)}, the sum of Importe of all Conceptos.`
    problems.add('SubTotal', message, 'CFDI40108')
  }
}

function tooFine(field: string, decimals: number): string {
  return `${field} must have no more than the currency's ${decimals} decimals.`
}

function discountRules({ comprobante, decimals, problems }: RuleInput): void {
  const { Conceptos, Descuento, SubTotal } = comprobante
  const discounts = Conceptos.flatMap((concepto) => concepto.Descuento ?? [])
  if (Descuento === undefined) {
    if (discounts.length > 0 && hasAmounts(comprobante.TipoDeComprobante))
      problems.add('Descuento', 'Descuento is required where a Concepto has one.', 'CFDI40110')
    return
  }
  if (!hasAmounts(comprobante.TipoDeComprobante) || discounts.length === 0) {
    problems.add('Descuento', 'Descuento must be absent where no Concepto has one.', 'CFDI40111')
    return
  }
  if (decimalsIn(Descuento) > decimals)
    problems.add('Descuento', tooFine('Descuento', decimals), 'CFDI40112')
  const sum = rounded(sumOf(discounts), decimals)
  if (compare(decimal(Descuento), sum) !== 0) {
    const message = `Descuento must be ${decimalText(sum)}, the sum of those of all Conceptos.`
    problems.add('Descuento', message, 'CFDI40110')
  }
  if (compare(decimal(Descuento), decimal(SubTotal)) > 0)
    problems.add('Descuento', 'Descuento must not be larger than SubTotal.', 'CFDI40110')
}

function hasAmounts(kind: string): boolean {
  return kind !== 'T' && kind !== 'P'
}

function totalRules({ comprobante, decimals, problems }: RuleInput): void {
  const { TipoDeComprobante: kind, Total } = comprobante
  if (!hasAmounts(kind)) {
    if (!isZero(decimal(Total)))
      problems.add('Total', `Total must be 0 in a CFDI of kind ${kind}.`, 'CFDI40119')
    return
  }
  const due = rounded(
    totalOf({
      SubTotal: decimal(comprobante.SubTotal),
      discount: decimal(comprobante.Descuento ?? '0'),
      taxes: comprobante.Impuestos,
      localTaxes: comprobante.Complemento?.ImpuestosLocales,
    }),
    decimals,
  )
  if (due.units < 0n) {
    problems.add(
      'Total',
      'More is taken off than is charged: Total would be below zero.',
      'CFDI40119',
    )
  } else if (compare(decimal(Total), due) !== 0 || decimalsIn(Total) > decimals) {
    const sum = 'SubTotal less Descuento, plus taxes passed on, less taxes withheld'
    problems.add('Total', `Total must be ${decimalText(due)}: ${sum}.`, 'CFDI40119')
  }
}

function kindRules({ comprobante, problems }: RuleInput): void {
  const { Complemento, Exportacion, TipoDeComprobante: kind } = comprobante
  if (Exportacion === '02') {
    const message = 'Exportacion 02 needs the complement of foreign trade, which is not written.'
    problems.add('Exportacion', message, 'CFDI40122')
  }
  if (kind === 'P' && Complemento?.Pagos === undefined)
    problems.add('Complemento.Pagos', 'Complemento.Pagos is required in a CFDI of kind P.')
  if (kind !== 'P' && Complemento?.Pagos !== undefined) {
    const message = 'Complemento.Pagos must be absent in a CFDI of another kind than P.'
    problems.add('Complemento.Pagos', message, 'CRP20101')
  }
  if (Complemento?.TimbreFiscalDigital !== undefined)
    problems.add('Complemento.TimbreFiscalDigital', 'The stamp is for the PAC to write.')
}

// c_TipoRelacion.
const LAST_RELATION = '07'

function relationRules({ comprobante, problems }: RuleInput): void {
  for (const [index, relation] of (comprobante.CfdiRelacionados ?? []).entries()) {
    const field = `CfdiRelacionados[${index}]`
    const uuids = relation.CfdiRelacionado.map(({ UUID }) => UUID.toUpperCase())
    if (relation.TipoRelacion > LAST_RELATION) {
      const message = 'TipoRelacion must be a key of c_TipoRelacion, 01 to 07.'
      problems.add(`${field}.TipoRelacion`, message, 'CFDI40137')
    }
    if (new Set(uuids).size < uuids.length)
      problems.add(field, 'A CFDI can be related only once in the same way.')
    if (comprobante.TipoDeComprobante === 'P' && relation.TipoRelacion !== '04') {
      const message = 'A CFDI of kind P can only replace others, with TipoRelacion 04.'
      problems.add(`${field}.TipoRelacion`, message)
    }
  }
}
