import { PAYMENT_RULES } from '../business/cuentas-por-pagar/rules/payment-rules.ts'
import { STOCK_RULES } from '../business/inventario/rules/stock-rules.ts'
import { RECONCILIATION_RULES } from '../business/tesoreria/rules/reconciliation-rules.ts'
import { ACCESS_RULES } from '../rules/access-rules.ts'
import { CLABE_RULES } from '../rules/clabe-rule.ts'
import { FISCAL_RULES } from '../rules/fiscal-rules.ts'
import { hasConditions, requiredRule } from '../rules/required-rule.ts'
import { RIGHTS_RULES, RULES, SEGREGATION_RULES } from '../rules/rule-list.ts'
import {
  actualizarUsuario,
  componerNombre,
  crearEmpleado,
  normalizarIdentidad,
} from './asociado.ts'
import { callbackRunner } from './callback.ts'
import {
  exigirCuentaBancaria,
  predeterminadaUnica,
  protegerPredeterminada,
  validarFormaSat,
} from './forma-pago.ts'

/**
 * The callbacks of level 4 models by their names in the dictionary, and the rules of models that have actions or decide
 * about access.
 */
export const CALLBACKS = callbackRunner(
  new Map([
    ['normalizar_identidad', normalizarIdentidad],
    ['componer_nombre', componerNombre],
    ['crear_empleado', crearEmpleado],
    ['actualizar_usuario', actualizarUsuario],
    ['validar_forma_sat', validarFormaSat],
    ['exigir_cuenta_bancaria', exigirCuentaBancaria],
    ['predeterminada_unica', predeterminadaUnica],
    ['proteger_predeterminada', protegerPredeterminada],
  ]),
  [
    RIGHTS_RULES,
    SEGREGATION_RULES,
    RULES,
    FISCAL_RULES,
    CLABE_RULES,
    STOCK_RULES,
    PAYMENT_RULES,
    RECONCILIATION_RULES,
    ACCESS_RULES,
  ],
  (model) => (hasConditions(model) ? [requiredRule] : []),
)
