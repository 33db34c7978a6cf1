/** Its states stand in its YAML. */
export const VENTA_STATES = 'Venta'
