import { sumKey } from '../dictionary/formula.ts'
import type { Formula } from '../dictionary/types.ts'
import { decimal, minus, plus, times, ZERO, type Decimal } from '../fiscal/decimal.ts'
import type { FieldValue } from './field-value.ts'

type Values = ReadonlyMap<string, FieldValue | null>

interface Inputs {
  readonly of: (name: string) => Decimal | null
  readonly sums: ReadonlyMap<string, Decimal>
}

/** Nothing added or taken away is zero; a product without one of its factors is none, and so is what begins with none. */
export function evaluate(formula: Formula, inputs: Inputs): Decimal | null {
  switch (formula.kind) {
    case 'number':
      return decimal(formula.value)
    case 'field':
      return inputs.of(formula.name)
    case 'sum':
      return inputs.sums.get(sumKey(formula.sum)) ?? ZERO
    case 'operation': {
      const left = evaluate(formula.left, inputs)
      const right = evaluate(formula.right, inputs)
      if (formula.operator === '*') {
        return left === null || right === null ? null : times(left, right)
      }
      const operate = formula.operator === '+' ? plus : minus
      return left === null ? null : operate(left, right ?? ZERO)
    }
  }
}

/** What a line makes of a formula over its own fields. */
export function valueOfLine(formula: Formula, values: Values): Decimal {
  const of = (name: string) => {
    const value = values.get(name) ?? null
    return value === null ? null : decimal(String(value))
  }
  return evaluate(formula, { of, sums: new Map() }) ?? ZERO
}
