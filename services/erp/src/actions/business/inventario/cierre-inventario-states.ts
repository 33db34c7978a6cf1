/** Its states stand in its YAML. */
export const CIERRE_INVENTARIO_STATES = 'CierreInventario'
