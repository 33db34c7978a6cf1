import {
  group,
  NOTHING,
  whilePermitted,
  type ErrorCases,
  type World,
} from './documented-error-case.ts'

const NO_POINT = 'Zulip’s own answer ends in a point; the example lost it'
const GUESTS = 'since feature level 8 an account has one role, so that it cannot be both'
const SUBSCRIBING = 'You do not have permission to subscribe other users to channels.'

/** The errors of a person's status, at an address. */
const statusErrors = (path: (world: World) => string): ErrorCases[string] => {
  const set = (fields: object) => (world: World) => world.owner.post(path(world), { ...fields })
  return {
    'Client did not pass any new values.': set({}),
    'status_text is too long (limit: 60 characters)': set({ status_text: 'x'.repeat(61) }),
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.': set({
      status_text: 'x',
      emoji_code: '1f697',
    }),
    "Emoji 'invalid' does not exist": set({ emoji_name: 'invalid' }),
    'Invalid emoji name.': set({
      emoji_name: 'octopus',
      emoji_code: '1f697',
      reaction_type: 'unicode_emoji',
    }),
    'Invalid custom emoji.': set({
      emoji_name: 'x',
      emoji_code: '99999',
      reaction_type: 'realm_emoji',
    }),
  }
}

const muting = (verb: 'post' | 'delete') => ({
  'No such user': ({ hamlet }: World) => hamlet[verb](`/users/me/muted_users/${NOTHING}`),
})

/** The errors around people, groups, invitations and the organization. */
export const PEOPLE_ERRORS: ErrorCases = {
  'POST /users': {
    'Email is already in use.': ({ owner, hamlet }) =>
      owner.post('/users', { email: hamlet.email, password: 'long enough', full_name: 'Other' }),
  },
  'GET /users/{user_id}/status': {
    'No such user': ({ hamlet }) => hamlet.get(`/users/${NOTHING}/status`),
  },
  'POST /users/{user_id}/status': {
    ...statusErrors(({ hamlet }) => `/users/${hamlet.id}/status`),
    'Insufficient permission': ({ hamlet, cordelia }) =>
      hamlet.post(`/users/${cordelia.id}/status`, { status_text: 'x' }),
  },
  'POST /users/me/status': statusErrors(() => '/users/me/status'),
  'DELETE /users/me': { 'Cannot deactivate the only organization owner': NO_POINT },
  'DELETE /users/{user_id}': {
    'Cannot deactivate the only organization owner': ({ owner }) =>
      owner.delete(`/users/${owner.id}`),
  },
  'PATCH /users/{user_id}': { 'Guests cannot be organization administrators': GUESTS },
  'PATCH /users/{email}': { 'Guests cannot be organization administrators': GUESTS },
  'POST /users/me/alert_words': {
    'alert_words[0] is too long (limit: 100 characters)': ({ hamlet }) =>
      hamlet.post('/users/me/alert_words', { alert_words: ['x'.repeat(101)] }),
  },
  'DELETE /users/me/muted_users/{muted_user_id}': {
    ...muting('delete'),
    'User is not muted': ({ hamlet, cordelia }) =>
      hamlet.delete(`/users/me/muted_users/${cordelia.id}`),
  },
  'POST /users/me/muted_users/{muted_user_id}': {
    ...muting('post'),
    'Cannot mute self': ({ hamlet }) => hamlet.post(`/users/me/muted_users/${hamlet.id}`),
    'User already muted': async ({ hamlet, guest }) => {
      await hamlet.post(`/users/me/muted_users/${guest.id}`)
      return await hamlet.post(`/users/me/muted_users/${guest.id}`)
    },
  },
  'DELETE /realm/emoji/{emoji_name}': {
    "Emoji 'green_tick' does not exist": ({ owner }) => owner.delete('/realm/emoji/green_tick'),
  },
  'POST /export/realm': {
    'Please request a manual export from zulip-admin@example.com.':
      'organizations of any size are exported; Zulip refuses those that it finds too large',
  },
  'POST /invites': {
    'Insufficient permission': (world) =>
      whilePermitted(world, ['can_invite_users_group', 'role:nobody'], () =>
        world.hamlet.post('/invites', { invitee_emails: 'x@example.com', stream_ids: [] }),
      ),
    "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!":
      async ({ owner, hamlet }) => ({
        answer: await owner.post('/invites', {
          invitee_emails: `${hamlet.email}, new@example.com`,
          stream_ids: [],
        }),
        named: { 'hamlet@zulip.com': hamlet.email },
      }),
    'You must specify at least one email address.': ({ owner }) =>
      owner.post('/invites', { invitee_emails: '', stream_ids: [] }),
    'Invalid channel ID 11. No invites were sent.': async ({ owner }) => ({
      answer: await owner.post('/invites', {
        invitee_emails: 'x@example.com',
        stream_ids: [NOTHING],
      }),
      named: { 11: NOTHING },
    }),
    [SUBSCRIBING]: (world) =>
      whilePermitted(world, ['can_add_subscribers_group', 'role:nobody'], () =>
        world.hamlet.post('/invites', {
          invitee_emails: 'x@example.com',
          stream_ids: [world.denmark],
        }),
      ),
  },
  'POST /invites/multiuse': {
    'Insufficient permission': ({ hamlet }) => hamlet.post('/invites/multiuse'),
    'Invalid channel ID 11. No invites were sent.': async ({ owner }) => ({
      answer: await owner.post('/invites/multiuse', { stream_ids: [NOTHING] }),
      named: { 11: NOTHING },
    }),
    [SUBSCRIBING]: (world) =>
      whilePermitted(world, ['create_multiuse_invite_group', 'role:members'], () =>
        whilePermitted(world, ['can_add_subscribers_group', 'role:nobody'], () =>
          world.hamlet.post('/invites/multiuse', { stream_ids: [world.denmark] }),
        ),
      ),
  },
  'DELETE /invites/{invite_id}': {
    'No such invitation': ({ owner }) => owner.delete(`/invites/${NOTHING}`),
  },
  'DELETE /invites/multiuse/{invite_id}': {
    'No such invitation': ({ owner }) => owner.delete(`/invites/multiuse/${NOTHING}`),
    'Invitation has already been revoked': async ({ owner }) => {
      await owner.post('/invites/multiuse')
      const { json } = await owner.get('/invites')
      const link = json.invites.find((one: { readonly is_multiuse: boolean }) => one.is_multiuse)
      await owner.delete(`/invites/multiuse/${link.id}`)
      return await owner.delete(`/invites/multiuse/${link.id}`)
    },
  },
  'POST /invites/{invite_id}/resend': {
    'No such invitation': ({ owner }) => owner.post(`/invites/${NOTHING}/resend`),
  },
  'POST /user_groups/create': {
    'Invalid user ID: 500': async ({ owner }) => ({
      answer: await owner.post('/user_groups/create', {
        name: 'some',
        description: '',
        members: [NOTHING],
      }),
      named: { 500: NOTHING },
    }),
  },
  'PATCH /user_groups/{user_group_id}': {
    'Invalid user group': ({ owner }) => owner.patch(`/user_groups/${NOTHING}`, { name: 'x' }),
  },
  'POST /user_groups/{user_group_id}/deactivate': {
    'Invalid user group': ({ owner }) => owner.post(`/user_groups/${NOTHING}/deactivate`),
    'Cannot deactivate user group in use.': async (world) => {
      const { owner } = world
      await owner.post('/user_groups/create', { name: 'used', description: '', members: [] })
      const id = await group(world, 'used')
      return await whilePermitted(world, ['can_create_public_channel_group', 'used'], () =>
        owner.post(`/user_groups/${id}/deactivate`),
      )
    },
  },
  'POST /channel_folders/create': {
    'Must be an organization administrator': ({ hamlet }) =>
      hamlet.post('/channel_folders/create', { name: 'x' }),
  },
  'PATCH /channel_folders': { 'Invalid order mapping': NO_POINT },
  'PATCH /channel_folders/{channel_folder_id}': {
    'Invalid channel folder ID': ({ owner }) =>
      owner.patch(`/channel_folders/${NOTHING}`, { name: 'x' }),
  },
  // Shown for no operation of its own.
  'POST /rest-error-handling': {
    'Invalid API key': 'on requests with an API key Zulip answers 401 UNAUTHORIZED',
    "Missing 'content' argument": ({ hamlet, denmark }) =>
      hamlet.post('/messages', { type: 'stream', to: denmark, topic: 't' }),
    'Unsupported parameter combination: object_id, object_name': async ({ hamlet }) => ({
      answer: await hamlet.get('/messages', { message_ids: [1], anchor: 'newest' }),
      named: {
        'object_id, object_name':
          'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      },
    }),
    'User not authorized for this query': ({ hamlet }) =>
      hamlet.get('/streams', { include_all_active: true }),
    'Account is deactivated': async ({ chat, owner }) => {
      const sign = { email: 'ophelia@example.com', password: 'rosemary' }
      const { json } = await owner.post('/users', { ...sign, full_name: 'Ophelia' })
      await owner.delete(`/users/${json.user_id}`)
      return await chat.client.send('POST', '/api/v1/fetch_api_key', {
        body: new URLSearchParams({ username: sign.email, password: sign.password }),
      })
    },
    'This organization is deactivated': 'Zulip’s own answer is that it has been deactivated',
    'API usage exceeded rate limit': async ({ chat }) => {
      const guess = () =>
        chat.client.send('POST', '/api/v1/fetch_api_key', {
          body: new URLSearchParams({ username: 'nobody@example.com', password: 'x' }),
        })
      // So many guesses are free.
      for (let guessed = 0; guessed < 5; guessed++) await guess()
      const answer = await guess()
      return { answer, named: { '28.706807374954224': answer.json['retry-after'] } }
    },
  },
}
