/** Its states stand in its YAML. */
export const MOVIMIENTO_INVENTARIO_STATES = 'MovimientoInventario'
