import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { ProfileFieldObject } from '../../../wire/organization.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { jsonValue } from '../../tenancy/store/json-value.ts'
import type { ProfileField } from '../profile-field.ts'

export async function profileFieldRows(tx: Tx, realmId: RealmId): Promise<readonly ProfileField[]> {
  return await tx.query<ProfileField>(
    sql`select id, name, hint, type, field_data, display_in_profile_summary, required, editable_by_user
        from custom_profile_field where realm_id = ${realmId} order by position, id`,
  )
}

export async function insertField(
  tx: Tx,
  realmId: RealmId,
  field: Omit<ProfileField, 'id'>,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into custom_profile_field (realm_id, name, hint, type, field_data, position, display_in_profile_summary,
          required, editable_by_user)
        select ${realmId}, ${field.name}, ${field.hint}, ${field.type}, ${JSON.stringify(field.field_data)}::jsonb,
          coalesce(max(position), 0) + 1, ${field.display_in_profile_summary}, ${field.required}, ${field.editable_by_user}
        from custom_profile_field where realm_id = ${realmId} returning id`,
  )
  return row?.id ?? 0
}

export async function updateField(tx: Tx, realmId: RealmId, field: ProfileField): Promise<void> {
  await tx.execute(
    sql`update custom_profile_field set name = ${field.name}, hint = ${field.hint},
          field_data = ${JSON.stringify(field.field_data)}::jsonb,
          display_in_profile_summary = ${field.display_in_profile_summary}, required = ${field.required},
          editable_by_user = ${field.editable_by_user}
        where realm_id = ${realmId} and id = ${field.id}`,
  )
}

export async function removeField(tx: Tx, realmId: RealmId, id: number): Promise<void> {
  await tx.execute(sql`delete from custom_profile_field where realm_id = ${realmId} and id = ${id}`)
}

export async function orderFields(tx: Tx, realmId: RealmId, ids: readonly number[]): Promise<void> {
  await tx.execute(
    sql`update custom_profile_field f set position = o.position
        from unnest(${ids}::bigint[]) with ordinality o (id, position) where f.realm_id = ${realmId} and f.id = o.id`,
  )
}

/** Whether that changed the value. */
export async function setValue(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  value: { readonly fieldId: number; readonly value: string; readonly rendered: string | null },
): Promise<boolean> {
  const changed = await tx.execute(
    sql`insert into custom_profile_value (realm_id, user_id, field_id, value, rendered_value)
        values (${realmId}, ${userId}, ${value.fieldId}, ${value.value}, ${value.rendered})
        on conflict (realm_id, user_id, field_id) do update set value = excluded.value,
          rendered_value = excluded.rendered_value where custom_profile_value.value <> excluded.value`,
  )
  return changed > 0
}

/** Whether there was a value. */
export async function removeValue(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  fieldId: number,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from custom_profile_value where realm_id = ${realmId} and user_id = ${userId} and field_id = ${fieldId}`,
  )
  return removed > 0
}

/** Removes all that somebody has written into their profile; returns the fields. */
export async function clearProfile(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ field_id: number }>(
    sql`delete from custom_profile_value where realm_id = ${realmId} and user_id = ${userId} returning field_id`,
  )
  return rows.map(({ field_id: id }) => id)
}

/** The fields of all profiles, in order, as the API shows them. */
export async function profileFieldObjects(
  tx: Tx,
  realmId: RealmId,
): Promise<readonly ProfileFieldObject[]> {
  return await jsonValue(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', id, 'name', name, 'type', type, 'hint', hint,
          'field_data', case when field_data = '{}' then '' else field_data::text end, 'order', position,
          'display_in_profile_summary', display_in_profile_summary, 'required', required, 'editable_by_user', editable_by_user)
          order by position), '[]') as value
        from custom_profile_field where realm_id = ${realmId}`,
  )
}
