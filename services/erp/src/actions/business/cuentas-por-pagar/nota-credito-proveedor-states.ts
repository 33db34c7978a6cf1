/** Its states stand in its YAML. */
export const NOTA_CREDITO_PROVEEDOR_STATES = 'NotaCreditoProveedor'
