/** Its states stand in its YAML. */
export const DEVOLUCION_VENTA_STATES = 'DevolucionVenta'
