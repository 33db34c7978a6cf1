import type { CfdiCatalogs } from '../catalogs.ts'
import type { Problems } from '../problem.ts'
import type { UnsealedComprobante } from '../structure/comprobante.ts'

/** What a rule is given: the document, what it may refer to, and where it says what is wrong. */
export interface RuleInput {
  readonly comprobante: UnsealedComprobante
  readonly catalogs: CfdiCatalogs
  /** Of the currency; 2 where the currency is not known, which is a problem of its own. */
  readonly decimals: number
  readonly problems: Problems
}

/** One subject of the SAT's rules. */
export type Rules = (input: RuleInput) => void

/** How many decimals a number is written with. */
export function decimalsIn(amount: string): number {
  const point = amount.indexOf('.')
  return point === -1 ? 0 : amount.length - point - 1
}
