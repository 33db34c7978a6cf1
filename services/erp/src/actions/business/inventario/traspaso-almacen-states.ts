/** Its states stand in its YAML. */
export const TRASPASO_ALMACEN_STATES = 'TraspasoAlmacen'
