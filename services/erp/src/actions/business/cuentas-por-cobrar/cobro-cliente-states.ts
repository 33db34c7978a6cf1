/** Its states stand in its YAML. */
export const COBRO_CLIENTE_STATES = 'CobroCliente'
