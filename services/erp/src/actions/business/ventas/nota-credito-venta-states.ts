/** Its states stand in its YAML. */
export const NOTA_CREDITO_VENTA_STATES = 'NotaCreditoVenta'
