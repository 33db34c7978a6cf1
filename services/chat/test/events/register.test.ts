import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import {
  channel,
  send,
  sendDirect,
  startChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'

/** What the parsers of Zulip's mobile client insist on. */
type Models = Readonly<
  Record<
    string,
    Readonly<Record<string, { nullable_or_optional: boolean; dart_cast: string | null }>>
  >
>

const MODELS = JSON.parse(
  readFileSync(new URL('../data/zulip-flutter-model-fields.json', import.meta.url), 'utf8'),
) as Models

let chat: ChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await chat.person('Polonius', ROLE.guest)
  await chat.bot('Fortinbras', hamlet)
  await channel(chat.owner, 'Denmark', [hamlet, cordelia])
  await channel(chat.owner, 'Elsinore', [cordelia])
})
after(() => chat.stop())

async function register(by: Person, fields: Loose = {}): Promise<Loose> {
  const { status, json } = await by.post('/register', fields)
  assert.equal(status, 200, json.msg)
  return json
}

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  num: (value) => typeof value === 'number',
  String: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  'List<dynamic>': Array.isArray,
  'Map<String, dynamic>': (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
}

// Only of servers before feature level 291; Zulip's document of level 421 has no such key.
const OLD = new Set(['realm_delete_own_message_policy'])

function insistsOn(model: string, value: Loose, place: string): void {
  for (const [name, field] of Object.entries(MODELS[model] ?? {})) {
    if (field.nullable_or_optional || OLD.has(name)) continue
    assert.ok(Object.hasOwn(value, name), `${place}.${name} is missing`)
    const kind = KINDS[(field.dart_cast ?? '').replace(/,$/, '')]
    if (kind !== undefined)
      assert.ok(kind(value[name]), `${place}.${name} is ${JSON.stringify(value[name])}`)
  }
}

// The mobile client asks so.
const MOBILE = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
}

test('the state has everything that the mobile client insists on, in the right types', async () => {
  await send(cordelia, 'Denmark', 'a', 'x')
  await sendDirect(cordelia, [hamlet], 'x')
  const state = await register(hamlet, MOBILE)
  insistsOn('InitialSnapshot', state, 'state')
  for (const one of state['subscriptions']) insistsOn('Subscription', one, 'subscription')
  for (const one of state['streams']) insistsOn('ZulipStream', one, 'stream')
  // The contract gives profile data to people only.
  for (const one of [...state['realm_users'], ...state['cross_realm_bots']]) {
    insistsOn('User', one['is_bot'] === true ? { ...one, profile_data: {} } : one, 'user')
  }
  for (const one of state['realm_user_groups']) insistsOn('UserGroup', one, 'group')
  insistsOn('UserSettings', state['user_settings'], 'user_settings')
  insistsOn(
    'SupportedPermissionSettings',
    state['server_supported_permission_settings'],
    'permissions',
  )
})

test('the state is what is: subscriptions, channels, people, unread messages', async () => {
  const id = await send(cordelia, 'Denmark', 'fresh', 'x')
  const state = await register(hamlet)
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  assert.deepEqual(names(state['subscriptions']), ['Denmark'])
  assert.deepEqual(names(state['never_subscribed']), ['Elsinore'])
  assert.deepEqual(names(state['streams']), ['Denmark', 'Elsinore'])
  assert.equal(state['user_id'], hamlet.id)
  assert.equal(state['max_message_id'], id)
  const topic = state['unread_msgs'].streams.find((one: Loose) => one['topic'] === 'fresh')
  assert.deepEqual(topic.unread_message_ids, [id])
  assert.deepEqual(state['realm_users'].map((user: Loose) => user['full_name']).toSorted(), [
    'Cordelia',
    'Fortinbras',
    'King Hamlet',
    'Polonius',
    'owner',
  ])
  assert.deepEqual(
    [
      state['max_stream_name_length'],
      state['max_stream_description_length'],
      state['max_topic_length'],
    ],
    [60, 1024, 60],
  )
  assert.equal(state['zulip_feature_level'], 421)
  assert.equal(state['last_event_id'], -1)
})

test('only what is asked for is fetched; what is unknown asks for nothing; null asks for everything', async () => {
  const always = [
    'last_event_id',
    'msg',
    'queue_id',
    'result',
    'zulip_feature_level',
    'zulip_merge_base',
    'zulip_version',
  ]
  const some = await register(hamlet, { fetch_event_types: ['alert_words', 'invented'] })
  assert.deepEqual(Object.keys(some).toSorted(), ['alert_words', ...always].toSorted())
  const none = await register(hamlet, { event_types: [] })
  assert.deepEqual(Object.keys(none).toSorted(), always)
  const all = await register(hamlet, { event_types: 'null' })
  assert.ok(Object.keys(all).length > 150)
})

test('subscribers are listed wholly, partly or not at all', async () => {
  const keys = async (value: unknown) =>
    Object.keys((await register(hamlet, { include_subscribers: value }))['subscriptions'][0])
  const whole = await register(hamlet, { include_subscribers: true })
  assert.deepEqual(whole['subscriptions'][0].subscribers, [hamlet.id, cordelia.id])
  assert.ok(!(await keys(false)).includes('subscribers'))
  assert.ok((await keys('partial')).includes('partial_subscribers'))
})

test('a queue cannot be narrowed by what it cannot decide', async () => {
  const refused = async (narrow: unknown) => (await hamlet.post('/register', { narrow })).json.msg
  assert.equal(await refused([['search', 'x']]), 'Operator search not supported.')
  assert.equal(await refused([['is', 'followed']]), 'Operand followed not supported.')
})

test('a guest’s state holds no channel that the guest may not know', async () => {
  const guest = await chat.person('Reynaldo', ROLE.guest)
  const state = await register(guest)
  for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'])
    assert.deepEqual(state[list], [])
})
