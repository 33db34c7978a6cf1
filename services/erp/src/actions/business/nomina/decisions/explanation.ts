import type { Decimal } from '../../../../fiscal/decimal.ts'
import type { PAYROLL_STEPS } from '../../../../messages/payroll-steps.ts'
import { shown } from './amounts.ts'

/** What a step is called; the words stand in the table of messages. */
export type StepName = keyof typeof PAYROLL_STEPS

/**
 * One step on the way to an amount, kept with the line that it explains. The last step of a line is the line's amount,
 * those before it are the values that it was made of.
 */
export interface Step {
  readonly name: StepName
  /** The formula with its values: `315.04 × 15`; the value itself where nothing was computed. */
  readonly expression: string
  /** `4725.60` */
  readonly value: string
  /** What it rests on: `LFT 82`; null where it is a fact, or follows from the steps before. */
  readonly law: string | null
}

export function step(
  name: StepName,
  expression: string,
  value: Decimal,
  law: string | null = null,
): Step {
  return { name, expression, value: shown(value), law }
}

/** A value that was given. */
export function fact(name: StepName, value: Decimal, law: string | null = null): Step {
  return step(name, shown(value), value, law)
}

/** An amount with the way to it. */
export interface Explained {
  readonly amount: Decimal
  readonly steps: readonly Step[]
}
