/** Its states stand in its YAML. */
export const MERMA_INVENTARIO_STATES = 'MermaInventario'
