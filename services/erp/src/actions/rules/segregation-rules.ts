import { permissionKey, modulePermissionKey } from '../../dictionary/permission-keys.ts'
import type { Registry } from '../../dictionary/types.ts'
import { ApiError } from '../../errors.ts'
import { scopeOfKey } from '../../identity/holds-right.ts'
import { mexicanDay } from '../../identity/mexican-day.ts'
import { WOULD_HAVE_BOTH } from '../../messages/segregation.ts'
import { findPermissionKey, readProfiles } from '../../store/people/profile-store.ts'
import {
  findHeldRights,
  findSegregationRules,
  type HeldRight,
  type SegregationRule,
} from '../../store/people/segregation-store.ts'
import type { Callback, CallbackContext, DoneWrite } from '../callbacks/callback.ts'
import { separated } from '../segregation.ts'
import { changedFields, valueAfter } from './rule.ts'

/** What a write granted: these rights, to one user or to all who have a profile. */
interface Given {
  readonly keys: readonly string[]
  readonly usuario: string | null
  readonly perfil: string | null
}

/**
 * No user may get both of two rights that a rule separates, whether by an assignment, a grant or an inheritance.
 * @source docs/decisions/0232-erp-segregation-of-duties.md
 */
function segregated(given: (context: CallbackContext, write: DoneWrite) => Promise<Given | null>) {
  return {
    after: async (context, write) => {
      const gift = changedFields(write).length === 0 ? null : await given(context, write)
      if (gift !== null) await refuseBoth(context, gift)
    },
  } satisfies Callback
}

export const segregatedAssignment = segregated(async ({ tx, caller }, write) => {
  const perfil = valueAfter(write, 'perfil')
  if (perfil === null || valueAfter(write, 'activo') === 'false') return null
  const { grants } = await readProfiles(tx, caller.empresa, [perfil])
  const keys = grants.map(({ clave }) => clave)
  return { keys, usuario: valueAfter(write, 'usuario'), perfil: null }
})

export const segregatedGrant = segregated(async ({ tx }, write) => {
  const permiso = valueAfter(write, 'permiso')
  if (permiso === null || valueAfter(write, 'concedido') !== 'true') return null
  const clave = await findPermissionKey(tx, permiso)
  const perfil = valueAfter(write, 'perfil')
  return clave === undefined ? null : { keys: [clave], usuario: null, perfil }
})

export const segregatedProfile = segregated(async ({ tx, caller }, write) => {
  const { grants } = await readProfiles(tx, caller.empresa, [write.id])
  return { keys: grants.map(({ clave }) => clave), usuario: null, perfil: write.id }
})

/** One side of a rule: whoever has one of these keys has it. */
type Side = ReadonlySet<string>

async function refuseBoth(context: CallbackContext, given: Given): Promise<void> {
  const { tx, caller, registry, now } = context
  const rules = (await findSegregationRules(tx, caller.empresa)).map((rule) => ({
    rule,
    sides: [keysOf(registry, rule.permiso_a), keysOf(registry, rule.permiso_b)] as const,
  }))
  const touched = rules.filter(({ sides }) =>
    given.keys.some((key) => sides.some((side) => side.has(key))),
  )
  if (touched.length === 0) return
  const keys = [...new Set(touched.flatMap(({ sides }) => sides.flatMap((side) => [...side])))]
  const { usuario, perfil } = given
  const today = mexicanDay(Date.parse(now))
  const held = await findHeldRights(tx, caller.empresa, { keys, today, usuario, perfil })
  for (const [name, rights] of Map.groupBy(held, ({ nombre }) => nombre)) {
    const both = touched.find(({ sides }) => sides.every((side) => has(rights, side)))
    if (both !== undefined) tell(context, both.rule, name)
  }
}

/** Refusing any of the keys takes the right away. */
function has(rights: readonly HeldRight[], side: Side): boolean {
  const held = rights.filter(({ clave }) => side.has(clave))
  return held.some(({ concedido }) => concedido) && held.every(({ concedido }) => concedido)
}

function tell(context: CallbackContext, rule: SegregationRule, usuario: string): void {
  const rights = [rule.permiso_a, rule.permiso_b] as const
  const of = { rule: rule.clave, name: rule.nombre }
  const entry = separated(WOULD_HAVE_BOTH({ ...of, user: usuario, rights }))
  if (rule.respuesta === 'bloquear') throw new ApiError([entry])
  context.warn(entry)
}

/** The key of the right itself, the key of its module, and for a module's right those of its models. */
function keysOf(registry: Registry, key: string): Side {
  const scope = scopeOfKey(registry, key)
  const models = scope?.models ?? []
  return new Set([
    key,
    ...models.flatMap((model) => [
      permissionKey(model.name, scope?.right ?? ''),
      modulePermissionKey(model.module, scope?.right ?? ''),
    ]),
  ])
}
