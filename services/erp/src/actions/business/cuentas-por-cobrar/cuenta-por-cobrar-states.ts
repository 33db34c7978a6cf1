/** Its states stand in its YAML. */
export const CUENTA_POR_COBRAR_STATES = 'CuentaPorCobrar'
