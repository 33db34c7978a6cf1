import type { PlannedEntry } from '../../contabilidad/decisions/plan-entry.ts'
import type { CheckedPayment } from './check-payment.ts'
import type { PlannedPayment } from './plan-payment.ts'

/** A payment of which nothing is wrong, before it is written. */
export interface BookedPayment extends CheckedPayment {
  readonly plan: PlannedPayment
  readonly entry: PlannedEntry
  readonly periodo: string
}
