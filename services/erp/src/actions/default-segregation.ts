import type { Tx } from '@oficina/kit/database.ts'

import { modulePermissionKey, permissionKey } from '../dictionary/permission-keys.ts'
import type { Model } from '../dictionary/types.ts'
import type { ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { DID_THE_OTHER_BY_DEFAULT } from '../messages/segregation.ts'
import { findRuledPairs, findWritten } from '../store/people/segregation-store.ts'

/** Two parts of one deed that are kept apart in every company which has no rule of its own about the two rights. */
interface DefaultSegregation {
  readonly clave: string
  readonly nombre: string
  readonly model: string
  /** The right that whoever wrote the record does not use on it. */
  readonly right: string
  /** What of the record counts as writing it anew, besides making it. */
  readonly fields: readonly string[]
}

const DEFAULTS: readonly DefaultSegregation[] = [
  {
    clave: 'CUENTA-PROVEEDOR',
    nombre: 'Quien captura la cuenta de un proveedor no la valida',
    model: 'ProveedorCuentaBancaria',
    right: 'validar_cuenta',
    fields: ['proveedor', 'banco', 'cuenta', 'clabe', 'swift'],
  },
]

/** Whether a right is one that whoever wrote the record does not use on it. */
export function hasDefault({ name }: Model, right: string): boolean {
  return DEFAULTS.some(
    (defaultSegregation) => defaultSegregation.model === name && defaultSegregation.right === right,
  )
}

const DEEDS = { alta: 'crear', cambio: 'modificar' } as const

/**
 * Why the caller may not use a right on records that he wrote himself, by id: he had better not, unless his company has
 * said otherwise by a ReglaSegregacion for the two rights, also by one that only warns or that is not in force.
 * @source docs/decisions/0232-erp-segregation-of-duties.md
 */
export async function refusedByDefault(
  tx: Tx,
  details: { readonly caller: Caller; readonly model: Model; readonly right: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, ErrorEntry>> {
  const refused = new Map<string, ErrorEntry>()
  const { caller, model, right } = details
  const rule = DEFAULTS.find(
    (defaultSegregation) =>
      defaultSegregation.model === model.name && defaultSegregation.right === right,
  )
  if (rule === undefined || ids.length === 0) return refused
  const pairs = await findRuledPairs(tx, caller.empresa)
  const isRuled = (deed: string) =>
    pairs.some(
      ({ permiso_a: a, permiso_b: b }) =>
        (isOf(model, a, deed) && isOf(model, b, right)) ||
        (isOf(model, b, deed) && isOf(model, a, right)),
    )
  const { fields } = rule
  const written = { usuario: caller.usuarioId, model: model.name, ids, fields }
  for (const { registro, operacion } of await findWritten(tx, caller.empresa, written)) {
    const deed = DEEDS[operacion]
    if (!isRuled(deed)) refused.set(registro, entryOf(rule, { registro, deed }))
  }
  return refused
}

function isOf({ name, module }: Model, key: string, right: string): boolean {
  return key === permissionKey(name, right) || key === modulePermissionKey(module, right)
}

function entryOf(
  { clave, nombre, model, right }: DefaultSegregation,
  { registro, deed }: { readonly registro: string; readonly deed: string },
): ErrorEntry {
  const keys = [permissionKey(model, deed), permissionKey(model, right)] as const
  const deeds = { rule: clave, name: nombre, deed, model, id: registro, right }
  const message = DID_THE_OTHER_BY_DEFAULT({ ...deeds, keys })
  return { code: 'SEGREGATION_OF_DUTIES', message }
}
