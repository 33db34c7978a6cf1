import { MOVEMENT_NOT_DELETED, MOVEMENT_STAYS } from '../../../../messages/payments-made.ts'
import { ADVANCE_NOT_DELETED, ADVANCE_STAYS } from '../../../../messages/supplier-advances.ts'
import type { Callback } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'
import { wasApplied } from '../store/advance-application-store.ts'

const OF_ADVANCES: ReadonlySet<string> = new Set(['cfdi', 'compra'])

/** An advance that a payment made is what was paid: cancelar_pago takes it back. */
const advanceRule: Callback = {
  before: (_context, write) => {
    const payment = write.previous?.get('pago') ?? null
    const changed = changedFields(write).find((name) => !OF_ADVANCES.has(name))
    if (payment !== null && changed !== undefined) {
      const id = String(write.previous?.get('id'))
      const message = ADVANCE_STAYS({ id, payment, field: changed })
      throw wrongState(message, changed)
    }
    return Promise.resolve(write.values)
  },
  beforeDelete: async ({ tx, caller }, { previous }) => {
    const id = previous.get('id') ?? ''
    const isMade = (previous.get('pago') ?? null) !== null
    if (!isMade && !(await wasApplied(tx, caller.empresa, id))) return
    throw wrongState(ADVANCE_NOT_DELETED({ id }))
  },
}

const OF_MOVEMENTS: ReadonlySet<string> = new Set([
  'conciliado',
  'concepto',
  'referencia',
  'clave_rastreo',
  'fecha_valor',
  'saldo_posterior',
])
const RECONCILING: ReadonlySet<string> = new Set(['aplicado', 'conciliado'])

/** What a document moved in the bank is reconciled by hand; the rest is its document's. */
const bankMovementRule: Callback = {
  before: (_context, write) => {
    const cause = write.previous?.get('modelo') ?? null
    if (cause === null) return Promise.resolve(write.values)
    const before = write.previous?.get('estado') ?? ''
    const isReconciled =
      RECONCILING.has(before) && RECONCILING.has(valueAfter(write, 'estado') ?? '')
    const changed = changedFields(write).find(
      (name) => !OF_MOVEMENTS.has(name) && !(name === 'estado' && isReconciled),
    )
    if (changed === undefined) return Promise.resolve(write.values)
    const message = MOVEMENT_STAYS({ id: String(write.previous?.get('id')), field: changed })
    throw wrongState(message, changed)
  },
  beforeDelete: (_context, { previous }) => {
    if ((previous.get('modelo') ?? null) === null) return Promise.resolve()
    throw wrongState(MOVEMENT_NOT_DELETED({ id: String(previous.get('id')) }))
  },
}

/** What the generic API may not do to what payments made. @source docs/decisions/0249-erp-payments.md */
export const PAYMENT_RULES: ReadonlyMap<string, Callback> = new Map([
  ['AnticipoProveedor', advanceRule],
  ['MovimientoBancario', bankMovementRule],
])
