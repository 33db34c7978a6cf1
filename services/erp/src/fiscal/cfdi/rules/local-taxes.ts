import { MUST_BE } from '../../../messages/cfdi-attributes.ts'
import { HOLDS_A_TAX } from '../../../messages/cfdi-taxes.ts'
import { compare, decimal, decimalText } from '../../decimal.ts'
import { sumOf } from '../compose/compose.ts'
import type { RuleInput } from './rule-set.ts'

/** The complement of local taxes: its sums. */
export function localTaxRules({ comprobante, problems }: RuleInput): void {
  const locals = comprobante.Complemento?.ImpuestosLocales
  if (locals === undefined) return
  const path = 'Complemento.ImpuestosLocales'
  const sums = [
    ['TotaldeRetenciones', locals.TotaldeRetenciones, locals.RetencionesLocales ?? []],
    ['TotaldeTraslados', locals.TotaldeTraslados, locals.TrasladosLocales ?? []],
  ] as const
  for (const [name, total, taxes] of sums) {
    const sum = sumOf(taxes.map(({ Importe }) => Importe))
    if (compare(decimal(total), sum) !== 0) {
      const message = MUST_BE.sum({ name, sum: decimalText(sum) })
      problems.add(`${path}.${name}`, message)
    }
  }
  if (sums.every(([, , taxes]) => taxes.length === 0))
    problems.add(path, HOLDS_A_TAX({ name: 'ImpuestosLocales' }))
}
