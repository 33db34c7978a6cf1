import { ApiError } from '../errors.ts'
import type { Caller, Origin } from '../identity/caller.ts'
import { mexicanDay } from '../identity/mexican-day.ts'
import { demandNetwork } from '../identity/network.ts'
import { keyHash } from '../identity/token.ts'
import { KEY_TOO_BUSY, KEY_UNKNOWN } from '../messages/access.ts'
import { countKeyUse, findKey, noteKeyUse, type KeyRow } from '../store/people/api-key-store.ts'
import { empresaId, writeAs } from '../store/tenant-database.ts'
import type { AuthenticationDependencies } from './authentication-dependencies.ts'
import { readKeyAccess, type EffectiveAccess } from './effective-access.ts'
import { unauthenticated } from './unauthenticated.ts'

const MS_PER_MINUTE = 60_000
// The last use of a key is recorded at most once a minute.
const USE_NOTED_MS = MS_PER_MINUTE

/**
 * The caller that an API key proves; looked up at every request, so that a revocation takes effect at once in every
 * process.
 * @throws ApiError UNAUTHENTICATED, NETWORK_NOT_ALLOWED, RATE_LIMITED with `Retry-After`
 * @source docs/decisions/0225-erp-api-keys.md
 */
export async function callerOfKey(
  tools: AuthenticationDependencies,
  key: string,
  origin: Origin,
): Promise<Caller> {
  const nowMs = tools.now()
  const row = await findKey(tools.database, keyHash(key), new Date(nowMs))
  if (row === undefined) throw unauthenticated(KEY_UNKNOWN())
  const access = await accessOf(tools, row, nowMs)
  demandNetwork(access.letsIn, origin.address)
  await refuseTooMany(tools, row, nowMs)
  await noteUse(tools, row, nowMs)
  return {
    empresa: empresaId(row.empresa_id),
    usuarioId: row.usuario_id,
    rights: access.rights,
    credential: { kind: 'key', id: row.clave_id },
    language: access.language,
    ...origin,
  }
}

async function accessOf(
  { permissions, database }: AuthenticationDependencies,
  row: KeyRow,
  nowMs: number,
): Promise<EffectiveAccess> {
  const today = mexicanDay(nowMs)
  const scopes = scopesOf(row.alcances)
  const cacheKey = `${row.empresa_id}/clave/${row.clave_id}`
  // The company's version grows with every change of a key or a profile.
  const version = `${row.permisos_version} ${today}`
  const known = permissions.get(cacheKey, version, nowMs)
  if (known !== undefined) return known
  const person = {
    empresa: empresaId(row.empresa_id),
    usuarioId: row.usuario_id,
    isAdministrator: row.es_administrador,
    isOperator: false,
  }
  const access = await readKeyAccess(database, { person, perfilId: row.perfil, scopes }, today)
  permissions.set(cacheKey, version, { access, nowMs })
  return access
}

/** No list: everything that profile and user may do. Anything else that is not a list of texts grants nothing. */
function scopesOf(alcances: unknown): readonly string[] | null {
  if (alcances === null) return null
  return Array.isArray(alcances) ? alcances.filter((scope) => typeof scope === 'string') : []
}

async function refuseTooMany(
  { database }: AuthenticationDependencies,
  row: KeyRow,
  nowMs: number,
): Promise<void> {
  const limit = row.limite_por_minuto
  if (limit === null) return
  const minuteMs = Math.floor(nowMs / MS_PER_MINUTE) * MS_PER_MINUTE
  const use = { id: row.clave_id, minute: new Date(minuteMs) }
  if ((await countKeyUse(database, empresaId(row.empresa_id), use)) <= limit) return
  const waitSeconds = Math.max(1, Math.ceil((minuteMs + MS_PER_MINUTE - nowMs) / 1_000))
  const message = KEY_TOO_BUSY({ limit, waitSeconds })
  throw new ApiError([{ code: 'RATE_LIMITED', message }], { 'retry-after': String(waitSeconds) })
}

async function noteUse(
  { database }: AuthenticationDependencies,
  row: KeyRow,
  nowMs: number,
): Promise<void> {
  if (row.ultimo_uso !== null && nowMs - row.ultimo_uso.getTime() < USE_NOTED_MS) return
  const empresa = empresaId(row.empresa_id)
  const use = { id: row.clave_id, now: new Date(nowMs) }
  await writeAs(database, empresa, (tx) => noteKeyUse(tx, empresa, use))
}
