import { sumKey } from '../dictionary/formula.ts'
import type { Formula, Model } from '../dictionary/types.ts'
import { decimalText, ZERO, type Decimal } from '../fiscal/decimal.ts'
import { Message } from '../messages/message.ts'
import type { Speech } from '../messages/speech.ts'

const SIGNS = { '+': '+', '-': '−', '*': '×' } as const

interface Parts {
  readonly of: (name: string) => string | null
  readonly sums: ReadonlyMap<string, Decimal>
}

/** A formula in words, with what its parts are: `cantidad 100 × precio 10000`. */
export function explained({ name }: Model, formula: Formula, parts: Parts): Message {
  return new Message((say) => explain(formula, parts, { say, model: name }))
}

interface Telling {
  readonly say: Speech
  readonly model: string
}

function explain(formula: Formula, parts: Parts, telling: Telling): string {
  const { say, model } = telling
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'field': {
      const value = say.amount(parts.of(formula.name) ?? '0')
      return `${say.field(formula.name, model)} ${value}`
    }
    case 'sum': {
      const sum = parts.sums.get(sumKey(formula.sum)) ?? ZERO
      const { lines, formula: of } = formula.sum
      const what = of.kind === 'field' ? `${lines}.${of.name}` : lines
      return `${say.field(what, model)} ${say.amount(decimalText(sum))}`
    }
    case 'operation': {
      const left = explain(formula.left, parts, telling)
      const right = explain(formula.right, parts, telling)
      return `${left} ${SIGNS[formula.operator]} ${right}`
    }
  }
}
