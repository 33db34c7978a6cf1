import { requireAdmin } from '../../access/require-role.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'
import { FIELD_TYPE, type ProfileField } from '../profile-field.ts'
import {
  insertField,
  orderFields,
  profileFieldObjects,
  profileFieldRows,
  removeField,
  updateField,
} from '../store/profile-store.ts'

type FieldText = Omit<ProfileField, 'id'>

/** Adds a field to all profiles; returns its id. @throws ApiError */
export async function addField(actor: OuterActor, field: FieldText): Promise<number> {
  return await change(actor, async (tx, fields) => {
    // The numbers of the kinds.
    if (!(Object.values(FIELD_TYPE) as number[]).includes(field.type)) {
      throw refusal('Invalid field type.')
    }
    check(fields, { ...field, id: 0 })
    return await insertField(tx, actor.viewer.realmId, field)
  })
}

/** @throws ApiError */
export async function editField(
  actor: OuterActor,
  id: number,
  given: Readonly<Partial<{ [K in keyof FieldText]: FieldText[K] | undefined }>>,
): Promise<void> {
  await change(actor, async (tx, fields) => {
    const known = Object.entries(given).filter(([, value]) => value !== undefined)
    // Given properties replace the stored ones.
    const field = { ...fieldOf(fields, id), ...Object.fromEntries(known) } as ProfileField
    check(fields, field)
    await updateField(tx, actor.viewer.realmId, field)
  })
}

/** @throws ApiError */
export async function dropField(actor: OuterActor, id: number): Promise<void> {
  await change(actor, async (tx, fields) => {
    fieldOf(fields, id)
    await removeField(tx, actor.viewer.realmId, id)
  })
}

/** @throws ApiError "Invalid order mapping." when a field is not named */
export async function reorderFields(actor: OuterActor, ids: readonly number[]): Promise<void> {
  await change(actor, async (tx, fields) => {
    if (fields.some(({ id }) => !ids.includes(id))) throw refusal('Invalid order mapping.')
    await orderFields(tx, actor.viewer.realmId, ids)
  })
}

/** @throws ApiError "Field id {id} not found." */
export function fieldOf(fields: readonly ProfileField[], id: number): ProfileField {
  const field = fields.find((one) => one.id === id)
  if (field === undefined) throw refusal(say('Field id %{id} not found.', { id }))
  return field
}

async function change<T>(
  { tools, caller, viewer }: OuterActor,
  work: (tx: ActionTx, fields: readonly ProfileField[]) => Promise<T>,
): Promise<T> {
  requireAdmin(caller)
  return await act(tools, viewer.realmId, async (tx) => {
    const result = await work(tx, await profileFieldRows(tx, viewer.realmId))
    const fields = await profileFieldObjects(tx, viewer.realmId)
    tx.emit({ realm: 'everyone' }, { type: 'custom_profile_fields', fields })
    return result
  })
}

const MAX_IN_SUMMARY = 2
const NOT_IN_SUMMARY: ReadonlySet<number> = new Set([FIELD_TYPE.longText, FIELD_TYPE.users])

function check(fields: readonly ProfileField[], field: ProfileField): void {
  if (field.name === '') throw refusal('Label cannot be blank.')
  const others = fields.filter(({ id }) => id !== field.id)
  if (others.some(({ name }) => name.toLowerCase() === field.name.toLowerCase())) {
    throw refusal('A field with that label already exists.')
  }
  if (field.type === FIELD_TYPE.select && Object.keys(field.field_data).length === 0) {
    throw refusal('Field must have at least one choice.')
  }
  if (!field.display_in_profile_summary) return
  if (NOT_IN_SUMMARY.has(field.type)) {
    throw refusal('Field type not supported for display in profile summary.')
  }
  if (others.filter((one) => one.display_in_profile_summary).length >= MAX_IN_SUMMARY) {
    throw refusal(
      say('Only %{max} custom profile fields can be displayed in the profile summary.', {
        max: MAX_IN_SUMMARY,
      }),
    )
  }
}
