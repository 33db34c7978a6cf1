import {
  DEFAULT_STAYS_ACTIVE,
  SAT_FORM_BANKED,
  SAT_FORM_OVER,
} from '../../messages/record-rules.ts'
import { clearOtherDefaults, findSatForm, type SatForm } from '../../store/payment-form-store.ts'
import { rejected, textAfter } from './asociado.ts'
import type { Callback, CallbackContext, PendingWrite } from './callback.ts'

async function satForm(
  { tx, now }: CallbackContext,
  write: PendingWrite,
): Promise<SatForm | undefined> {
  const id = textAfter(write, 'forma_pago_sat')
  return id === null ? undefined : await findSatForm(tx, id, now)
}

/** Whether a boolean field is true after the write. */
function isTrueAfter({ values, previous }: PendingWrite, field: string): boolean {
  if (values.has(field)) return values.get(field) === true
  return previous?.get(field) === 'true'
}

/**
 * The SAT's form must be in force.
 * @source docs/decisions/0203-erp-callbacks.md
 */
export const validarFormaSat: Callback = {
  before: async (context, write) => {
    const form = await satForm(context, write)
    if (form !== undefined && !form.in_force) {
      const field = 'forma_pago_sat'
      const about = { field, model: write.model.name, form: form.clave }
      throw rejected(field, SAT_FORM_OVER(about))
    }
    return write.values
  },
}

/** A banked form needs a bank account of the company. */
export const exigirCuentaBancaria: Callback = {
  before: async (context, write) => {
    const form = await satForm(context, write)
    if (form?.bancarizado === true && textAfter(write, 'cuenta_bancaria') === null) {
      const field = 'cuenta_bancaria'
      const about = { field, model: write.model.name, form: form.clave }
      throw rejected(field, SAT_FORM_BANKED(about))
    }
    return write.values
  },
}

/** Only one form is the default: setting it on one clears it on the others in the same transaction. */
export const predeterminadaUnica: Callback = {
  after: async ({ tx, caller, now }, write) => {
    if (write.values.get('es_predeterminada') !== true) return
    await clearOtherDefaults(tx, caller.empresa, { id: write.id, now })
  },
}

/** A form cannot be deactivated while it is the default. */
export const protegerPredeterminada: Callback = {
  before: (_context, write) => {
    if (isTrueAfter(write, 'es_predeterminada') && write.values.get('activo') === false) {
      const field = 'activo'
      throw rejected(field, DEFAULT_STAYS_ACTIVE({ field, model: write.model.name }))
    }
    return Promise.resolve(write.values)
  },
}
