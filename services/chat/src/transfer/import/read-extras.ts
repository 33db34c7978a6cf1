import { outboundUrl } from '@oficina/outbound/checked-dial.ts'

import { FIELD_TYPE } from '../../people/profile-field.ts'
import { isOnboardingStep } from '../../personal/onboarding-steps.ts'
import { mailDomain } from '../../realm/mail-domain.ts'
import { playgroundProblem } from '../../realm/playground-problem.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import {
  flagIn,
  idIn,
  idsIn,
  integerIn,
  referenceIn,
  textIn,
  textOrNull,
  timeIn,
  timeOrNull,
  wrong,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import type { ExtraContext, ExtraRow } from './extra-row.ts'
import type { NotCarried } from './not-carried.ts'
import type { ArchiveChannels } from './read-channels.ts'
import { readReminder, readScheduled } from './read-later.ts'
import type { TableName, Tables } from './read-organization.ts'
import { USERS, type ArchivePeople } from './read-people.ts'

const EXTRA_TABLES = [
  'linkifier',
  'realm_domain',
  'playground',
  'bot_service',
  'custom_profile_field',
  'custom_profile_value',
  'user_topic',
  'muted_user',
  'alert_word',
  'saved_snippet',
  'user_status',
  'presence',
  'onboarding_step_seen',
  'scheduled_message',
  'reminder',
  'draft',
  'navigation_view',
] as const

type ExtraTable = (typeof EXTRA_TABLES)[number]
export type ArchiveExtras = Readonly<Record<ExtraTable, readonly ExtraRow[]>>

type Reader = (row: ArchiveRow, context: ExtraContext) => ExtraRow | undefined

const userOf = (row: ArchiveRow, { people }: ExtraContext, field = 'user_profile') => {
  referenceIn(row, field, people)
  return idIn(row, field)
}

const channelOf = (row: ArchiveRow, { channels }: ExtraContext, field = 'stream') => {
  referenceIn(row, field, channels)
  return idIn(row, field)
}

const READERS: Readonly<Record<ExtraTable, readonly [TableName, Reader]>> = {
  linkifier: ['zerver_realmfilter', readLinkifier],
  realm_domain: ['zerver_realmdomain', readDomain],
  playground: ['zerver_realmplayground', readPlayground],
  bot_service: ['zerver_service', readService],
  presence: ['zerver_userpresence', readPresence],
  custom_profile_field: ['zerver_customprofilefield', readField],
  custom_profile_value: ['zerver_customprofilefieldvalue', readFieldValue],
  user_topic: [
    'zerver_usertopic',
    (row, context) => ({
      user_id: userOf(row, context),
      stream_id: channelOf(row, context),
      topic: textIn(row, 'topic_name', { max: 1_000 }),
      visibility_policy: integerIn(row, 'visibility_policy', { min: 1, max: 3 }),
      updated_at: timeOrNull(row, 'last_updated') ?? new Date(0),
    }),
  ],
  muted_user: [
    'zerver_muteduser',
    (row, context) => ({
      user_id: userOf(row, context),
      muted_id: userOf(row, context, 'muted_user'),
      created_at: timeOrNull(row, 'date_muted') ?? new Date(0),
    }),
  ],
  alert_word: [
    'zerver_alertword',
    (row, context) => ({
      user_id: userOf(row, context),
      word: textIn(row, 'word', { max: LIMITS.alertWord }),
    }),
  ],
  saved_snippet: [
    'zerver_savedsnippet',
    (row, context) => ({
      user_id: userOf(row, context),
      title: textIn(row, 'title', { max: LIMITS.snippetTitle }),
      content: textIn(row, 'content', { max: LIMITS.snippetContent }),
      created_at: timeIn(row, 'date_created'),
    }),
  ],
  user_status: [
    'zerver_userstatus',
    (row, context) => ({
      user_id: userOf(row, context),
      status_text: textIn(row, 'status_text', { max: 255, fallback: '' }),
      emoji_name: textIn(row, 'emoji_name', { max: 255, fallback: '' }),
      emoji_code: textIn(row, 'emoji_code', { max: 255, fallback: '' }),
      reaction_type: textIn(row, 'reaction_type', { max: 30, fallback: 'unicode_emoji' }),
    }),
  ],
  onboarding_step_seen: [
    'zerver_onboardingstep',
    (row, context) => {
      const step = textIn(row, 'onboarding_step', { max: 255 })
      if (!isOnboardingStep(step)) return undefined
      const seenAt = timeOrNull(row, 'timestamp') ?? new Date(0)
      return { user_id: userOf(row, context, 'user'), step, seen_at: seenAt }
    },
  ],
  scheduled_message: ['zerver_scheduledmessage', readScheduled],
  reminder: ['zerver_scheduledmessage', readReminder],
  draft: ['zerver_draft', readDraft],
  navigation_view: [
    'zerver_navigationview',
    (row, context) => ({
      user_id: userOf(row, context, 'user'),
      fragment: textIn(row, 'fragment', { max: 1_000 }),
      is_pinned: flagIn(row, 'is_pinned', true),
      name: textOrNull(row, 'name', 255),
    }),
  ],
}

export function readExtras(
  tables: Tables,
  { known }: ArchivePeople,
  channels: ArchiveChannels,
  notCarried: NotCarried,
): ArchiveExtras {
  const context: ExtraContext = {
    people: { known, table: USERS },
    channels: { known: channels.known, table: 'zerver_stream' },
    fields: {
      known: new Map(tables.zerver_customprofilefield.map((row) => [idIn(row, 'id'), true])),
      table: 'zerver_customprofilefield',
    },
    recipients: channels.recipients,
    notCarried,
  }
  const read = EXTRA_TABLES.map((name) => {
    const [table, reader] = READERS[name]
    return [name, tables[table].flatMap((row) => reader(row, context) ?? [])] as const
  })
  // Every name has its rows.
  return Object.fromEntries(read) as unknown as ArchiveExtras
}

function readLinkifier(row: ArchiveRow): ExtraRow {
  return {
    pattern: textIn(row, 'pattern', { max: 10_000 }),
    url_template: textIn(row, 'url_template', { max: 10_000 }),
    position: integerIn(row, 'order', { min: 0, max: 1_000_000_000, fallback: 0 }),
  }
}

function readDomain(row: ArchiveRow, { notCarried }: ExtraContext): ExtraRow | undefined {
  const domain = mailDomain(textIn(row, 'domain', { max: 1_000 }))
  if (!domain.ok) {
    notCarried.add('mail domains that are none')
    return undefined
  }
  return { domain: domain.value, allow_subdomains: flagIn(row, 'allow_subdomains', false) }
}

function readPlayground(row: ArchiveRow, { notCarried }: ExtraContext): ExtraRow | undefined {
  const playground = {
    name: textIn(row, 'name', { max: 1_000 }),
    pygments_language: textIn(row, 'pygments_language', { max: 1_000 }),
    url_template: textIn(row, 'url_template', { max: 10_000, fallback: '' }),
  }
  if (playgroundProblem(playground) === undefined) return playground
  notCarried.add('playgrounds of a form that is not supported')
  return undefined
}

/** Where a bot is called; the token of the other server stays there. */
function readService(row: ArchiveRow, context: ExtraContext): ExtraRow | undefined {
  const url = textIn(row, 'base_url', { max: 10_000, fallback: '' })
  if (outboundUrl(url) === undefined) {
    context.notCarried.add('addresses of bots that cannot be called')
    return undefined
  }
  const form = integerIn(row, 'interface', { min: 1, max: 2, fallback: 1 })
  return { bot_id: userOf(row, context), base_url: url, interface: form }
}

/** Archives of old servers have a row for each program, which says less. */
function readPresence(row: ArchiveRow, context: ExtraContext): ExtraRow | undefined {
  const connectedAt = timeOrNull(row, 'last_connected_time')
  if (connectedAt === null) return undefined
  return {
    user_id: userOf(row, context),
    active_at: timeOrNull(row, 'last_active_time'),
    connected_at: connectedAt,
  }
}

function readField(row: ArchiveRow): ExtraRow {
  const types = Object.values(FIELD_TYPE)
  const text = textIn(row, 'field_data', { max: 100_000, fallback: '' })
  return {
    id: idIn(row, 'id'),
    name: textIn(row, 'name', { max: 40 }),
    hint: textIn(row, 'hint', { max: 80, fallback: '' }),
    type: integerIn(row, 'field_type', { min: Math.min(...types), max: Math.max(...types) }),
    field_data: parsedData(row, text),
    position: integerIn(row, 'order', { min: 0, max: 1_000_000_000, fallback: 0 }),
    display_in_profile_summary: flagIn(row, 'display_in_profile_summary', false),
    required: flagIn(row, 'required', false),
    editable_by_user: flagIn(row, 'editable_by_user', true),
    use_for_user_matching: flagIn(row, 'use_for_user_matching', false),
  }
}

function parsedData(row: ArchiveRow, text: string): unknown {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw wrong(row, 'field_data', 'the text of a JSON object')
}

function readFieldValue(row: ArchiveRow, context: ExtraContext): ExtraRow {
  referenceIn(row, 'field', context.fields)
  return {
    user_id: userOf(row, context),
    field_id: idIn(row, 'field'),
    value: textIn(row, 'value', { max: 100_000 }),
  }
}

function readDraft(row: ArchiveRow, context: ExtraContext): ExtraRow {
  const type = textIn(row, 'type', { max: 10, fallback: '' })
  if (!['', 'stream', 'private'].includes(type))
    throw wrong(row, 'type', '"", "stream" or "private"')
  const to = idsIn(row, 'to')
  const { known } = type === 'stream' ? context.channels : context.people
  if (!to.every((id) => known.has(id))) throw wrong(row, 'to', 'ids that are in the archive')
  return {
    user_id: userOf(row, context),
    type,
    recipient_to: to,
    topic: textIn(row, 'topic', { max: 1_000, fallback: '' }),
    content: textIn(row, 'content', { max: 100_000 }),
    last_edit_time: integerIn(row, 'last_edit_time', { min: 0, max: 253_402_300_799 }),
  }
}
