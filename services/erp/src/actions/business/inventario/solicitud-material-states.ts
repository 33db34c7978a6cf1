/** Its states stand in its YAML. */
export const SOLICITUD_MATERIAL_STATES = 'SolicitudMaterial'
