import { condition, type Condition } from '../../../dictionary/condition.ts'

/** When a record can be told to the SAT: it has no CFDI yet, or one that the PAC refused or the SAT cancelled. */
export function offeredUntold(field: string): Condition {
  return condition(`${field} absent or ${field}.estado is rechazado, cancelado`)
}

/** When the CFDI of a record can be cancelled. */
export function offeredInForce(field: string): Condition {
  return condition(`${field}.estado is vigente`)
}
