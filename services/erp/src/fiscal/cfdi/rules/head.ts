import {
  DECIMALS_OF_CURRENCY,
  MUST_BE,
  MUST_BE_ABSENT,
  MUST_BE_THERE,
} from '../../../messages/cfdi-attributes.ts'
import {
  DISCOUNT_REQUIRED,
  DISCOUNT_SUM,
  DISCOUNT_UNWANTED,
  KIND_OF_RELATION,
  NO_FOREIGN_TRADE,
  PAYMENTS_OF_OTHER_KIND,
  PAYMENT_ONLY_REPLACES,
  RATE_REQUIRED,
  RELATED_TWICE,
  STAMP_OF_PAC,
  SUBTOTAL_SUM,
  TOTAL_BELOW_ZERO,
  TOTAL_SUM,
} from '../../../messages/cfdi-heads.ts'
import type { Message } from '../../../messages/message.ts'
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

/** Por definir. */
const UNSAID = { name: 'FormaPago', value: '99', other: 'MetodoPago' } as const

function paymentRules({ comprobante, catalogs, problems }: RuleInput): void {
  const { FormaPago, MetodoPago, TipoDeComprobante: kind, CondicionesDePago } = comprobante
  const isKnown = FormaPago === undefined || catalogs.formasPago.has(FormaPago)
  problems.addAll([
    [
      !isKnown,
      'FormaPago',
      MUST_BE.keyOf({ name: 'FormaPago', catalog: 'c_FormaPago' }),
      'CFDI40104',
    ],
    [
      MetodoPago === 'PPD' && FormaPago !== '99',
      'FormaPago',
      MUST_BE.where({ ...UNSAID, is: 'PPD' }),
      'CFDI40105',
    ],
    [
      MetodoPago === 'PUE' && FormaPago === '99',
      'FormaPago',
      MUST_BE.otherWhere({ ...UNSAID, is: 'PUE' }),
      'CFDI40105',
    ],
  ])
  const given = { FormaPago, MetodoPago, CondicionesDePago }
  for (const [name, value] of Object.entries(given)) {
    const { absent, code } = PAID[name] ?? { absent: '' }
    const isUnwanted = absent.includes(kind)
    const isMissing = name !== 'CondicionesDePago' && IS_PAID.includes(kind)
    problems.addAll([
      [isUnwanted && value !== undefined, name, MUST_BE_ABSENT.inKind({ name, kind }), code],
      [isMissing && value === undefined, name, MUST_BE_THERE.inKind({ name, kind })],
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

const RATE = { name: 'TipoCambio', other: 'Moneda' } as const

function currencyRules({ comprobante, catalogs, problems }: RuleInput): void {
  const { Moneda, TipoCambio } = comprobante
  if (!catalogs.monedas.has(Moneda))
    problems.add('Moneda', MUST_BE.keyOf({ name: 'Moneda', catalog: 'c_Moneda' }), 'CFDI40113')
  if (Moneda === 'XXX') {
    if (TipoCambio !== undefined)
      problems.add('TipoCambio', MUST_BE_ABSENT.where({ ...RATE, is: Moneda }), 'CFDI40116')
  } else if (Moneda === 'MXN') {
    if (TipoCambio !== undefined && TipoCambio !== '1')
      problems.add('TipoCambio', MUST_BE.where({ ...RATE, value: '1', is: Moneda }), 'CFDI40114')
  } else if (TipoCambio === undefined) {
    problems.add('TipoCambio', RATE_REQUIRED(), 'CFDI40115')
  }
}

function subtotalRules({ comprobante, decimals, problems }: RuleInput): void {
  const { Conceptos, SubTotal, TipoDeComprobante: kind } = comprobante
  if (kind === 'T' || kind === 'P') {
    if (!isZero(decimal(SubTotal)))
      problems.add('SubTotal', MUST_BE.inKind({ name: 'SubTotal', value: '0', kind }), 'CFDI40109')
    return
  }
  if (decimalsIn(SubTotal) > decimals)
    problems.add('SubTotal', tooFine('SubTotal', decimals), 'CFDI40107')
  const sum = rounded(sumOf(Conceptos.map(({ Importe }) => Importe)), decimals)
  if (compare(decimal(SubTotal), sum) !== 0) {
    problems.add('SubTotal', SUBTOTAL_SUM({ sum: decimalText(sum) }), 'CFDI40108')
  }
}

function tooFine(name: string, decimals: number): Message {
  return DECIMALS_OF_CURRENCY({ name, decimals })
}

function discountRules({ comprobante, decimals, problems }: RuleInput): void {
  const { Conceptos, Descuento, SubTotal } = comprobante
  const discounts = Conceptos.flatMap((concepto) => concepto.Descuento ?? [])
  if (Descuento === undefined) {
    if (discounts.length > 0 && hasAmounts(comprobante.TipoDeComprobante))
      problems.add('Descuento', DISCOUNT_REQUIRED(), 'CFDI40110')
    return
  }
  if (!hasAmounts(comprobante.TipoDeComprobante) || discounts.length === 0) {
    problems.add('Descuento', DISCOUNT_UNWANTED(), 'CFDI40111')
    return
  }
  if (decimalsIn(Descuento) > decimals)
    problems.add('Descuento', tooFine('Descuento', decimals), 'CFDI40112')
  const sum = rounded(sumOf(discounts), decimals)
  if (compare(decimal(Descuento), sum) !== 0) {
    problems.add('Descuento', DISCOUNT_SUM({ sum: decimalText(sum) }), 'CFDI40110')
  }
  if (compare(decimal(Descuento), decimal(SubTotal)) > 0)
    problems.add('Descuento', MUST_BE.atMost({ name: 'Descuento', other: 'SubTotal' }), 'CFDI40110')
}

function hasAmounts(kind: string): boolean {
  return kind !== 'T' && kind !== 'P'
}

function totalRules({ comprobante, decimals, problems }: RuleInput): void {
  const { TipoDeComprobante: kind, Total } = comprobante
  if (!hasAmounts(kind)) {
    if (!isZero(decimal(Total)))
      problems.add('Total', MUST_BE.inKind({ name: 'Total', value: '0', kind }), 'CFDI40119')
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
    problems.add('Total', TOTAL_BELOW_ZERO(), 'CFDI40119')
  } else if (compare(decimal(Total), due) !== 0 || decimalsIn(Total) > decimals) {
    problems.add('Total', TOTAL_SUM({ sum: decimalText(due) }), 'CFDI40119')
  }
}

function kindRules({ comprobante, problems }: RuleInput): void {
  const { Complemento, Exportacion, TipoDeComprobante: kind } = comprobante
  if (Exportacion === '02') {
    problems.add('Exportacion', NO_FOREIGN_TRADE(), 'CFDI40122')
  }
  if (kind === 'P' && Complemento?.Pagos === undefined)
    problems.add('Complemento.Pagos', MUST_BE_THERE.inKind({ name: 'Complemento.Pagos', kind }))
  if (kind !== 'P' && Complemento?.Pagos !== undefined) {
    problems.add('Complemento.Pagos', PAYMENTS_OF_OTHER_KIND(), 'CRP20101')
  }
  if (Complemento?.TimbreFiscalDigital !== undefined)
    problems.add('Complemento.TimbreFiscalDigital', STAMP_OF_PAC())
}

// c_TipoRelacion.
const LAST_RELATION = '07'

function relationRules({ comprobante, problems }: RuleInput): void {
  for (const [index, relation] of (comprobante.CfdiRelacionados ?? []).entries()) {
    const field = `CfdiRelacionados[${index}]`
    const uuids = relation.CfdiRelacionado.map(({ UUID }) => UUID.toUpperCase())
    if (relation.TipoRelacion > LAST_RELATION) {
      problems.add(`${field}.TipoRelacion`, KIND_OF_RELATION(), 'CFDI40137')
    }
    if (new Set(uuids).size < uuids.length) problems.add(field, RELATED_TWICE())
    if (comprobante.TipoDeComprobante === 'P' && relation.TipoRelacion !== '04') {
      problems.add(`${field}.TipoRelacion`, PAYMENT_ONLY_REPLACES())
    }
  }
}
