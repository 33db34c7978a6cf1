import { minus, ZERO, type Decimal } from '../../../../fiscal/decimal.ts'
import type { Step } from './explanation.ts'

/** What the law makes; `given`: a concept of the company's own. */
export type LineConcept =
  | 'salary'
  | 'vacations'
  | 'doubleHours'
  | 'tripleHours'
  | 'restDays'
  | 'holidays'
  | 'sundayPremium'
  | 'vacationPremium'
  | 'incapacity'
  | 'given'
  | 'christmasBonus'
  | 'seniorityPremium'
  | 'compensation'
  | 'companySavings'
  | 'taxRefund'
  | 'annualSetOff'
  | 'roundingPaid'
  | 'incomeTax'
  | 'yearlyTax'
  | 'separationTax'
  | 'socialSecurity'
  | 'alimony'
  | 'housing'
  | 'fonacot'
  | 'union'
  | 'ownSavings'
  | 'savingsDeposit'
  | 'loan'
  | 'rent'
  | 'otherDeduction'
  | 'roundingKept'

/** A line of a receipt; money with two decimals. Taxed and exempt are the amount, of perceptions. */
export interface ReceiptLine {
  readonly concept: LineConcept
  /** Which one, where there may be several: key of the concept, number of the credit, folio of the loan. */
  readonly key: string | null
  readonly type: 'perception' | 'otherPayment' | 'deduction'
  /** Key of `TipoPercepcion`, `TipoOtroPago` or `TipoDeduccion`. */
  readonly satKey: string
  /** Days or hours, where the line is of some. */
  readonly quantity: Decimal | null
  readonly amount: Decimal
  readonly taxed: Decimal
  readonly exempt: Decimal
  /** What of it is a variable part of the SBC. LSS 27 and 30. */
  readonly integrates: Decimal
  readonly inKind: boolean
  /** How it came about; the last step is the amount. */
  readonly steps: readonly Step[]
}

interface Perception {
  readonly concept: LineConcept
  readonly satKey: string
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly exempt: Decimal
  readonly integrates: Decimal
  readonly steps: readonly Step[]
}

export function perception(made: Perception): ReceiptLine {
  const taxed = minus(made.amount, made.exempt)
  return { ...made, key: null, type: 'perception', taxed, inKind: false }
}

interface Deduction {
  readonly concept: LineConcept
  readonly key: string | null
  readonly satKey: string
  readonly amount: Decimal
  readonly steps: readonly Step[]
}

export function deduction(made: Deduction): ReceiptLine {
  return { ...made, ...UNTAXED, type: 'deduction' }
}

export function otherPayment(made: Deduction): ReceiptLine {
  return { ...made, ...UNTAXED, type: 'otherPayment' }
}

const UNTAXED = { quantity: null, taxed: ZERO, exempt: ZERO, integrates: ZERO, inKind: false }
