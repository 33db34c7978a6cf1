import type { Tx } from '@oficina/kit/database.ts'

import { modulePermissionKey, permissionKey } from '../dictionary/permission-keys.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { Message } from '../messages/message.ts'
import { DID_THE_OTHER } from '../messages/segregation.ts'
import {
  findDeeds,
  findSegregationRules,
  type SegregationRule,
} from '../store/people/segregation-store.ts'
import { hasDefault, refusedByDefault } from './default-segregation.ts'

/** What the rules on segregation of duties say about one person's action on records. */
export interface SegregationVerdict {
  readonly refused: ReadonlyMap<string, ErrorEntry>
  readonly warnings: ReadonlyMap<string, ErrorEntry>
}

// How the audit log names what the generic API's rights allow; an action has its own name.
const DEEDS: ReadonlyMap<string, string> = new Map([
  ['crear', 'alta'],
  ['modificar', 'cambio'],
  ['eliminar', 'baja'],
])

interface Deed {
  readonly caller: Caller
  readonly model: Model
  readonly right: string
  /**
   * Waits for others who are working on these records, so that their changes are seen. Called when a rule applies to
   * them.
   */
  readonly hold: () => Promise<unknown>
}

/**
 * Whether the caller already did something to these records that a rule separates from what he is about to do. It
 * applies to administrators too: it is about persons, not about rights.
 * @source docs/decisions/0232-erp-segregation-of-duties.md
 */
export async function judgeDeed(
  tx: Tx,
  { caller, model, right, hold }: Deed,
  ids: readonly string[],
): Promise<SegregationVerdict> {
  const refused = new Map<string, ErrorEntry>()
  const warnings = new Map<string, ErrorEntry>()
  const rules = (await findSegregationRules(tx, caller.empresa)).flatMap((rule) =>
    opposites(rule, model, right).map((opposite) => ({ rule, opposite })),
  )
  if (rules.length === 0 && !hasDefault(model, right)) return { refused, warnings }
  await hold()
  for (const [id, entry] of await refusedByDefault(tx, { caller, model, right }, ids))
    refused.set(id, entry)
  if (rules.length === 0) return { refused, warnings }
  const details = { usuario: caller.usuarioId, model: model.name, ids }
  for (const { registro, hecho } of await findDeeds(tx, caller.empresa, details)) {
    for (const { rule, opposite } of rules) {
      if (hecho !== (DEEDS.get(opposite) ?? opposite)) continue
      const what = { deed: opposite, model: model.name, id: registro, right }
      const refusal = separated(DID_THE_OTHER({ rule: rule.clave, name: rule.nombre, ...what }))
      if (rule.respuesta === 'bloquear') refused.set(registro, refusal)
      else warnings.set(registro, refusal)
    }
  }
  return { refused, warnings }
}

/** The rights on the same model that a rule separates from this one. */
function opposites(rule: SegregationRule, model: Model, right: string): readonly string[] {
  const side = (key: string) => rightOn(model, key)
  const [a, b] = [side(rule.permiso_a), side(rule.permiso_b)]
  if (a === right && b !== null) return [b]
  return b === right && a !== null ? [a] : []
}

/** The right that a key grants on the model, directly or through its module; null: none. */
function rightOn(model: Model, key: string): string | null {
  const right = key.slice(key.lastIndexOf('.') + 1)
  const keys = [permissionKey(model.name, right), modulePermissionKey(model.module, right)]
  return keys.includes(key) ? right : null
}

export function separated(message: Message): ErrorEntry {
  return { code: 'SEGREGATION_OF_DUTIES', message }
}

/** For one record: the warning of a rule that only warns, or null. @throws ApiError SEGREGATION_OF_DUTIES */
export async function demandSegregated(
  tx: Tx,
  deed: Omit<Deed, 'hold'>,
  id: string,
): Promise<readonly ErrorEntry[]> {
  // The record is already locked.
  const verdict = await judgeDeed(tx, { ...deed, hold: () => Promise.resolve() }, [id])
  const refused = verdict.refused.get(id)
  if (refused !== undefined) throw new ApiError([refused])
  return [...verdict.warnings.values()]
}
