/** Its states stand in its YAML. */
export const REMISION_VENTA_STATES = 'RemisionVenta'
