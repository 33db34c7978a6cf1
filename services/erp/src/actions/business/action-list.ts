import { actionRegistry } from './action.ts'
import { autorizarCompra } from './compras/autorizar-compra.ts'
import { cambiarIniciada } from './compras/cambiar-iniciada.ts'
import { cancelarCompra } from './compras/cancelar-compra.ts'
import { aplicar } from './contabilidad/aplicar.ts'
import { cerrarPeriodo } from './contabilidad/cerrar-periodo.ts'
import { reabrirPeriodo } from './contabilidad/reabrir-periodo.ts'
import { reversar } from './contabilidad/reversar.ts'
import { altaDeEmpleado } from './recursos-humanos/alta-de-empleado.ts'

/**
 * The business actions that are enabled; CONTRIBUTING.md says how another one is added.
 * @source docs/contract/erp.md, Business actions
 */
export const ACTIONS = actionRegistry([
  autorizarCompra,
  cancelarCompra,
  cambiarIniciada,
  aplicar,
  reversar,
  cerrarPeriodo,
  reabrirPeriodo,
  altaDeEmpleado,
])
