/** Its states stand in its YAML. */
export const RECEPCION_COMPRA_STATES = 'RecepcionCompra'
