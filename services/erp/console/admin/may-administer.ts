import { rightsOf } from '../session/permissions.ts'

/** Whether anything of the administration is this person's. */
export function mayAdminister(): boolean {
  return ['Usuario', 'Perfil', 'SesionUsuario', 'ClaveApi'].some(
    (model) => rightsOf(model)?.update === true || rightsOf(model)?.delete === true,
  )
}
