import type { Database } from '@oficina/kit/database.ts'
import { languageOf } from '@oficina/words/language.ts'
import type { Language } from '@oficina/words/language.ts'

import { assembleRights, type GrantRows } from '../identity/assemble-rights.ts'
import { networkGuard, type NetworkGuard } from '../identity/network.ts'
import { administratorRights, type Rights } from '../identity/rights.ts'
import { findNetworks, findUserPolicy } from '../store/people/access-policy-store.ts'
import { findGrants } from '../store/people/rights-store.ts'
import type { EmpresaId } from '../store/tenant-database.ts'

/**
 * What a user or an API key may do, apart from the session or key itself; read once and cached by the version of the
 * rights.
 */
export interface EffectiveAccess {
  readonly rights: Rights
  readonly letsIn: NetworkGuard
  /** A session that was idle for longer has ended; null: there is no limit. */
  readonly idleMs: number | null
  /** Required by the user or his policy: a session without a second factor may only enrol one. */
  readonly needsFactor: boolean
  /** What the user prefers to read. */
  readonly language: Language | null
}

const MS_PER_MINUTE = 60_000

/** The user whose access is read, with what his session says of him. */
export interface Person {
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly isAdministrator: boolean
  readonly isOperator: boolean
}

export async function readUserAccess(
  database: Database,
  person: Person,
  today: string,
): Promise<EffectiveAccess> {
  const [rights, networks, policy] = await Promise.all([
    rightsOf(database, person, today),
    findNetworks(database, person, today),
    findUserPolicy(database, person),
  ])
  const idle = policy?.minutos_inactividad ?? null
  return {
    rights,
    letsIn: networkGuard(networks),
    idleMs: idle === null || idle <= 0 ? null : idle * MS_PER_MINUTE,
    needsFactor: policy?.doble_factor === true || policy?.exige_doble_factor === true,
    language: languageOf(policy?.idioma ?? '') ?? null,
  }
}

async function rightsOf(database: Database, person: Person, today: string): Promise<Rights> {
  const { isOperator, empresa, usuarioId } = person
  const of = { isOperator, placeholders: { usuario: usuarioId, hoy: today } }
  if (person.isAdministrator) return administratorRights(of)
  const choice = { kind: 'user', usuarioId } as const
  return assembleRights(await findGrants(database, empresa, { choice, today }), of)
}

/**
 * The access of an API key: its profile's rights, limited by its user's and by its scopes. It is never an
 * administrator.
 */
export async function readKeyAccess(
  database: Database,
  of: {
    readonly person: Person
    readonly perfilId: string
    readonly scopes: readonly string[] | null
  },
  today: string,
): Promise<EffectiveAccess> {
  const { person, perfilId, scopes } = of
  const choice = { kind: 'profile', perfilId } as const
  const [user, own] = await Promise.all([
    readUserAccess(database, person, today),
    findGrants(database, person.empresa, { choice, today }),
  ])
  const flags = { isOperator: false, placeholders: { usuario: person.usuarioId, hoy: today } }
  const scope = scopes === null ? [] : [assembleRights(grantsOfScopes(scopes), flags)]
  return {
    ...user,
    idleMs: null,
    needsFactor: false,
    rights: { ...assembleRights(own, flags), within: [user.rights, ...scope] },
  }
}

function grantsOfScopes(scopes: readonly string[]): GrantRows {
  const permisos = scopes.map((key) => ['alcances', key, true] as const)
  return { permisos, campos: [], reglas: [] }
}
