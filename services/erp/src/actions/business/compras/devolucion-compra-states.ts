/** Its states stand in its YAML. */
export const DEVOLUCION_COMPRA_STATES = 'DevolucionCompra'
