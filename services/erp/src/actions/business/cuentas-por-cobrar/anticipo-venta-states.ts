/** Its states stand in its YAML. */
export const ANTICIPO_VENTA_STATES = 'AnticipoVenta'
