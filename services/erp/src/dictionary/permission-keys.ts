/** The key of a right, also the `clave` of its PermisoSistema: `Compra.leer`, `Compra.autorizar_compra`. */
export function permissionKey(model: string, right: string): string {
  return `${model}.${right}`
}

/** The key of a right on all models of a module: `modulo:compras.leer`. */
export function modulePermissionKey(module: string, right: string): string {
  return `modulo:${module}.${right}`
}
