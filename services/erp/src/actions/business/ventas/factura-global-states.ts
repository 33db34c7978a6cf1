/** Its states stand in its YAML. */
export const FACTURA_GLOBAL_STATES = 'FacturaGlobal'
