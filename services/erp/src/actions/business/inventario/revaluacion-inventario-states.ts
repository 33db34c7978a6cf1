/** Its states stand in its YAML. */
export const REVALUACION_INVENTARIO_STATES = 'RevaluacionInventario'
