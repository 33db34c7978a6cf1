/** Its states stand in its YAML. */
export const PROGRAMACION_PAGO_STATES = 'ProgramacionPago'
