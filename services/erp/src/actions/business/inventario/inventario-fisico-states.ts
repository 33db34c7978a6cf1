/** Its states stand in its YAML. */
export const INVENTARIO_FISICO_STATES = 'InventarioFisico'
