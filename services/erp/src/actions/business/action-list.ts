import { actionRegistry } from './action.ts'
import { autorizarCompra } from './purchase/autorizar-compra.ts'
import { cambiarIniciada } from './purchase/cambiar-iniciada.ts'
import { cancelarCompra } from './purchase/cancelar-compra.ts'

/**
 * The business actions that are enabled. Another one is a file and a line here, and its name in the model's `actions`.
 * @source docs/contract/erp.md, Business actions
 */
export const ACTIONS = actionRegistry([autorizarCompra, cancelarCompra, cambiarIniciada])
