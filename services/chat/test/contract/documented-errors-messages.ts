import { channel, send, type Person } from '../chat-service.ts'
import { NOTHING, type ErrorCases, type World } from './documented-error-case.ts'

const QUEUE = 'fb67bf8a-c031-47cc-84cf-ed80accacda8'
const LATER = 4_102_444_800
const EVERYBODY = 'You do not have permission to use channel wildcard mentions in this channel.'
const TOPIC = 'You do not have permission to use topic wildcard mentions in this topic.'

const noMessage = (verb: 'get' | 'delete', rest = '') => ({
  'Invalid message(s)': ({ owner }: World) => owner[verb](`/messages/${NOTHING}${rest}`),
})

const toCrowd = (by: Person, { crowd }: World, content: string) =>
  by.post('/messages', { type: 'stream', to: crowd, topic: 'crowded', content })

/** Edits a message of one's own in the crowd. */
async function editInCrowd({ hamlet, crowd }: World, content: string) {
  return await hamlet.patch(`/messages/${await send(hamlet, crowd, 'crowded', 'x')}`, { content })
}

async function scheduled({ hamlet, denmark }: World): Promise<string> {
  const { json } = await hamlet.post('/scheduled_messages', {
    type: 'stream',
    to: denmark,
    topic: 'later',
    content: 'soon',
    scheduled_delivery_timestamp: LATER,
  })
  return `/scheduled_messages/${json.scheduled_message_id}`
}

const soon = (fields: object) => ({
  topic: 'later',
  content: 'soon',
  scheduled_delivery_timestamp: LATER,
  ...fields,
})
const noChannel = { 9: NOTHING }
const noPerson = { 10: NOTHING }

const tokenCases = (path: string, verb: 'post' | 'delete') => ({
  'Empty or invalid length token': ({ hamlet }: World) =>
    hamlet[verb](path, { token: '', appid: 'org.zulip.Zulip' }),
})
const noToken = (path: string) => ({
  'Token does not exist': ({ hamlet }: World) => hamlet.delete(path, { token: 'c0ffee' }),
})
const APNS = '/users/me/apns_device_token'
const FCM = '/users/me/android_gcm_reg_id'

const noChannelId = (ask: (owner: Person) => ReturnType<Person['get']>) => ({
  'Invalid channel ID': ({ owner }: World) => ask(owner),
})

/** The errors around events, messages, what is one's own, devices and channels. */
export const MESSAGE_ERRORS: ErrorCases = {
  'GET /events': {
    [`Bad event queue ID: ${QUEUE}`]: ({ hamlet }) =>
      hamlet.get('/events', { queue_id: QUEUE, last_event_id: -1 }),
  },
  'DELETE /events': {
    [`Bad event queue ID: ${QUEUE}`]: ({ hamlet }) => hamlet.delete('/events', { queue_id: QUEUE }),
  },
  'DELETE /attachments/{attachment_id}': {
    'Invalid attachment': ({ hamlet }) => hamlet.delete(`/attachments/${NOTHING}`),
    'Not logged in: API authentication or user session required': ({ chat }) =>
      chat.client.send('DELETE', '/api/v1/attachments/1'),
  },
  'POST /drafts': {
    'Must specify exactly 1 channel ID for channel messages': ({ hamlet }) =>
      hamlet.post('/drafts', { drafts: [{ type: 'stream', to: [], topic: 't', content: 'c' }] }),
  },
  'DELETE /drafts/{draft_id}': {
    'Draft does not exist': ({ hamlet }) => hamlet.delete(`/drafts/${NOTHING}`),
  },
  'PATCH /drafts/{draft_id}': {
    'Draft does not exist': ({ hamlet }) =>
      hamlet.patch(`/drafts/${NOTHING}`, { draft: { type: '', to: [], topic: '', content: 'c' } }),
  },
  'POST /navigation_views': {
    'fragment cannot be blank': ({ hamlet }) =>
      hamlet.post('/navigation_views', { fragment: '', is_pinned: true }),
  },
  'DELETE /navigation_views/{fragment}': {
    'Navigation view does not exist.': ({ hamlet }) => hamlet.delete('/navigation_views/nothing'),
  },
  'PATCH /navigation_views/{fragment}': {
    'Built-in views cannot have a custom name': ({ hamlet }) =>
      hamlet.patch('/navigation_views/inbox', { name: 'Mine' }),
    'Navigation view does not exist.':
      'its code NOT_FOUND is in no list of codes; DELETE of the same view has BAD_REQUEST',
  },
  'POST /saved_snippets': {
    'Title cannot be empty.': ({ hamlet }) =>
      hamlet.post('/saved_snippets', { title: ' ', content: 'c' }),
  },
  'DELETE /saved_snippets/{saved_snippet_id}': {
    'Saved snippet does not exist.': ({ hamlet }) => hamlet.delete(`/saved_snippets/${NOTHING}`),
  },
  'PATCH /saved_snippets/{saved_snippet_id}': {
    'Saved snippet does not exist.': ({ hamlet }) =>
      hamlet.patch(`/saved_snippets/${NOTHING}`, { title: 'x' }),
  },
  'DELETE /reminders/{reminder_id}': {
    'Reminder does not exist': ({ hamlet }) => hamlet.delete(`/reminders/${NOTHING}`),
  },
  'POST /scheduled_messages': {
    "Channel with ID '9' does not exist": async ({ hamlet }) => ({
      answer: await hamlet.post('/scheduled_messages', soon({ type: 'stream', to: NOTHING })),
      named: noChannel,
    }),
    'Invalid user ID 10': async ({ hamlet }) => ({
      answer: await hamlet.post('/scheduled_messages', soon({ type: 'direct', to: [NOTHING] })),
      named: noPerson,
    }),
  },
  'PATCH /scheduled_messages/{scheduled_message_id}': {
    "Channel with ID '9' does not exist": async (world) => ({
      answer: await world.hamlet.patch(await scheduled(world), { to: NOTHING }),
      named: noChannel,
    }),
    'Invalid user ID 10': async (world) => ({
      answer: await world.hamlet.patch(await scheduled(world), { type: 'direct', to: [NOTHING] }),
      named: noPerson,
    }),
    'Scheduled message does not exist': ({ hamlet }) =>
      hamlet.patch(`/scheduled_messages/${NOTHING}`, { content: 'x' }),
  },
  'DELETE /scheduled_messages/{scheduled_message_id}': {
    'Scheduled message does not exist': ({ hamlet }) =>
      hamlet.delete(`/scheduled_messages/${NOTHING}`),
  },
  'POST /messages': {
    "Channel 'nonexistent' does not exist": ({ hamlet }) =>
      hamlet.post('/messages', { type: 'stream', to: 'nonexistent', topic: 't', content: 'c' }),
    "Invalid email 'eeshan@zulip.com'": ({ hamlet }) =>
      hamlet.post('/messages', { type: 'direct', to: ['eeshan@zulip.com'], content: 'c' }),
    [EVERYBODY]: (world) => toCrowd(world.hamlet, world, '@**all**'),
    [TOPIC]: (world) => toCrowd(world.hamlet, world, '@**topic**'),
  },
  'GET /messages/{message_id}/history': noMessage('get', '/history'),
  'GET /messages/{message_id}/read_receipts': noMessage('get', '/read_receipts'),
  'GET /messages/{message_id}': noMessage('get'),
  'DELETE /messages/{message_id}': {
    ...noMessage('delete'),
    "You don't have permission to delete this message": async ({ owner, hamlet, denmark }) =>
      hamlet.delete(`/messages/${await send(owner, denmark, 't', 'x')}`),
  },
  'PATCH /messages/{message_id}': {
    "You don't have permission to edit this message": async ({ owner, hamlet, denmark }) =>
      hamlet.patch(`/messages/${await send(owner, denmark, 't', 'x')}`, { content: 'y' }),
    'You only have permission to move the 2/5 most recent messages in this topic.': tooOldToMove,
    [EVERYBODY]: (world) => editInCrowd(world, '@**all**'),
    [TOPIC]: (world) => editInCrowd(world, '@**topic**'),
  },
  'POST /messages/{message_id}/reactions': {
    'Invalid emoji code': 'Zulip’s own answer ends in a point, and says so for its other codes',
    'Reaction already exists.': async ({ hamlet, denmark }) => {
      const path = `/messages/${await send(hamlet, denmark, 't', 'x')}/reactions`
      await hamlet.post(path, { emoji_name: 'octopus' })
      return await hamlet.post(path, { emoji_name: 'octopus' })
    },
  },
  'DELETE /messages/{message_id}/reactions': {
    'Invalid emoji code': 'a removal names a reaction that is there, whatever its code is',
    "Reaction doesn't exist.": async ({ hamlet, denmark }) =>
      hamlet.delete(`/messages/${await send(hamlet, denmark, 't', 'x')}/reactions`, {
        emoji_name: 'octopus',
      }),
  },
  'POST /messages/{message_id}/report': {
    'Moderation request channel must be specified to enable message reporting.': async ({
      hamlet,
      denmark,
    }) =>
      hamlet.post(`/messages/${await send(hamlet, denmark, 't', 'x')}/report`, {
        report_type: 'spam',
      }),
  },
  'POST /typing': {
    'Missing channel ID': ({ hamlet }) =>
      hamlet.post('/typing', { type: 'stream', op: 'start', topic: 't' }),
  },
  'POST /mobile_push/test_notification': {
    'Device not recognized': ({ hamlet }) =>
      hamlet.post('/mobile_push/test_notification', { token: 'none' }),
    'Device not recognized by the push bouncer': async ({ pushing: { person, relay } }) => {
      await person.post(FCM, { token: 'Google' })
      relay.answer('test_notification', 400, { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', msg: 'x' })
      return await person.post('/mobile_push/test_notification')
    },
  },
  'POST /mobile_push/e2ee/test_notification': {
    'No active registered push device': ({ hamlet }) =>
      hamlet.post('/mobile_push/e2ee/test_notification'),
    'Push notification configuration issue on server, contact the server administrator or retry later.':
      async ({ pushing: { person, relay } }) => {
        relay.answer('e2ee/notify', 403, { code: 'PUSH_NOTIFICATIONS_DISALLOWED', msg: 'No' })
        return await person.post('/mobile_push/e2ee/test_notification')
      },
    'Internal server error on Zulip push notification service, retry later.': async ({
      pushing: { person, relay },
    }) => {
      relay.answer('e2ee/notify', 500, {})
      return await person.post('/mobile_push/e2ee/test_notification')
    },
    'Network error while connecting to Zulip push notification service.': async ({
      pushing: { person, relay },
    }) => {
      relay.answer('e2ee/notify', 'hang up', {})
      return await person.post('/mobile_push/e2ee/test_notification')
    },
  },
  'POST /mobile_push/register': {
    'Server is not configured to use push notification service.': ({ hamlet }) =>
      hamlet.post('/mobile_push/register', {
        token_kind: 'fcm',
        push_account_id: 1,
        push_public_key: Buffer.alloc(32, 1).toString('base64'),
        bouncer_public_key: 'key',
        encrypted_push_registration: 'sealed',
      }),
  },
  'POST /users/me/apns_device_token': {
    ...tokenCases(APNS, 'post'),
    'Invalid APNS token': ({ hamlet }) => hamlet.post(APNS, { token: 'xy', appid: 'org.zulip' }),
  },
  'DELETE /users/me/apns_device_token': { ...tokenCases(APNS, 'delete'), ...noToken(APNS) },
  'POST /users/me/android_gcm_reg_id': tokenCases(FCM, 'post'),
  'DELETE /users/me/android_gcm_reg_id': { ...tokenCases(FCM, 'delete'), ...noToken(FCM) },
  'GET /get_stream_id': {
    "Invalid channel name 'nonexistent'": ({ hamlet }) =>
      hamlet.get('/get_stream_id', { stream: 'nonexistent' }),
  },
  'POST /default_streams': {
    ...noChannelId((owner) => owner.post('/default_streams', { stream_id: NOTHING })),
    'Private channels cannot be made default.': ({ owner, secret }) =>
      owner.post('/default_streams', { stream_id: secret }),
  },
  'DELETE /default_streams': noChannelId((owner) =>
    owner.delete('/default_streams', { stream_id: NOTHING }),
  ),
  'GET /users/me/{stream_id}/topics': noChannelId((owner) =>
    owner.get(`/users/me/${NOTHING}/topics`),
  ),
  'DELETE /users/me/subscriptions': {
    "Channel 'nonexistent' does not exist": ({ hamlet }) =>
      hamlet.delete('/users/me/subscriptions', { subscriptions: ['nonexistent'] }),
  },
  'POST /users/me/subscriptions': {
    'Unable to access channel (private).': ({ hamlet }) =>
      hamlet.post('/users/me/subscriptions', { subscriptions: [{ name: 'private' }] }),
  },
  'GET /streams/{stream_id}/members': noChannelId((owner) =>
    owner.get(`/streams/${NOTHING}/members`),
  ),
  'GET /streams/{stream_id}/email_address': noChannelId((owner) =>
    owner.get(`/streams/${NOTHING}/email_address`),
  ),
  'GET /streams/{stream_id}': noChannelId((owner) => owner.get(`/streams/${NOTHING}`)),
  'DELETE /streams/{stream_id}': noChannelId((owner) => owner.delete(`/streams/${NOTHING}`)),
  'PATCH /streams/{stream_id}': {
    ...noChannelId((owner) => owner.patch(`/streams/${NOTHING}`, { description: 'x' })),
    'Invalid parameters': ({ owner, denmark }) =>
      owner.patch(`/streams/${denmark}`, { is_web_public: true, is_private: true }),
    'A moderation request channel cannot be public.': async ({ owner, secret }) => {
      await owner.patch('/realm', { moderation_request_channel_id: secret })
      const answer = await owner.patch(`/streams/${secret}`, { is_private: false })
      await owner.patch('/realm', { moderation_request_channel_id: -1 })
      return answer
    },
  },
  'POST /streams/{stream_id}/delete_topic': {
    'Must be an organization administrator': ({ hamlet, denmark }) =>
      hamlet.post(`/streams/${denmark}/delete_topic`, { topic_name: 't' }),
  },
  'POST /channels/create': {
    "Channel 'discussions' already exists": async ({ owner, hamlet }) => {
      await channel(owner, 'discussions', [owner])
      return {
        answer: await hamlet.post('/channels/create', { name: 'discussions', subscribers: [] }),
        more: { channel_name: 'discussions' },
      }
    },
  },
}

/** Three messages of a topic are older than the limit, two are not. */
async function tooOldToMove({ chat, owner, hamlet, denmark }: World) {
  const many = async (count: number) => {
    const ids: number[] = []
    for (let index = 0; index < count; index++) {
      ids.push(await send(hamlet, denmark, 'long', `${index}`))
    }
    return ids
  }
  await owner.patch('/realm', { move_messages_within_stream_limit_seconds: 300 })
  await many(3)
  chat.clock.advance(400_000)
  const [allowed = 0] = await many(2)
  const answer = await hamlet.patch(`/messages/${allowed}`, {
    topic: 'other',
    propagate_mode: 'change_all',
  })
  return { answer, named: { 123: allowed } }
}
