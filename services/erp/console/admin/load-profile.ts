import { allModules } from '../metadata/all-modules.ts'
import { api, apiResponse } from '../session/api.ts'
import { allRecords } from './all-records.ts'
import type { OwnRight, ProfileLink } from './profile-rights.ts'

/** A profile as the list of them shows it. */
export interface Profile {
  readonly id: number
  readonly clave: string
  readonly nombre: string
  readonly descripcion: string | null
  /** The ready profile that it came from; null: the company made it. */
  readonly oficio: string | null
  readonly padre: number | null
  readonly padre_str: string | null
  readonly activo: boolean | null
}

/** A right that can be given. */
export interface Right {
  readonly id: number
  readonly key: string
  /** Of an action, as people say it. */
  readonly label: string
}

export interface MatrixModel {
  readonly name: string
  readonly label: string
  /** Beside reading, creating, changing and deleting. */
  readonly actions: readonly Right[]
}

export interface MatrixModule {
  readonly name: string
  readonly label: string
  readonly models: readonly MatrixModel[]
}

export interface ProfileMatrix {
  readonly profile: Profile
  readonly profiles: readonly Profile[]
  /** The profile first, then those it inherits from. */
  readonly chain: readonly ProfileLink[]
  /** All rights by key. */
  readonly rights: ReadonlyMap<string, Right>
  readonly modules: readonly MatrixModule[]
}

/** The rights of records, which have a column each. */
export const RECORD_RIGHTS = ['leer', 'crear', 'modificar', 'eliminar'] as const

export function allProfiles(signal: AbortSignal): Promise<readonly Profile[]> {
  return allRecords<Profile>('/Perfil', new URLSearchParams({ sort: 'clave' }), signal)
}

/** All that the matrix of a profile shows; undefined: there is no such profile. */
export async function loadProfile(
  id: number,
  signal: AbortSignal,
): Promise<ProfileMatrix | undefined> {
  const [profiles, list, modules] = await Promise.all([
    allProfiles(signal),
    allRights(signal),
    allModules(),
  ])
  const profile = profiles.find((one) => one.id === id)
  if (profile === undefined) return undefined
  const rights = new Map(list.map((right) => [right.key, right]))
  const byId = new Map(list.map((right) => [right.id, right.key]))
  const chain = await Promise.all(
    ancestry(profile, profiles).map(async (one) => ({
      id: one.id,
      name: one.nombre,
      own: await ownRights(one.id, byId, signal),
    })),
  )
  const actions = actionsByModel(list)
  return {
    profile,
    profiles,
    chain,
    rights,
    modules: modules.map(({ name, label, models }) => ({
      name,
      label,
      models: models.map((model) => ({ ...model, actions: actions.get(model.name) ?? [] })),
    })),
  }
}

interface Row {
  readonly id: number
  readonly permiso: number
  readonly concedido: boolean | null
  readonly limite_importe: number | null
}

/** What a profile says itself, by key of the right. */
export async function ownRights(
  profile: number,
  keys: ReadonlyMap<number, string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OwnRight>> {
  const query = new URLSearchParams({
    perfil: String(profile),
    fields: 'permiso,concedido,limite_importe',
    lean: 'true',
  })
  const rows = await allRecords<Row>('/PerfilPermiso', query, signal)
  return new Map(
    rows.flatMap(({ id, permiso, concedido, limite_importe: limit }) => {
      const key = keys.get(permiso)
      const word = concedido === false ? 'refused' : 'granted'
      const own: OwnRight = { id, word, limit: limit === null ? null : String(limit) }
      return key === undefined ? [] : [[key, own] as const]
    }),
  )
}

/** The ids of all rights to their keys, for `ownRights`. */
export function keysById(rights: ReadonlyMap<string, Right>): ReadonlyMap<number, string> {
  return new Map([...rights.values()].map(({ id, key }) => [id, key]))
}

/** A profile and those it inherits from; one that would come again ends it. */
function ancestry(profile: Profile, profiles: readonly Profile[]): readonly Profile[] {
  const found: Profile[] = []
  for (
    let one: Profile | undefined = profile;
    one !== undefined && !found.includes(one);
    one = parentOf(one, profiles)
  ) {
    found.push(one)
  }
  return found
}

function parentOf({ padre }: Profile, profiles: readonly Profile[]): Profile | undefined {
  return padre === null ? undefined : profiles.find(({ id }) => id === padre)
}

/** Thousands of rights in one file, rather than in dozens of pages. */
async function allRights(signal: AbortSignal): Promise<readonly Right[]> {
  const path = '/PermisoSistema?format=csv&fields=clave,descripcion'
  const text = await (await apiResponse(path, { signal })).text()
  return text
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const [, id, key, description] = /^(\d+),([^,]+),(.*)$/.exec(line) ?? []
      if (id === undefined || key === undefined) return []
      return [{ id: Number(id), key, label: actionLabel(description ?? '', key) }]
    })
}

/** `Autorizar compra: Compra` is the action and its model. */
function actionLabel(description: string, key: string): string {
  const [label = ''] = description.replaceAll('"', '').split(': ')
  return label === '' ? key : label
}

function actionsByModel(rights: readonly Right[]): ReadonlyMap<string, readonly Right[]> {
  const found = new Map<string, Right[]>()
  const ofRecords: ReadonlySet<string> = new Set(RECORD_RIGHTS)
  for (const right of rights) {
    const [model = '', action = ''] = right.key.split('.')
    if (model.startsWith('modulo:') || ofRecords.has(action)) continue
    found.set(model, [...(found.get(model) ?? []), right])
  }
  return found
}

/** Whether somebody may change what profiles grant is told by the service at each write. */
export async function saveRight(
  { profile, right }: { readonly profile: number; readonly right: Right },
  { before, word }: { readonly before: OwnRight | undefined; readonly word: string | undefined },
): Promise<void> {
  if (word === undefined) {
    if (before !== undefined) await api(`/PerfilPermiso/${before.id}`, { method: 'DELETE' })
    return
  }
  const concedido = word === 'granted'
  if (before === undefined) {
    const body = { perfil: profile, permiso: right.id, concedido }
    await api('/PerfilPermiso', { method: 'POST', body })
  } else {
    await api(`/PerfilPermiso/${before.id}`, { method: 'PUT', body: { concedido } })
  }
}
