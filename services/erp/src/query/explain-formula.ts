import { sumKey } from '../dictionary/formula.ts'
import type { Formula } from '../dictionary/types.ts'
import { decimalText, ZERO, type Decimal } from '../fiscal/decimal.ts'

const SIGNS = { '+': '+', '-': '−', '*': '×' } as const

/** A formula in words, with what its parts are: `cantidad 100 × precio 10000`. */
export function explain(
  formula: Formula,
  parts: {
    readonly of: (name: string) => string | null
    readonly sums: ReadonlyMap<string, Decimal>
  },
): string {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'field':
      return `${formula.name} ${parts.of(formula.name) ?? '0'}`
    case 'sum': {
      const sum = parts.sums.get(sumKey(formula.sum)) ?? ZERO
      const { lines, formula: of } = formula.sum
      const what = of.kind === 'field' ? `${lines}.${of.name}` : lines
      return `${what} ${decimalText(sum)}`
    }
    case 'operation': {
      const [left, right] = [explain(formula.left, parts), explain(formula.right, parts)]
      return `${left} ${SIGNS[formula.operator]} ${right}`
    }
  }
}
