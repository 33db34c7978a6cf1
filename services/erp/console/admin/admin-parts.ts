import { rightsOf } from '../session/permissions.ts'
import { words } from '../words/admin.ts'
import { isAdministrator } from './administrator.ts'
import { mayAdminister } from './may-administer.ts'

/** A part of the administration: its address below `/admin`, and whether the person has it. */
export interface AdminPart {
  readonly path: string
  readonly name: PartName
  readonly isShown: () => boolean
}

type PartName = 'users' | 'profiles' | 'sessions' | 'keys' | 'outbox' | 'imports' | 'dictionary'

// The service's own models of security, which are no company's data: their rights are what administers.
const mayRead = (model: string) => (): boolean => rightsOf(model)?.read === true

const ADMIN_PARTS: readonly AdminPart[] = [
  { path: '/admin/users', name: 'users', isShown: mayRead('Usuario') },
  { path: '/admin/profiles', name: 'profiles', isShown: mayRead('Perfil') },
  { path: '/admin/sessions', name: 'sessions', isShown: mayRead('SesionUsuario') },
  { path: '/admin/keys', name: 'keys', isShown: mayRead('ClaveApi') },
  { path: '/admin/outbox', name: 'outbox', isShown: () => isAdministrator.value },
  { path: '/admin/imports', name: 'imports', isShown: mayAdminister },
  { path: '/admin/dictionary', name: 'dictionary', isShown: mayAdminister },
]

export function shownParts(): readonly AdminPart[] {
  return mayAdminister() ? ADMIN_PARTS.filter(({ isShown }) => isShown()) : []
}

export function partLabel({ name }: AdminPart): string {
  return words(name)
}
