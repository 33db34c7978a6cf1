import { PAID_TAX } from '../../../messages/cfdi-taxes.ts'
import { compare, decimal, decimalText, minus, type Decimal } from '../../decimal.ts'
import { withheldByTax } from '../compose/compose.ts'
import { inPayment } from '../compose/payments.ts'
import { groupsOf, rateText } from '../compose/tax-groups.ts'
import type { Pago } from '../structure/pagos.ts'
import { decimalsIn, type RuleInput } from './rule-set.ts'

/** The taxes of a payment are those of its documents in its own currency; CRP20263 to CRP20274. */
export function paymentTaxRules(input: RuleInput, pago: Pago, path: string): void {
  withheldRules(input, pago, `${path}.ImpuestosP.RetencionesP`)
  passedOnRules(input, pago, `${path}.ImpuestosP.TrasladosP`)
}

function withheldRules({ problems }: RuleInput, pago: Pago, field: string): void {
  const taxes = pago.DoctoRelacionado.flatMap((one) => inPayment(one, 'RetencionesDR'))
  compareSums(problems, {
    field,
    expected: new Map(withheldByTax(groupsOf(taxes))),
    given: (pago.ImpuestosP?.RetencionesP ?? []).map((tax) => [tax.ImpuestoP, tax.ImporteP]),
    count: pago.DoctoRelacionado.length,
    codes: { twice: 'CRP20263', sum: 'CRP20265' },
  })
}

function passedOnRules({ problems }: RuleInput, pago: Pago, field: string): void {
  const taxes = pago.DoctoRelacionado.flatMap((one) => inPayment(one, 'TrasladosDR'))
  const groups = groupsOf(taxes).map((group) => {
    return { ...group, key: keyOf(group.Impuesto, group.TipoFactor, group.TasaOCuota) }
  })
  const given = (pago.ImpuestosP?.TrasladosP ?? []).map((tax) => {
    return { ...tax, key: keyOf(tax.ImpuestoP, tax.TipoFactorP, tax.TasaOCuotaP) }
  })
  const common = { field, count: pago.DoctoRelacionado.length }
  compareSums(problems, {
    ...common,
    expected: new Map(groups.map(({ base, key }) => [key, base])),
    given: given.map(({ BaseP, key }) => [key, BaseP]),
    codes: { twice: 'CRP20271', sum: 'CRP20268' },
  })
  const rated = groups.filter(({ TasaOCuota }) => TasaOCuota !== undefined)
  compareSums(problems, {
    ...common,
    expected: new Map(rated.map(({ importe, key }) => [key, importe])),
    given: given.flatMap(({ ImporteP, key }) => (ImporteP === undefined ? [] : [[key, ImporteP]])),
    codes: { twice: 'CRP20271', sum: 'CRP20274' },
  })
}

function keyOf(tax: string, factor: string, rate: string | undefined): string {
  return [tax, factor, ...(rate === undefined ? [] : [rateText(rate)])].join(', ')
}

interface Comparison {
  readonly field: string
  readonly expected: ReadonlyMap<string, Decimal>
  readonly given: readonly (readonly [key: string, amount: string])[]
  /** Of documents: each may have been rounded by itself. */
  readonly count: number
  readonly codes: { readonly twice: string; readonly sum: string }
}

function compareSums(
  problems: RuleInput['problems'],
  { codes, count, expected, field, given }: Comparison,
): void {
  const seen = new Set<string>()
  for (const [key, amount] of given) {
    const sum = expected.get(key)
    if (seen.has(key)) problems.add(field, PAID_TAX.twice({ tax: key }), codes.twice)
    else if (sum === undefined) problems.add(field, PAID_TAX.unknown({ tax: key }), codes.sum)
    else if (!isNear(amount, sum, count))
      problems.add(field, PAID_TAX.differs({ tax: key, sum: decimalText(sum) }), codes.sum)
    seen.add(key)
  }
  for (const key of expected.keys())
    if (!seen.has(key)) problems.add(field, PAID_TAX.missing({ tax: key }), codes.sum)
}

// Nobody rounds the taxes of a payment to less than hundredths.
const COARSEST_DECIMALS = 2

/** Within one unit of the last decimal for each document. */
function isNear(amount: string, sum: Decimal, count: number): boolean {
  const difference = minus(decimal(amount), sum)
  const size = {
    ...difference,
    units: difference.units < 0n ? -difference.units : difference.units,
  }
  return (
    compare(size, {
      units: BigInt(count),
      scale: Math.max(decimalsIn(amount), COARSEST_DECIMALS),
    }) <= 0
  )
}
