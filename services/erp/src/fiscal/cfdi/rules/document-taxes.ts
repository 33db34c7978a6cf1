import {
  DECIMALS_OF_CURRENCY,
  MUST_BE,
  MUST_BE_ABSENT,
  MUST_BE_THERE,
} from '../../../messages/cfdi-attributes.ts'
import { RETENCION, TRASLADO } from '../../../messages/cfdi-taxes.ts'
import type { Message } from '../../../messages/message.ts'
import { compare, decimal, decimalText, rounded, type Decimal } from '../../decimal.ts'
import { sumOf, withheldByTax } from '../compose/compose.ts'
import { groupTaxes, rateText } from '../compose/tax-groups.ts'
import type { RetencionGroup, TrasladoGroup } from '../structure/comprobante.ts'
import { decimalsIn, type RuleInput } from './rule-set.ts'

/**
 * The taxes of the document: what its lines come to, by tax, kind of factor and rate.
 * @source SAT, Anexo 20, matriz de errores, CFDI40201 to CFDI40221
 */
export function documentTaxRules(input: RuleInput): void {
  const { comprobante, problems } = input
  const { Impuestos, TipoDeComprobante: kind } = comprobante
  if (kind === 'T' || kind === 'P') {
    if (Impuestos !== undefined)
      problems.add('Impuestos', MUST_BE_ABSENT.inKind({ name: 'Impuestos', kind }), 'CFDI40201')
    return
  }
  trasladoRules(input)
  retencionRules(input)
}

function trasladoRules(input: RuleInput): void {
  const { comprobante, decimals, problems } = input
  const { Traslados = [], TotalImpuestosTrasladados: total } = comprobante.Impuestos ?? {}
  const expected = new Map(
    groupTaxes(comprobante.Conceptos).traslados.map((group) => [keyOf(group), group]),
  )
  const seen = new Set<string>()
  for (const [index, group] of Traslados.entries()) {
    const field = `Impuestos.Traslados[${index}]`
    const key = keyOf(group)
    const sum = expected.get(key)
    if (seen.has(key)) problems.add(field, TRASLADO.twice({ tax: key }), 'CFDI40218')
    else if (sum === undefined) problems.add(field, TRASLADO.unknown({ tax: key }), 'CFDI40219')
    else checkGroup(input, field, { group, base: sum.base, importe: sum.importe })
    seen.add(key)
  }
  for (const key of expected.keys()) {
    if (!seen.has(key))
      problems.add('Impuestos.Traslados', TRASLADO.missing({ tax: key }), 'CFDI40213')
  }
  const amounts = Traslados.flatMap(({ Importe }) => Importe ?? [])
  checkTotal(input, total, {
    field: 'Impuestos.TotalImpuestosTrasladados',
    amounts,
    decimals,
    codes: { missing: 'CFDI40212', decimals: 'CFDI40204', sum: 'CFDI40205' },
  })
}

function keyOf({
  Impuesto,
  TasaOCuota,
  TipoFactor,
}: Omit<TrasladoGroup, 'Base' | 'Importe'>): string {
  return [Impuesto, TipoFactor, ...(TasaOCuota === undefined ? [] : [rateText(TasaOCuota)])].join(
    ', ',
  )
}

interface GroupSum {
  readonly group: TrasladoGroup
  readonly base: Decimal
  readonly importe: Decimal
}

function checkGroup(
  { decimals, problems }: RuleInput,
  field: string,
  { base, group, importe }: GroupSum,
): void {
  if (decimalsIn(group.Base) > decimals)
    problems.add(`${field}.Base`, tooFine('Base', decimals), 'CFDI40214')
  checkSum(problems, `${field}.Base`, {
    amount: group.Base,
    sum: rounded(base, decimals),
    code: 'CFDI40215',
  })
  const { Importe, TipoFactor } = group
  if (TipoFactor === 'Exento') {
    if (Importe !== undefined)
      problems.add(
        `${field}.Importe`,
        MUST_BE_ABSENT.where({ name: 'Importe', other: 'TipoFactor', is: TipoFactor }),
        'CFDI40220',
      )
    return
  }
  if (decimalsIn(Importe ?? '') > decimals)
    problems.add(`${field}.Importe`, tooFine('Importe', decimals), 'CFDI40220')
  checkSum(problems, `${field}.Importe`, {
    amount: Importe,
    sum: rounded(importe, decimals),
    code: 'CFDI40221',
  })
}

function tooFine(name: string, decimals: number): Message {
  return DECIMALS_OF_CURRENCY({ name, decimals })
}

interface Sum {
  readonly amount: string | undefined
  readonly sum: Decimal
  readonly code: string
}

function checkSum(
  problems: RuleInput['problems'],
  field: string,
  { amount, code, sum }: Sum,
): void {
  if (amount !== undefined && compare(decimal(amount), sum) === 0) return
  const name = field.slice(field.lastIndexOf('.') + 1)
  problems.add(field, MUST_BE.ofConceptos({ name, sum: decimalText(sum) }), code)
}

function retencionRules(input: RuleInput): void {
  const { comprobante, decimals, problems } = input
  const { Retenciones = [], TotalImpuestosRetenidos: total } = comprobante.Impuestos ?? {}
  const expected = new Map(withheldByTax(groupTaxes(comprobante.Conceptos).retenciones))
  const seen = new Set<string>()
  for (const [index, { Importe, Impuesto }] of Retenciones.entries()) {
    const field = `Impuestos.Retenciones[${index}]`
    const sum = expected.get(Impuesto)
    if (seen.has(Impuesto)) problems.add(field, RETENCION.twice({ tax: Impuesto }), 'CFDI40208')
    if (decimalsIn(Importe) > decimals)
      problems.add(`${field}.Importe`, tooFine('Importe', decimals), 'CFDI40210')
    const due = sum === undefined ? decimal('0') : rounded(sum, decimals)
    checkSum(problems, `${field}.Importe`, { amount: Importe, sum: due, code: 'CFDI40211' })
    seen.add(Impuesto)
  }
  for (const tax of expected.keys()) {
    if (!seen.has(tax))
      problems.add('Impuestos.Retenciones', RETENCION.missing({ tax }), 'CFDI40211')
  }
  checkTotal(input, total, {
    field: 'Impuestos.TotalImpuestosRetenidos',
    amounts: Retenciones.map(({ Importe }: RetencionGroup) => Importe),
    decimals,
    codes: { missing: 'CFDI40206', decimals: 'CFDI40202', sum: 'CFDI40203' },
  })
}

interface TotalRule {
  readonly field: string
  readonly amounts: readonly string[]
  readonly decimals: number
  readonly codes: { readonly missing: string; readonly decimals: string; readonly sum: string }
}

function checkTotal(
  { problems }: RuleInput,
  total: string | undefined,
  { amounts, codes, decimals, field }: TotalRule,
): void {
  if (amounts.length === 0 && total === undefined) return
  if (total === undefined) {
    problems.add(field, MUST_BE_THERE.always({ name: field }), codes.missing)
    return
  }
  if (decimalsIn(total) > decimals) problems.add(field, tooFine(field, decimals), codes.decimals)
  const sum = sumOf(amounts)
  if (compare(decimal(total), sum) !== 0)
    problems.add(field, MUST_BE.sum({ name: field, sum: decimalText(sum) }), codes.sum)
}
