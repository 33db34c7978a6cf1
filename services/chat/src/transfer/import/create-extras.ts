import type { Tx } from '@oficina/kit/database.ts'

import { contentTypeOf } from '../../files/file-types.ts'
import { compileLinkifier } from '../../markdown/linkifiers.ts'
import { newApiKey, sealApiKey } from '../../people/api-key.ts'
import { isRendered } from '../../people/profile-field.ts'
import { setRealmSettings } from '../store/import-channels-store.ts'
import {
  insertAttachments,
  insertDrafts,
  insertEmoji,
  insertPlain,
  insertProfileFields,
  insertScheduled,
  type PlainTable,
} from '../store/import-extras-store.ts'
import type { CreatedChannels, RenderDescription } from './create-channels.ts'
import type { CreatedPeople } from './create-realm.ts'
import type { ExtraRow } from './extra-row.ts'
import { filePlace, newFilePlaces } from './file-places.ts'
import type { NotCarried } from './not-carried.ts'
import type { Archive } from './read-archive.ts'

interface Making {
  readonly archive: Archive
  readonly people: CreatedPeople
  readonly channels: CreatedChannels
  readonly secret: Buffer
  readonly describe: RenderDescription
  readonly rewrite: (text: string) => string
  readonly notCarried: NotCarried
}

export interface CreatedFiles {
  readonly emoji: Readonly<Record<string, number>>
  readonly attachments: Readonly<Record<string, number>>
}

/** Adds the rows of files and emoji, whose content follows. */
export async function createFiles(
  tx: Tx,
  { archive, people, secret }: Pick<Making, 'archive' | 'people' | 'secret'>,
): Promise<CreatedFiles> {
  const { realmId, users } = people
  const { emoji, files } = archive.files
  const here = { realmId, secret }
  const madeEmoji = await insertEmoji(
    tx,
    realmId,
    withoutTwins(emoji).map(({ id, name, authorId, isDeactivated }) => ({
      name,
      path: filePlace(here, `emoji ${id}`, 'emoji.png'),
      author_id: authorId === null ? null : (users[authorId] ?? null),
      is_deactivated: isDeactivated,
    })),
  )
  const places = newFilePlaces(archive, here)
  const madeFiles = await insertAttachments(
    tx,
    realmId,
    files.map((file) => ({
      owner_id: users[file.ownerId],
      path_id: places.get(file.pathId),
      file_name: file.fileName,
      content_type: contentTypeOf(file.fileName, file.contentType),
      size_bytes: file.sizeBytes,
      created_at: file.createdAt,
    })),
  )
  return {
    emoji: Object.fromEntries(withoutTwins(emoji).map(({ id }, at) => [id, madeEmoji[at] ?? 0])),
    attachments: Object.fromEntries(files.map(({ id }, at) => [id, madeFiles[at] ?? 0])),
  }
}

function withoutTwins(emoji: Archive['files']['emoji']): Archive['files']['emoji'] {
  const inUse = new Set<string>()
  // Of two in use with one name, the second is not.
  return emoji.map((one) => {
    const isTwin = !one.isDeactivated && inUse.has(one.name)
    if (!one.isDeactivated) inUse.add(one.name)
    return isTwin ? { ...one, isDeactivated: true } : one
  })
}

const BY_USER = ['user_id', 'muted_id', 'sender_id', 'bot_id'] as const

/** Adds what is left: settings that name channels and groups, linkifiers, profile fields, and what is people's own. */
export async function createExtras(tx: Tx, making: Making): Promise<void> {
  const { archive, people, channels, notCarried, secret } = making
  const { realmId } = people
  const { realm, extras } = archive
  await setRealmSettings(tx, realmId, {
    ...Object.fromEntries(
      Object.entries(realm.channels).map(([name, id]) => [name, channels.channels[id]]),
    ),
    ...Object.fromEntries(
      Object.entries(realm.permissions).map(([name, id]) => [name, people.groups[id]]),
    ),
  })
  const usable = extras.linkifier.filter(isUsable)
  notCarried.add(
    'linkifiers of a form that is not supported',
    extras.linkifier.length - usable.length,
  )
  await insertPlain(tx, realmId, 'linkifier', usable)
  await insertPlain(tx, realmId, 'realm_domain', extras.realm_domain)
  await insertPlain(tx, realmId, 'playground', extras.playground)
  await insertPlain(
    tx,
    realmId,
    'bot_service',
    extras.bot_service.map((row) => ({
      ...mapped(row, making),
      token_cipher: `\\x${sealApiKey(newApiKey(), secret).toString('hex')}`,
    })),
  )
  await createFields(tx, making)
  for (const table of OWN_TABLES) {
    await insertPlain(
      tx,
      realmId,
      table,
      extras[table].map((row) => mapped(row, making)),
    )
  }
  await insertDrafts(
    tx,
    realmId,
    extras.draft.map((row) => mapped(row, making)),
  )
  await insertScheduled(
    tx,
    realmId,
    extras.scheduled_message.map((row) => {
      const own = mapped(row, making)
      return { ...own, rendered_content: making.describe(String(own['content'])) }
    }),
  )
}

const OWN_TABLES: readonly Exclude<
  PlainTable,
  'linkifier' | 'realm_domain' | 'custom_profile_value' | 'playground' | 'bot_service'
>[] = [
  'user_topic',
  'muted_user',
  'alert_word',
  'saved_snippet',
  'user_status',
  'presence',
  'onboarding_step_seen',
  'navigation_view',
]

function isUsable(row: ExtraRow): boolean {
  const [pattern, urlTemplate] = [String(row['pattern']), String(row['url_template'])]
  return compileLinkifier({ id: 0, pattern, urlTemplate }) !== undefined
}

/** With the ids of this server. */
function mapped(row: ExtraRow, { people, channels, rewrite }: Making): ExtraRow {
  const isToChannel = row['type'] === 'stream'
  const own: Record<string, unknown> = { ...row }
  for (const name of BY_USER) {
    if (typeof row[name] === 'number') own[name] = people.users[row[name]]
  }
  if (typeof row['stream_id'] === 'number') own['stream_id'] = channels.channels[row['stream_id']]
  if (Array.isArray(row['recipient_to'])) {
    const ids = isToChannel ? channels.channels : people.users
    own['recipient_to'] = row['recipient_to'].map((id: number) => ids[id])
  }
  if (typeof row['content'] === 'string') own['content'] = rewrite(row['content'])
  if (typeof row['fragment'] === 'string') {
    // Only what follows "#" of an address of this server.
    own['fragment'] = rewrite(`/#${row['fragment']}`).slice(2)
  }
  return own
}

async function createFields(tx: Tx, { archive, people, describe }: Making): Promise<void> {
  const { custom_profile_field: fields, custom_profile_value: values } = archive.extras
  const made = await insertProfileFields(
    tx,
    people.realmId,
    fields.map((field) => ({ ...field, place: field['position'] })),
  )
  const ids = new Map(fields.map((field, at) => [field['id'], made[at] ?? 0]))
  const types = new Map(fields.map((field) => [field['id'], Number(field['type'])]))
  await insertPlain(
    tx,
    people.realmId,
    'custom_profile_value',
    values.map((row) => {
      const type = types.get(row['field_id']) ?? 0
      const value = String(row['value'])
      return {
        user_id: people.users[Number(row['user_id'])],
        field_id: ids.get(row['field_id']),
        value: type === USERS_FIELD ? usersValue(value, people) : value,
        rendered_value: isRendered({ type }) ? describe(value) : null,
      }
    }),
  )
}

const USERS_FIELD = 6

function usersValue(value: string, { users }: CreatedPeople): string {
  try {
    const ids: unknown = JSON.parse(value)
    if (Array.isArray(ids)) return JSON.stringify(ids.flatMap((id) => users[Number(id)] ?? []))
  } catch {
    // Written by a hand: nobody is named.
  }
  return '[]'
}
