import { MATCHED_MOVEMENT_KEEPS } from '../../../../messages/bank-reconciliation.ts'
import type { Callback } from '../../../callbacks/callback.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'
import { isMatched } from '../store/reconciliation-store.ts'

// What says nothing of the amount, the account or the day.
const FREE: ReadonlySet<string> = new Set([
  'concepto',
  'referencia',
  'clave_rastreo',
  'beneficiario',
  'cliente',
  'proveedor',
  'fecha_valor',
  'saldo_posterior',
])

/** A movement that is matched with a bank's line stays what it is. */
const matchedMovementRule: Callback = {
  before: async ({ tx, caller }, write) => {
    const id = write.previous?.get('id') ?? null
    const changed = changedFields(write).find((name) => !FREE.has(name))
    if (id === null || changed === undefined) return write.values
    if (!(await isMatched(tx, caller.empresa, id))) return write.values
    throw wrongState(MATCHED_MOVEMENT_KEEPS({ id, field: changed }), changed)
  },
}

/** @source docs/decisions/0256-erp-bank-reconciliation.md */
export const RECONCILIATION_RULES: ReadonlyMap<string, Callback> = new Map([
  ['MovimientoBancario', matchedMovementRule],
])
