/** Its states stand in its YAML. */
export const LINEA_CREDITO_CLIENTE_STATES = 'LineaCreditoCliente'
