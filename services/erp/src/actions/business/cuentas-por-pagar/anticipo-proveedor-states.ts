/** Its states stand in its YAML. */
export const ANTICIPO_PROVEEDOR_STATES = 'AnticipoProveedor'
