import type { Database } from '@oficina/kit/database.ts'

import { networkGuard, type NetworkGuard } from '../identity/network.ts'
import type { Rights } from '../identity/rights.ts'
import { findNetworks, findUserPolicy } from '../store/policy-store.ts'
import type { EmpresaId } from '../store/tenant-database.ts'
import { findPermissions, type ProfileChoice } from '../store/user-store.ts'

/** What holds for a user or an API key beside the session or key itself; read once and kept by the version of the rights. */
export interface Standing {
  readonly rights: Rights
  readonly letsIn: NetworkGuard
  /** A session that was idle for longer is over; null: none is. */
  readonly idleMs: number | null
  /** The user's or his policy's second factor: a session without it may only enrol one. */
  readonly needsFactor: boolean
}

const MS_PER_MINUTE = 60_000

/** The user of whom the standing is read, with what his session says of him. */
export interface Person {
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly isAdministrator: boolean
  readonly isOperator: boolean
}

export async function readStanding(
  database: Database,
  person: Person,
  today: string,
): Promise<Standing> {
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
  }
}

async function rightsOf(database: Database, person: Person, today: string): Promise<Rights> {
  const { isAdministrator, isOperator, empresa, usuarioId } = person
  const flags = { isAdministrator, isOperator }
  if (isAdministrator) return { ...flags, granted: new Set(), refused: new Set() }
  return { ...flags, ...(await grantsOf(database, empresa, { kind: 'user', usuarioId }, today)) }
}

/** The standing of an API key: its profile's rights, within its user's and its scopes. It is never an administrator. */
export async function readKeyStanding(
  database: Database,
  of: {
    readonly person: Person
    readonly perfilId: string
    readonly scopes: readonly string[] | null
  },
  today: string,
): Promise<Standing> {
  const { person, perfilId, scopes } = of
  const [user, own] = await Promise.all([
    readStanding(database, person, today),
    grantsOf(database, person.empresa, { kind: 'profile', perfilId }, today),
  ])
  const flags = { isAdministrator: false, isOperator: false }
  const scope: readonly Rights[] =
    scopes === null ? [] : [{ ...flags, granted: new Set(scopes), refused: new Set() }]
  return {
    ...user,
    idleMs: null,
    needsFactor: false,
    rights: { ...flags, ...own, within: [user.rights, ...scope] },
  }
}

async function grantsOf(
  database: Database,
  empresa: EmpresaId,
  choice: ProfileChoice,
  today: string,
): Promise<Pick<Rights, 'granted' | 'refused'>> {
  const rows = await findPermissions(database, empresa, { choice, today })
  const keys = (isGranted: boolean) =>
    new Set(rows.filter(({ concedido }) => concedido === isGranted).map(({ clave }) => clave))
  return { granted: keys(true), refused: keys(false) }
}
