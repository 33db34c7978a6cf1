/** Its states stand in its YAML. */
export const COTIZACION_STATES = 'Cotizacion'
