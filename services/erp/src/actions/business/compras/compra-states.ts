/** Its states stand in its YAML. */
export const COMPRA_STATES = 'Compra'
