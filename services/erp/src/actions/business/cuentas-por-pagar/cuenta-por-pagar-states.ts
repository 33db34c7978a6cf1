/** Its states stand in its YAML. */
export const CUENTA_POR_PAGAR_STATES = 'CuentaPorPagar'
