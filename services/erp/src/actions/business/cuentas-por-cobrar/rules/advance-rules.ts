import type { Callback } from '../../../callbacks/callback.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'

/** The invoice that the service issued of an advance is its own actions' alone. @source docs/decisions/0252-erp-cash.md */
export const advanceRule: Callback = {
  before: (_context, write) => {
    const isIssued = (write.previous?.get('tasa_iva') ?? null) !== null
    if (!isIssued || !changedFields(write).includes('cfdi')) return Promise.resolve(write.values)
    const message = `AnticipoVenta ${write.previous?.get('id')} was invoiced by timbrar_anticipo: cfdi cannot change; cancelar_cfdi takes it back.`
    throw wrongState(message, 'cfdi')
  },
}
