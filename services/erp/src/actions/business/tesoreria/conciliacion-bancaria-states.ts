/** Its states stand in its YAML. */
export const CONCILIACION_BANCARIA_STATES = 'ConciliacionBancaria'
