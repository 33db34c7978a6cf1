import { actionRegistry } from './action.ts'
import { autorizarCompra } from './compras/autorizar-compra.ts'
import { cambiarIniciada } from './compras/cambiar-iniciada.ts'
import { cancelarCompra } from './compras/cancelar-compra.ts'

/**
 * The business actions that are enabled. A new one is a file, a line here, and its name in the model's `actions`.
 * @source docs/contract/erp.md, Business actions
 */
export const ACTIONS = actionRegistry([autorizarCompra, cancelarCompra, cambiarIniciada])
