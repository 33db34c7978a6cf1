import type { Loose } from '../chat-service.ts'
import { tablesOf, type Archive } from './archives.ts'

/** What a field names. */
const NAMES: Readonly<
  Record<string, 'user' | 'channel' | 'folder' | 'field' | 'message' | 'group' | 'recipient'>
> = {
  user_profile: 'user',
  user: 'user',
  sender: 'user',
  owner: 'user',
  creator: 'user',
  author: 'user',
  bot_owner: 'user',
  muted_user: 'user',
  stream: 'channel',
  new_stream_announcements_stream: 'channel',
  folder: 'folder',
  field: 'field',
  message: 'message',
  reminder_target_message_id: 'message',
  first_message_id: 'message',
  recipient: 'recipient',
  user_group: 'group',
  supergroup: 'group',
  subgroup: 'group',
  usergroup_ptr: 'group',
}

// Ids of rows, addresses that hold ids, and what begins anew.
const DROPPED = [
  'id',
  'realm',
  'rendered_content',
  'host',
  'avatar_version',
  'type_id',
  'last_modified',
]

/** An archive without the ids of the server that made it: two of the same organization are equal. */
export function comparable(archive: Archive): Record<string, unknown[]> {
  const tables = tablesOf(archive)
  const names = namesOf(tables)
  const rows = Object.entries(tables).map(([table, list]) => {
    // Each person has one, whose number says nothing.
    const shown = table === 'zerver_recipient' || table === 'zerver_usergroup' ? [] : list
    return [table, shown.map((row) => plain(row, names)).toSorted(byText)] as const
  })
  return Object.fromEntries(rows)
}

type Names = Readonly<Record<string, ReadonlyMap<unknown, string>>>

function namesOf(tables: Record<string, Loose[]>): Names {
  const of = (table: string, key: string, name: (row: Loose, at: number) => string) =>
    new Map((tables[table] ?? []).map((row, at) => [row[key], name(row, at)]))
  const user = new Map([
    ...of('zerver_userprofile', 'id', (row) => row['delivery_email']),
    ...of('zerver_userprofile_crossrealm', 'id', (row) => row['email']),
  ])
  const channel = of('zerver_stream', 'id', (row) => row['name'])
  const named = of('zerver_namedusergroup', 'usergroup_ptr', (row) => row['name'])
  const members = (id: unknown) =>
    (tables['zerver_usergroupmembership'] ?? [])
      .filter((row) => row['user_group'] === id)
      .map((row) => user.get(row['user_profile']) ?? '')
      .toSorted(byText)
      .join()
  const group = of('zerver_usergroup', 'id', (row) => named.get(row['id']) ?? members(row['id']))
  const inGroup = (recipient: unknown) =>
    (tables['zerver_subscription'] ?? [])
      .filter((row) => row['recipient'] === recipient)
      .map((row) => user.get(row['user_profile']) ?? '')
      .toSorted(byText)
      .join()
  const recipient = of('zerver_recipient', 'id', (row) => {
    if (row['type'] === 1) return `person ${user.get(row['type_id'])}`
    return row['type'] === 2 ? `channel ${channel.get(row['type_id'])}` : inGroup(row['id'])
  })
  const message = new Map(
    (tables['zerver_message'] ?? []).map((row, at) => [row['id'], `message ${at}`]),
  )
  const folder = of('zerver_channelfolder', 'id', (row) => row['name'])
  const field = of('zerver_customprofilefield', 'id', (row) => row['name'])
  return { user, channel, folder, field, group, recipient, message }
}

function plain(row: Loose, names: Names): Loose {
  const shown: Loose = {}
  for (const [field, value] of Object.entries(row)) {
    if (DROPPED.includes(field)) continue
    const kind = field.endsWith('_group') || field.startsWith('can_') ? 'group' : NAMES[field]
    shown[field] =
      kind === undefined || value === null ? text(value, names) : (names[kind]?.get(value) ?? value)
  }
  return { ...shown, ...lists(row, names), ...withoutNumbers(row) }
}

function lists(row: Loose, names: Names): Loose {
  const shown: Loose = {}
  for (const list of ['to', 'direct_members']) {
    const kind = list === 'to' && row['type'] === 'stream' ? 'channel' : 'user'
    if (Array.isArray(row[list])) shown[list] = row[list].map((id) => names[kind]?.get(id))
  }
  if (Array.isArray(row['messages']))
    shown['messages'] = row['messages'].map((id) => names['message']?.get(id))
  return shown
}

/** Files and emoji are named by ids. */
function withoutNumbers(row: Loose): Loose {
  return {
    ...('file_name' in row ? { file_name: '' } : {}),
    ...(row['reaction_type'] === 'realm_emoji' ? { emoji_code: '' } : {}),
  }
}

/** Texts with their ids by name. */
function text(value: unknown, names: Names): unknown {
  if (typeof value !== 'string') return value
  return value
    .replaceAll(/\|(\d+)\*\*/g, (_, id) => `|${names['user']?.get(Number(id))}**`)
    .replaceAll(
      /(near|with)\/(\d+)/g,
      (_, word, id) => `${word}/${names['message']?.get(Number(id))}`,
    )
    .replaceAll(/channel\/(\d+)/g, (_, id) => `channel/${names['channel']?.get(Number(id))}`)
    .replaceAll(/@(\d+)\*\*/g, (_, id) => `@${names['message']?.get(Number(id))}**`)
    .replaceAll(/\b\d+\/[\w-]{2}\/[\w-]+\//g, 'upload/')
    .replaceAll(/"user_id":\s*(\d+)/g, (_, id) => `"user_id":${names['user']?.get(Number(id))}`)
    .replaceAll(/https:\/\/[a-z]+\.example\.com(?=\/#)/g, 'https://the.server')
    .replaceAll(/"prev_rendered_content":\s*"(?:[^"\\]|\\.)*",?/g, '')
}

function byText(a: unknown, b: unknown): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  return one < other ? -1 : Number(one > other)
}
