/** Its states stand in its YAML. */
export const POLIZA_STATES = 'Poliza'
