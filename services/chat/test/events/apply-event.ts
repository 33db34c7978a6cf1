import assert from 'node:assert/strict'

import type { Loose } from '../chat-service.ts'
import { isMention, ownOf, topicKey, type ClientState } from './client-state.ts'

type Apply = (state: ClientState, event: Loose) => void

const ids = (list: readonly number[]) => list.toSorted((a, b) => a - b)

const SETTABLE = new Set([
  'color',
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
])

const PERSONAL: Readonly<Record<string, Apply>> = {
  alert_words: ({ values }, { alert_words: words }) => void (values['alert_words'] = words),
  muted_users: ({ values }, { muted_users: muted }) => void (values['muted_users'] = muted),
  onboarding_steps: ({ values }, { onboarding_steps: steps }) =>
    void (values['onboarding_steps'] = steps),
  'drafts add': ({ tables }, { drafts }) => {
    for (const draft of drafts) tables.drafts.set(draft.id, draft)
  },
  'drafts update': ({ tables }, { draft }) => void tables.drafts.set(draft.id, draft),
  'drafts remove': ({ tables }, { draft_id: id }) => assert.ok(tables.drafts.delete(id)),
  'saved_snippets add': ({ tables }, { saved_snippet: one }) =>
    void tables.snippets.set(one.id, one),
  'saved_snippets update': ({ tables }, { saved_snippet: one }) =>
    void tables.snippets.set(one.id, one),
  'saved_snippets remove': ({ tables }, { saved_snippet_id: id }) =>
    assert.ok(tables.snippets.delete(id)),
  'scheduled_messages add': ({ tables }, { scheduled_messages: all }) => {
    for (const one of all) tables.scheduled.set(one.scheduled_message_id, one)
  },
  'scheduled_messages update': ({ tables }, { scheduled_message: one }) =>
    void tables.scheduled.set(one.scheduled_message_id, one),
  'scheduled_messages remove': ({ tables }, { scheduled_message_id: id }) =>
    assert.ok(tables.scheduled.delete(id)),
  'navigation_view add': ({ tables }, { navigation_view: view }) =>
    void tables.views.set(view.fragment, view),
  'navigation_view update': ({ tables }, { fragment, data }) => {
    tables.views.set(fragment, { ...tables.views.get(fragment), ...data })
  },
  'navigation_view remove': ({ tables }, { fragment }) => assert.ok(tables.views.delete(fragment)),
  'user_settings update': ({ values }, { property, value }) =>
    void (values['user_settings'][property] = value),
  user_topic: ({ tables }, { id: _id, type: _type, ...row }) => {
    const key = topicKey(row['stream_id'], row['topic_name'])
    if (row['visibility_policy'] === 0) tables.topics.delete(key)
    else tables.topics.set(key, { ...row, key })
  },
  user_status: ({ values }, { id: _id, type: _type, user_id: user, ...change }) => {
    const status = { ...values['user_status'][user], ...change }
    if (status.emoji_name === '') {
      for (const name of ['emoji_name', 'emoji_code', 'reaction_type']) delete status[name]
    }
    if (status.status_text === '') delete status.status_text
    if (Object.keys(status).length === 0) delete values['user_status'][user]
    else values['user_status'][user] = status
  },
}

const MESSAGES: Readonly<Record<string, Apply>> = {
  message: ({ tables }, { message, flags }) => {
    if (flags.includes('read')) return
    const place =
      message.type === 'stream'
        ? { stream: message.stream_id, topic: message.subject.toLowerCase() }
        : { direct: true }
    tables.unread.set(message.id, { ...place, ...(isMention(flags) ? { mentioned: true } : {}) })
  },
  'update_message_flags add': ({ tables, values }, { flag, messages }) => {
    if (flag === 'read') for (const id of messages) tables.unread.delete(id)
    if (flag === 'starred') {
      values['starred_messages'] = ids([...new Set([...values['starred_messages'], ...messages])])
    }
  },
  'update_message_flags remove': ({ tables, values }, event) => {
    const { flag, messages, message_details: details } = event
    if (flag === 'starred') {
      const left = values['starred_messages'].filter((id: number) => !messages.includes(id))
      values['starred_messages'] = left
    }
    if (flag !== 'read') return
    for (const id of messages) {
      const { type, stream_id: stream, topic, mentioned } = details[id]
      const place = type === 'stream' ? { stream, topic: topic.toLowerCase() } : { direct: true }
      tables.unread.set(id, { ...place, ...(mentioned === true ? { mentioned } : {}) })
    }
  },
  delete_message: ({ tables, values }, { message_id: one, message_ids: all = [one] }) => {
    for (const id of all) tables.unread.delete(id)
    const left = values['starred_messages'].filter((id: number) => !all.includes(id))
    values['starred_messages'] = left
  },
  update_message: ({ tables }, event) => {
    const { message_id: shown, message_ids: all, flags, subject, new_stream_id: stream } = event
    for (const id of all) {
      const row = tables.unread.get(id)
      if (row === undefined) continue
      if (subject !== undefined) row['topic'] = subject.toLowerCase()
      if (stream !== undefined) row['stream'] = stream
    }
    const row = tables.unread.get(shown)
    if (row === undefined) return
    if (isMention(flags)) row['mentioned'] = true
    else delete row['mentioned']
  },
}

const ORGANIZATION: Readonly<Record<string, Apply>> = {
  'realm update': ({ values }, { property, value }) => void (values[`realm_${property}`] = value),
  'realm update_dict': ({ values }, { property, data }) => {
    for (const [name, value] of Object.entries(data)) {
      assert.ok(property === 'default' || name.startsWith(property))
      values[`realm_${name}`] = value
    }
  },
  'realm_domains add': ({ values }, { realm_domain: one }) =>
    void (values['realm_domains'] = domains([...values['realm_domains'], one])),
  'realm_domains change': ({ values }, { realm_domain: one }) => {
    const others = values['realm_domains'].filter(({ domain }: Loose) => domain !== one.domain)
    values['realm_domains'] = domains([...others, one])
  },
  'realm_domains remove': ({ values }, { domain: gone }) => {
    const left = values['realm_domains'].filter(({ domain }: Loose) => domain !== gone)
    values['realm_domains'] = left
  },
  'realm_emoji update': ({ values }, { realm_emoji: all }) => void (values['realm_emoji'] = all),
  realm_linkifiers: ({ values }, { realm_linkifiers: all }) =>
    void (values['realm_linkifiers'] = all),
  custom_profile_fields: ({ values, tables }, { fields }) => {
    values['custom_profile_fields'] = fields
    const left = new Set(fields.map(({ id }: Loose) => String(id)))
    // What is told of a field that is gone is nothing.
    for (const person of tables.people.values()) {
      for (const id of Object.keys(person['profile_data'] ?? {})) {
        if (!left.has(id)) delete person['profile_data'][id]
      }
    }
  },
  default_streams: ({ values }, { default_streams: all }) =>
    void (values['realm_default_streams'] = all),
  'channel_folder add': ({ tables }, { channel_folder: one }) =>
    void tables.folders.set(one.id, one),
  'channel_folder update': ({ tables, self }, { channel_folder_id: id, data }) => {
    const folder = tables.folders.get(id)
    assert.ok(folder !== undefined, 'updates are of known folders')
    // Archived ones are for administrators alone.
    const isKept = data['is_archived'] !== true || tables.people.get(self)?.['is_admin'] === true
    if (isKept) tables.folders.set(id, { ...folder, ...data })
    else tables.folders.delete(id)
  },
  'channel_folder reorder': ({ tables }, { order }) => {
    for (const [index, id] of order.entries()) {
      const folder = tables.folders.get(id)
      if (folder !== undefined) folder['order'] = index
    }
  },
}

const domains = (list: readonly Loose[]) =>
  list.toSorted((a, b) => (a['domain'] < b['domain'] ? -1 : 1))

const PEOPLE: Readonly<Record<string, Apply>> = {
  'realm_user add': ({ tables }, { person }) => void tables.people.set(person.user_id, person),
  'realm_user update': ({ tables }, { person }) => {
    const { user_id: id, new_email: email, custom_profile_field: field, ...plain } = person
    const known = tables.people.get(id)
    assert.ok(known !== undefined, 'updates are of known users')
    for (const [name, value] of Object.entries(plain)) if (name in known) known[name] = value
    if (email !== undefined) known['email'] = email
    if (person.role !== undefined) {
      Object.assign(known, { is_owner: person.role === 100, is_admin: person.role <= 200 })
      known['is_guest'] = person.role === 600
    }
    if (field === undefined) return
    const { id: fieldId, value, rendered_value: rendered } = field
    if (value === null) delete known['profile_data'][fieldId]
    else {
      const shown = typeof rendered === 'string' ? { value, rendered_value: rendered } : { value }
      known['profile_data'][fieldId] = shown
    }
  },
  'realm_bot add': ({ tables }, { bot }) => void tables.bots.set(bot.user_id, bot),
  'realm_bot delete': ({ tables }, { bot }) => assert.ok(tables.bots.delete(bot.user_id)),
  'realm_bot update': ({ tables }, { bot }) =>
    void tables.bots.set(bot.user_id, { ...tables.bots.get(bot.user_id), ...bot }),
  'user_group add': ({ tables }, { group }) => void tables.groups.set(group.id, group),
  'user_group remove': ({ tables }, { group_id: id }) => assert.ok(tables.groups.delete(id)),
  'user_group update': ({ tables }, { group_id: id, data }) => {
    const group = tables.groups.get(id)
    assert.ok(group !== undefined, 'updates are of known groups')
    tables.groups.set(id, { ...group, ...data })
  },
}

/** A list of a group's that grows and shrinks by events. */
function changeList(field: string, given: string, isAdded: boolean): Apply {
  return ({ tables }, { group_id: id, [given]: changed }) => {
    const group = tables.groups.get(id)
    assert.ok(group !== undefined, 'updates are of known groups')
    const others = group[field].filter((one: number) => !changed.includes(one))
    group[field] = ids(isAdded ? [...others, ...changed] : others)
  }
}

const APPLY: Readonly<Record<string, Apply>> = {
  ...PERSONAL,
  ...MESSAGES,
  ...ORGANIZATION,
  ...PEOPLE,
  'user_group add_members': changeList('members', 'user_ids', true),
  'user_group remove_members': changeList('members', 'user_ids', false),
  'user_group add_subgroups': changeList('direct_subgroup_ids', 'direct_subgroup_ids', true),
  'user_group remove_subgroups': changeList('direct_subgroup_ids', 'direct_subgroup_ids', false),
  'stream delete': ({ tables }, { stream_ids: gone }) => {
    for (const id of gone) tables.channels.delete(id)
  },
  'subscription add': ({ tables }, { subscriptions }) => {
    for (const one of subscriptions) tables.channels.set(one.stream_id, ownOf(one))
  },
  'subscription remove': ({ tables }, { subscriptions }) => {
    for (const { stream_id: id } of subscriptions) tables.channels.delete(id)
  },
  'subscription update': ({ tables }, { stream_id: id, property, value }) => {
    const row = tables.channels.get(id)
    if (row !== undefined && SETTABLE.has(property)) row[property] = value
  },
}

// Of messages that a client has open, or of what the test of channels keeps.
const NOT_KEPT = new Set([
  'attachment',
  'presence',
  'reaction',
  'stream',
  'submessage',
  'subscription',
  'typing',
])

/** Brings what a client knows up to date. */
export function applyEvent(state: ClientState, event: Loose): void {
  const { type, op } = event
  const apply = APPLY[op === undefined ? type : `${type} ${op}`]
  assert.ok(apply !== undefined || NOT_KEPT.has(type), `nothing is kept of ${type} ${op}`)
  apply?.(state, structuredClone(event))
}
