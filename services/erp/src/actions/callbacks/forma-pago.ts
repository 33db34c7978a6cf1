import { sql } from '@oficina/kit/sql.ts'

import { rejected, textAfter } from './asociado.ts'
import type { Callback, CallbackContext, PendingWrite } from './callback.ts'

interface SatForm {
  readonly clave: string
  readonly bancarizado: boolean
  readonly in_force: boolean
}

async function satForm(
  { tx, now }: CallbackContext,
  write: PendingWrite,
): Promise<SatForm | undefined> {
  const id = textAfter(write, 'forma_pago_sat')
  if (id === null) return undefined
  const rows = await tx.query<SatForm>(sql`
    select clave, bancarizado,
      coalesce(inicio_vigencia <= ${now}::date, true) and coalesce(fin_vigencia >= ${now}::date, true) as in_force
    from forma_pago_sat where id = ${id}::int8`)
  return rows[0]
}

/** Whether a boolean field holds true once the write is done. */
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
      throw rejected('forma_pago_sat', `the SAT's form ${form.clave} is not in force.`)
    }
    return write.values
  },
}

/** A banked form needs a bank account of the company. */
export const exigirCuentaBancaria: Callback = {
  before: async (context, write) => {
    const form = await satForm(context, write)
    if (form?.bancarizado === true && textAfter(write, 'cuenta_bancaria') === null) {
      throw rejected(
        'cuenta_bancaria',
        `the SAT's form ${form.clave} is banked and needs a bank account.`,
      )
    }
    return write.values
  },
}

/** Only one form is the default: setting it on one clears it on the other in the same transaction. */
export const predeterminadaUnica: Callback = {
  after: async ({ tx, caller, now }, write) => {
    if (write.values.get('es_predeterminada') !== true) return
    await tx.execute(sql`
      update forma_pago set es_predeterminada = false, modificado_en = ${now}, version = version + 1
      where empresa_id = ${caller.empresa} and id <> ${write.id}::int8 and es_predeterminada`)
  },
}

/** A form cannot be deactivated while it is the default. */
export const protegerPredeterminada: Callback = {
  before: (_context, write) => {
    if (isTrueAfter(write, 'es_predeterminada') && write.values.get('activo') === false) {
      throw rejected(
        'activo',
        'the default form cannot be deactivated; make another the default first.',
      )
    }
    return Promise.resolve(write.values)
  },
}
