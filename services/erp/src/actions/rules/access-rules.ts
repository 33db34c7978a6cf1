import type { Callback } from '../callbacks/callback.ts'
import { apiKeyRule } from './api-key-rule.ts'
import { networkRule } from './network-rule.ts'
import { policyRule } from './policy-rule.ts'
import { everyCompanyRule, wholeCompanyRule } from './rights-rules.ts'
import { userAccessRule } from './user-access-rule.ts'

/** What must take effect at once, in every process, when records that decide about access are written. By model. */
export const ACCESS_RULES: ReadonlyMap<string, Callback> = new Map([
  ['Usuario', userAccessRule],
  ['UsuarioPerfil', wholeCompanyRule],
  ['UsuarioSucursal', wholeCompanyRule],
  ['SuplenciaUsuario', wholeCompanyRule],
  ['Perfil', wholeCompanyRule],
  ['PerfilPermiso', wholeCompanyRule],
  ['PerfilCampo', wholeCompanyRule],
  ['ReglaRegistro', wholeCompanyRule],
  ['ReglaSegregacion', wholeCompanyRule],
  ['PermisoSistema', everyCompanyRule],
  ['RedPermitida', networkRule],
  ['PoliticaAcceso', policyRule],
  ['ClaveApi', apiKeyRule],
])
