/** Its states stand in its YAML. */
export const PAGO_PROVEEDOR_STATES = 'PagoProveedor'
