/** Its states stand in its YAML. */
export const AJUSTE_INVENTARIO_STATES = 'AjusteInventario'
