import { act, type ActionTx, type Tools } from '../../events/act.ts'
import type { Rendering } from '../../markdown/rendering.ts'
import { renderContent } from '../../messages/actions/render-content.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { isAdmin } from '../../tenancy/viewer.ts'
import { isRendered, profileValue, type ProfileField } from '../profile-field.ts'
import { profileFieldRows, removeValue, setValue } from '../store/profile-store.ts'
import { fieldOf } from './profile-fields.ts'

export interface ProfileEntry {
  readonly id: number
  /** Empty or null: the value is removed. */
  readonly value: unknown
}

/** Changes the caller's own profile. @throws ApiError */
export async function changeProfile(
  tools: Tools,
  caller: Caller,
  entries: readonly ProfileEntry[],
): Promise<void> {
  await act(tools, caller.realm.id, (tx) =>
    writeProfile(tx, { caller, rendering: tools.rendering }, caller.id, entries),
  )
}

interface ProfileWriter {
  readonly caller: Caller
  readonly rendering: Rendering
}

/** Writes values of a profile and tells everybody about those that changed. @throws ApiError */
export async function writeProfile(
  tx: ActionTx,
  writer: ProfileWriter,
  userId: number,
  entries: readonly ProfileEntry[],
): Promise<void> {
  const { caller } = writer
  const { realm } = caller
  const fields = await profileFieldRows(tx, realm.id)
  for (const { id, value } of entries) {
    const field = fieldOf(fields, id)
    if (!field.editable_by_user && !isAdmin(caller)) {
      throw refusal(
        'You are not allowed to change this field. Contact an administrator to update it.',
      )
    }
    const isGone = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    const told = isGone
      ? (await removeValue(tx, realm.id, userId, id)) && { id, value: null, rendered_value: null }
      : await writeValue(tx, writer, userId, { field, value })
    if (told === false) continue
    const person = { user_id: userId, custom_profile_field: told }
    tx.emit({ realm: 'everyone', about: userId }, { type: 'realm_user', op: 'update', person })
  }
}

async function writeValue(
  tx: ActionTx,
  { caller, rendering }: ProfileWriter,
  userId: number,
  { field, value }: { readonly field: ProfileField; readonly value: unknown },
) {
  const stored = profileValue(field, value)
  const rendered = isRendered(field)
    ? await renderContent(tx, stored, {
        realm: caller.realm,
        viewer: viewerOf(caller),
        recipientId: null,
        kind: 'description',
        rendering,
      })
    : undefined
  const html = rendered?.html ?? null
  const entry = { fieldId: field.id, value: stored, rendered: html }
  if (!(await setValue(tx, caller.realm.id, userId, entry))) return false
  return { id: field.id, value: stored, ...(html === null ? {} : { rendered_value: html }) }
}
