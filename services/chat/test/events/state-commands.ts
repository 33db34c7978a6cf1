import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ChatTest, Person } from '../chat-service.ts'
import { sendPicture } from '../files/files.ts'

/** Who may do things, and what random numbers choose from. */
export interface Stage {
  readonly chat: ChatTest
  readonly people: readonly Person[]
  /** One of a table's rows, by a random number. */
  readonly one: (table: string, number: number, where?: string) => Promise<number>
}

interface Step {
  readonly by: number
  readonly a: number
  readonly b: number
  readonly isOn: boolean
}

type Command = (stage: Stage, by: Person, step: Step) => Promise<TestAnswer>

const WORDS = ['skull', 'Yorick', 'poison', 'ghost'] as const
const word = (number: number) => WORDS[number % WORDS.length] ?? 'skull'
const TOPICS = ['one', 'two', ''] as const
const topic = (number: number) => TOPICS[number % TOPICS.length] ?? ''
const at = ({ people, chat }: Stage, number: number) => people[number % people.length] ?? chat.owner
const members = (stage: Stage, { a, b }: Step) => ({
  direct_members: [...new Set([at(stage, a).id, at(stage, b).id])],
  direct_subgroups: [],
})
const STRANGER = `full_name like 'Extra%'`
const NAMED = 'name is not null and not is_system'
const own = ({ id }: Person, column = 'user_id') => `${column} = ${id}`

const PERSONAL: Readonly<Record<string, Command>> = {
  alertWords: (_stage, by, { a, isOn }) =>
    isOn
      ? by.post('/users/me/alert_words', { alert_words: [word(a)] })
      : by.delete('/users/me/alert_words', { alert_words: [word(a)] }),
  addDraft: async ({ one }, by, { a, b }) =>
    by.post('/drafts', {
      drafts: [
        { type: 'stream', to: [await one('stream', a)], topic: topic(b), content: word(a) },
        { type: '', to: [], topic: '', content: word(b) },
      ],
    }),
  editDraft: async (stage, by, { a, b }) =>
    by.patch(`/drafts/${await stage.one('draft', a, own(by))}`, {
      draft: { type: 'private', to: [at(stage, b).id], topic: '', content: word(b) },
    }),
  dropDraft: async ({ one }, by, { a }) => by.delete(`/drafts/${await one('draft', a, own(by))}`),
  addSnippet: (_stage, by, { a, b }) =>
    by.post('/saved_snippets', { title: word(a), content: word(b) }),
  editSnippet: async ({ one }, by, { a, b }) =>
    by.patch(`/saved_snippets/${await one('saved_snippet', a, own(by))}`, { title: word(b) }),
  dropSnippet: async ({ one }, by, { a }) =>
    by.delete(`/saved_snippets/${await one('saved_snippet', a, own(by))}`),
  schedule: async ({ chat, one }, by, { a, b }) =>
    by.post('/scheduled_messages', {
      type: 'stream',
      to: await one('stream', a),
      topic: topic(b),
      content: `**${word(b)}**`,
      scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 86_400 + a,
    }),
  reschedule: async (stage, by, { a, b, isOn }) =>
    by.patch(
      `/scheduled_messages/${await stage.one('scheduled_message', a, own(by, 'sender_id'))}`,
      {
        ...(isOn ? { type: 'private', to: [at(stage, b).id] } : {}),
        content: word(a),
      },
    ),
  unschedule: async ({ one }, by, { a }) =>
    by.delete(`/scheduled_messages/${await one('scheduled_message', a, own(by, 'sender_id'))}`),
  mute: (stage, by, { a, isOn }) => {
    const path = `/users/me/muted_users/${at(stage, a).id}`
    return isOn ? by.post(path) : by.delete(path)
  },
  topicPolicy: async ({ one }, by, { a, b }) =>
    by.post('/user_topics', {
      stream_id: await one('stream', a),
      topic: topic(b),
      visibility_policy: (a + b) % 4,
    }),
  addView: (_stage, by, { a, isOn }) =>
    by.post('/navigation_views', {
      ...(a > 3 ? { fragment: 'inbox' } : { fragment: `x-${word(a)}`, name: word(a) }),
      is_pinned: isOn,
    }),
  editView: (_stage, by, { a, b, isOn }) =>
    by.patch(`/navigation_views/x-${word(a)}`, {
      is_pinned: isOn,
      ...(b > 2 ? { name: `${word(b)} ${b}` } : {}),
    }),
  dropView: (_stage, by, { a }) =>
    by.delete(`/navigation_views/${a > 3 ? 'inbox' : `x-${word(a)}`}`),
  onboarding: (_stage, by, { isOn }) =>
    by.post('/users/me/onboarding_steps', {
      onboarding_step: isOn ? 'intro_inbox_view_modal' : 'intro_recent_view_modal',
    }),
  setting: (_stage, by, { a, isOn }) =>
    by.patch('/settings', {
      enter_sends: isOn,
      web_font_size_px: 12 + a,
      ...(a === 3 ? { timezone: isOn ? 'UTC' : 'Europe/Madrid' } : {}),
      ...(a === 4 ? { email_address_visibility: isOn ? 1 : 3 } : {}),
    }),
  status: (_stage, by, { a, b }) =>
    by.post('/users/me/status', {
      ...(a === 1 ? {} : { status_text: a % 2 === 0 ? '' : word(a) }),
      ...(b === 1 ? {} : { emoji_name: b % 2 === 0 ? '' : 'car' }),
    }),
  property: async ({ one }, by, { a, isOn }) =>
    by.post('/users/me/subscriptions/properties', {
      subscription_data: [
        {
          stream_id: await one('stream', a),
          property: a % 2 === 0 ? 'is_muted' : 'pin_to_top',
          value: isOn,
        },
      ],
    }),
}

const MESSAGES: Readonly<Record<string, Command>> = {
  send: async ({ one }, by, { a, b, isOn }) =>
    by.post('/messages', {
      type: 'stream',
      to: await one('stream', a),
      topic: topic(b),
      content: isOn ? '@**Cordelia** @**all** look' : word(a),
    }),
  sendDirect: (stage, by, { a, b }) =>
    by.post('/messages', {
      type: 'direct',
      to: [...new Set([at(stage, a).id, at(stage, b).id])],
      content: word(a),
    }),
  edit: async ({ one }, by, { a, isOn }) =>
    by.patch(`/messages/${await one('message', a, own(by, 'sender_id'))}`, {
      content: isOn ? '@**Cordelia** now' : `plain ${word(a)}`,
    }),
  moveTopic: async ({ one }, by, { a, b, isOn }) =>
    by.patch(`/messages/${await one('message', a)}`, {
      topic: topic(b),
      propagate_mode: isOn ? 'change_all' : 'change_one',
    }),
  moveChannel: async ({ one }, by, { a, b, isOn }) =>
    by.patch(`/messages/${await one('message', a)}`, {
      stream_id: await one('stream', b),
      propagate_mode: isOn ? 'change_all' : 'change_later',
    }),
  dropMessage: async ({ one }, by, { a }) => by.delete(`/messages/${await one('message', a)}`),
  dropTopic: async ({ one }, by, { a, b }) =>
    by.post(`/streams/${await one('stream', a)}/delete_topic`, { topic_name: topic(b) }),
  flag: async ({ one }, by, { a, b, isOn }) =>
    by.post('/messages/flags', {
      messages: [await one('message', a), await one('message', b)],
      op: isOn ? 'add' : 'remove',
      flag: a % 2 === 0 ? 'read' : 'starred',
    }),
  readTopic: async ({ one }, by, { a, b }) =>
    by.post('/mark_topic_as_read', { stream_id: await one('stream', a), topic_name: topic(b) }),
  react: async ({ one }, by, { a, isOn }) => {
    const path = `/messages/${await one('message', a)}/reactions`
    return isOn
      ? by.post(path, { emoji_name: 'octopus' })
      : by.delete(path, { emoji_name: 'octopus' })
  },
}

const CHANNELS: Readonly<Record<string, Command>> = {
  join: (_stage, by, { a, isOn }) => {
    const name = `play ${a}`
    return isOn
      ? by.post('/users/me/subscriptions', { subscriptions: [{ name }] })
      : by.delete('/users/me/subscriptions', { subscriptions: [name] })
  },
  bring: (stage, by, { a, b }) =>
    by.post('/users/me/subscriptions', {
      subscriptions: [{ name: `play ${a}` }],
      principals: [at(stage, b).id],
    }),
  privacy: async ({ one }, by, { a, b, isOn }) =>
    by.patch(`/streams/${await one('stream', a)}`, {
      is_private: isOn,
      ...(isOn ? { history_public_to_subscribers: b % 2 === 0 } : {}),
    }),
  archive: async ({ one }, by, { a, isOn }) => {
    const path = `/streams/${await one('stream', a)}`
    return isOn ? by.delete(path) : by.patch(path, { is_archived: false })
  },
  default: async ({ one }, by, { a, isOn }) => {
    const fields = { stream_id: await one('stream', a) }
    return isOn ? by.post('/default_streams', fields) : by.delete('/default_streams', fields)
  },
  addFolder: (_stage, by, { a }) => by.post('/channel_folders/create', { name: `folder ${a}` }),
  editFolder: async ({ one }, by, { a, b, isOn }) =>
    by.patch(
      `/channel_folders/${await one('channel_folder', a)}`,
      b % 2 === 0 ? { is_archived: isOn } : { name: `folder ${b}`, description: word(b) },
    ),
  orderFolders: async ({ chat }, by, { isOn }) => {
    const rows = await chat.database.query<{ id: number }>({
      text: 'select id from channel_folder order by id',
      values: [],
    })
    const order = rows.map(({ id }) => id)
    return by.patch('/channel_folders', { order: isOn ? order : order.toReversed() })
  },
}

const PEOPLE: Readonly<Record<string, Command>> = {
  rename: (stage, by, { a, b }) =>
    by.patch(`/users/${at(stage, a).id}`, { full_name: `${at(stage, a).name} ${b}` }),
  // Of those who watch, the owner keeps theirs: somebody must be able to give roles.
  ownRole: (stage, by, { a, b }) =>
    by.patch(`/users/${at(stage, 3 + (a % 3)).id}`, { role: [200, 300, 400, 600][b % 4] }),
  role: async ({ one }, by, { a, b }) =>
    by.patch(`/users/${await one('user_profile', a, STRANGER)}`, {
      role: [200, 300, 400, 600][b % 4],
    }),
  deactivate: async ({ one }, by, { a, isOn }) => {
    const id = await one('user_profile', a, STRANGER)
    return isOn ? by.delete(`/users/${id}`) : by.post(`/users/${id}/reactivate`)
  },
  addUser: ({ chat }, by) =>
    by.post('/users', {
      email: `extra${chat.clock.now()}@example.com`,
      password: 'correct-horse',
      full_name: `Extra ${chat.clock.now()}`,
    }),
  addBot: ({ chat }, by) => {
    const name = `bot${chat.clock.now()}`
    return by.post('/bots', { full_name: name, short_name: name })
  },
  editBot: async (stage, by, { a, b, isOn }) => {
    const path = `/bots/${await stage.one('user_profile', a, 'bot_type = 1 and not is_system_bot')}`
    if (b === 0) return by.delete(path)
    return by.patch(path, isOn ? { full_name: `bot ${a}${b}` } : { bot_owner_id: at(stage, b).id })
  },
  addGroup: (stage, by, step) =>
    by.post('/user_groups/create', {
      name: `group ${step.a}`,
      description: word(step.b),
      members: [at(stage, step.a).id, at(stage, step.b).id],
    }),
  editGroup: async (stage, by, step) =>
    by.patch(`/user_groups/${await stage.one('user_group', step.a, NAMED)}`, {
      ...(step.isOn ? { name: `group ${step.b}` } : { description: word(step.b) }),
      ...(step.b > 2 ? { can_join_group: { new: members(stage, step) } } : {}),
      ...(step.b === 1 ? { deactivated: false } : {}),
    }),
  groupMembers: async (stage, by, { a, b, isOn }) =>
    by.post(`/user_groups/${await stage.one('user_group', a, NAMED)}/members`, {
      [isOn ? 'add' : 'delete']: [at(stage, b).id],
    }),
  subgroups: async ({ one }, by, { a, b, isOn }) =>
    by.post(`/user_groups/${await one('user_group', a, NAMED)}/subgroups`, {
      [isOn ? 'add' : 'delete']: [await one('user_group', b, NAMED)],
    }),
  dropGroup: async ({ one }, by, { a }) =>
    by.post(`/user_groups/${await one('user_group', a, NAMED)}/deactivate`),
  addField: (_stage, by, { a, b }) =>
    by.post('/realm/profile_fields', { name: `field ${a}`, field_type: b % 2 === 0 ? 1 : 8 }),
  editField: async ({ one }, by, { a, b }) =>
    by.patch(`/realm/profile_fields/${await one('custom_profile_field', a)}`, { hint: word(b) }),
  dropField: async ({ one }, by, { a }) =>
    by.delete(`/realm/profile_fields/${await one('custom_profile_field', a)}`),
  profile: async ({ one }, by, { a, b, isOn }) => {
    const id = await one('custom_profile_field', a)
    return isOn
      ? by.patch('/users/me/profile_data', { data: [{ id, value: word(b) }] })
      : by.delete('/users/me/profile_data', { data: [id] })
  },
}

const ORGANIZATION: Readonly<Record<string, Command>> = {
  realm: (_stage, by, { a, isOn }) =>
    by.patch('/realm', {
      description: word(a),
      allow_message_editing: true,
      message_content_edit_limit_seconds: 3600 + a,
      enable_read_receipts: isOn,
      ...(a === 2 ? { waiting_period_threshold: isOn ? 0 : 3 } : {}),
    }),
  realmGroup: (stage, by, step) =>
    by.patch('/realm', { can_add_custom_emoji_group: { new: members(stage, step) } }),
  announce: async ({ one }, by, { a, isOn }) =>
    by.patch('/realm', {
      new_stream_announcements_stream_id: isOn ? await one('stream', a) : -1,
    }),
  emoji: ({ chat }, by, { a, isOn }) => {
    const path = `/realm/emoji/${word(a).toLowerCase()}`
    return isOn ? sendPicture(chat, by, path) : by.delete(path)
  },
  picture: ({ chat }, by, { isOn }) =>
    isOn ? sendPicture(chat, by, '/users/me/avatar') : by.delete('/users/me/avatar'),
  domain: (_stage, by, { a, isOn }) => {
    const domain = `${word(a).toLowerCase()}.com`
    return isOn
      ? by.post('/realm/domains', { domain, allow_subdomains: false })
      : by.delete(`/realm/domains/${domain}`)
  },
  editDomain: (_stage, by, { a, isOn }) =>
    by.patch(`/realm/domains/${word(a).toLowerCase()}.com`, { allow_subdomains: isOn }),
  addLinkifier: (_stage, by, { a }) =>
    by.post('/realm/filters', {
      pattern: `${word(a)}(?P<id>[0-9]+)`,
      url_template: 'https://example.com/{id}',
    }),
  editLinkifier: async ({ one }, by, { a, b }) =>
    by.patch(`/realm/filters/${await one('linkifier', a)}`, {
      pattern: `${word(b)}(?P<id>[0-9]+)`,
      url_template: `https://example.com/${b}/{id}`,
    }),
  orderLinkifiers: async ({ chat }, by, { isOn }) => {
    const rows = await chat.database.query<{ id: number }>({
      text: 'select id from linkifier order by id',
      values: [],
    })
    const ids = rows.map(({ id }) => id)
    return by.patch('/realm/linkifiers', {
      ordered_linkifier_ids: isOn ? ids : ids.toReversed(),
    })
  },
  dropLinkifier: async ({ one }, by, { a }) =>
    by.delete(`/realm/filters/${await one('linkifier', a)}`),
}

/** What people do, by name. Much of it is refused, as they please. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...PERSONAL,
  ...MESSAGES,
  ...CHANNELS,
  ...PEOPLE,
  ...ORGANIZATION,
}
