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
      const name = `AnticipoProveedor ${write.previous?.get('id')}`
      const message = `${name} was made by PagoProveedor ${payment}: ${changed} cannot change; cancelar_pago takes it back.`
      throw wrongState(message, changed)
    }
    return Promise.resolve(write.values)
  },
  beforeDelete: async ({ tx, caller }, { previous }) => {
    const id = previous.get('id') ?? ''
    const isMade = (previous.get('pago') ?? null) !== null
    if (!isMade && !(await wasApplied(tx, caller.empresa, id))) return
    throw wrongState(`AnticipoProveedor ${id} was paid or applied, and cannot be deleted.`)
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
    const message = `MovimientoBancario ${write.previous?.get('id')} was made by a document: ${changed} cannot change unless the document is taken back.`
    throw wrongState(message, changed)
  },
  beforeDelete: (_context, { previous }) => {
    if ((previous.get('modelo') ?? null) === null) return Promise.resolve()
    const message = `MovimientoBancario ${previous.get('id')} was made by a document, and cannot be deleted.`
    throw wrongState(message)
  },
}

/** What the generic API may not do to what payments made. @source docs/decisions/0249-erp-payments.md */
export const PAYMENT_RULES: ReadonlyMap<string, Callback> = new Map([
  ['AnticipoProveedor', advanceRule],
  ['MovimientoBancario', bankMovementRule],
])
