/** Its states stand in its YAML. */
export const RECEPCION_SERVICIO_STATES = 'RecepcionServicio'
