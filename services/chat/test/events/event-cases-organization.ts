import { channel, type Loose } from '../chat-service.ts'
import { sendPicture } from '../files/files.ts'
import { done, type EventCase, type World } from './event-case.ts'

async function group({ owner, fresh }: World): Promise<number> {
  const name = fresh()
  await done(owner.post('/user_groups/create', { name, description: '', members: [owner.id] }))
  const { user_groups: groups } = await done(owner.get('/user_groups'))
  return groups.find((one: Loose) => one['name'] === name).id
}

async function bot({ owner, fresh }: World): Promise<number> {
  const made = await done(owner.post('/bots', { full_name: fresh(), short_name: fresh() }))
  return made['user_id']
}

/** How each class of events of the organization, its people and groups is provoked. */
export const ORGANIZATION_CASES: Readonly<Record<string, EventCase>> = {
  EventCustomProfileFields: {
    provoke: ({ owner, fresh }) =>
      done(owner.post('/realm/profile_fields', { name: fresh(), field_type: 1 })),
  },
  EventInvitesChanged: {
    seenBy: 'owner',
    provoke: ({ owner, fresh }) =>
      done(owner.post('/invites', { invitee_emails: `${fresh()}@example.com`, stream_ids: [] })),
  },
  EventRealmPlaygrounds: {
    provoke: ({ owner, fresh }) =>
      done(
        owner.post('/realm/playgrounds', {
          name: fresh(),
          pygments_language: 'Python',
          url_template: 'https://python.example.com/?code={code}',
        }),
      ),
  },
  EventRealmUserSettingsDefaultsUpdate: {
    provoke: ({ owner }) =>
      done(owner.patch('/realm/user_settings_defaults', { enter_sends: true })),
  },
  EventRealmBotAdd: { seenBy: 'owner', provoke: bot },
  EventRealmBotDelete: {
    provoke: async (world) => {
      const path = `/bots/${await bot(world)}`
      await done(world.owner.patch(path, { bot_owner_id: world.cordelia.id }))
      await done(world.owner.patch(path, { bot_owner_id: world.hamlet.id }))
    },
  },
  EventRealmBotUpdate: {
    seenBy: 'owner',
    provoke: async (world) => {
      const path = `/bots/${await bot(world)}`
      await done(world.owner.patch(path, { full_name: world.fresh() }))
      await done(world.owner.patch(path, { bot_owner_id: world.hamlet.id }))
      await done(world.owner.post(`${path}/api_key/regenerate`))
      await done(world.owner.delete(path))
    },
  },
  EventRealmDomainsAdd: {
    provoke: ({ owner }) =>
      done(owner.post('/realm/domains', { domain: 'one.com', allow_subdomains: false })),
  },
  EventRealmDomainsChange: {
    provoke: async ({ owner }) => {
      await done(owner.post('/realm/domains', { domain: 'two.com', allow_subdomains: false }))
      await done(owner.patch('/realm/domains/two.com', { allow_subdomains: true }))
    },
  },
  EventRealmDomainsRemove: {
    provoke: async ({ owner }) => {
      await done(owner.post('/realm/domains', { domain: 'three.com', allow_subdomains: false }))
      await done(owner.delete('/realm/domains/three.com'))
    },
  },
  EventRealmEmojiUpdate: {
    provoke: ({ chat, owner }) => done(sendPicture(chat, owner, '/realm/emoji/red')),
  },
  EventRealmLinkifiers: {
    provoke: ({ owner }) =>
      done(
        owner.post('/realm/filters', {
          pattern: '#(?P<id>[0-9]+)',
          url_template: 'https://example.com/{id}',
        }),
      ),
  },
  EventRealmUpdate: {
    provoke: ({ owner }) =>
      done(owner.patch('/realm', { name: 'Elsinore', waiting_period_threshold: 3 })),
  },
  EventRealmUpdateDict: {
    provoke: async ({ chat, owner, hamlet }) => {
      await done(sendPicture(chat, owner, '/realm/icon'))
      await done(sendPicture(chat, owner, '/realm/logo?night=true'))
      const value = { direct_members: [hamlet.id], direct_subgroups: [] }
      await done(owner.patch('/realm', { can_resolve_topics_group: { new: value } }))
    },
  },
  EventRealmUserAdd: {
    provoke: ({ owner, fresh }) => {
      const name = fresh()
      const email = `${name}@example.com`
      return done(owner.post('/users', { email, password: 'correct-horse', full_name: name }))
    },
  },
  EventRealmUserRemove: {
    seenBy: 'guest',
    provoke: async ({ hamlet, guest, fresh }) => {
      const name = fresh()
      await channel(hamlet, name, [hamlet, guest])
      await done(guest.delete('/users/me/subscriptions', { subscriptions: [name] }))
    },
  },
  EventRealmUserUpdate: {
    provoke: async (world) => {
      const { chat, owner, hamlet, fresh } = world
      await done(hamlet.patch('/settings', { full_name: `King ${fresh()}`, timezone: 'UTC' }))
      await done(hamlet.patch('/settings', { email_address_visibility: 3 }))
      await done(sendPicture(chat, hamlet, '/users/me/avatar'))
      const made = { name: fresh(), field_type: 1 }
      const { id } = await done(owner.post('/realm/profile_fields', made))
      const data = [{ id, value: '*x*' }]
      await done(hamlet.patch('/users/me/profile_data', { data }))
      const person = await chat.person(fresh())
      await done(owner.patch(`/users/${person.id}`, { role: 300 }))
      await done(owner.patch(`/bots/${await bot(world)}`, { bot_owner_id: hamlet.id }))
      await done(owner.delete(`/users/${person.id}`))
    },
  },
  EventUserGroupAdd: { provoke: group },
  EventUserGroupRemove: {
    client: 'old',
    provoke: async (world) =>
      done(world.owner.post(`/user_groups/${await group(world)}/deactivate`)),
  },
  EventUserGroupUpdate: {
    provoke: async (world) => {
      const id = await group(world)
      const value = { direct_members: [world.hamlet.id], direct_subgroups: [] }
      const fields = { name: world.fresh(), description: 'x', can_join_group: { new: value } }
      await done(world.owner.patch(`/user_groups/${id}`, fields))
      await done(world.owner.post(`/user_groups/${id}/deactivate`))
    },
  },
  EventUserGroupAddMembers: {
    provoke: async (world) =>
      done(
        world.owner.post(`/user_groups/${await group(world)}/members`, { add: [world.hamlet.id] }),
      ),
  },
  EventUserGroupRemoveMembers: {
    provoke: async (world) =>
      done(
        world.owner.post(`/user_groups/${await group(world)}/members`, {
          delete: [world.owner.id],
        }),
      ),
  },
  EventUserGroupAddSubgroups: {
    provoke: async (world) =>
      done(
        world.owner.post(`/user_groups/${await group(world)}/subgroups`, {
          add: [await group(world)],
        }),
      ),
  },
  EventUserGroupRemoveSubgroups: {
    provoke: async (world) => {
      const path = `/user_groups/${await group(world)}/subgroups`
      const sub = await group(world)
      await done(world.owner.post(path, { add: [sub] }))
      await done(world.owner.post(path, { delete: [sub] }))
    },
  },
  EventRealmExport: {
    seenBy: 'owner',
    provoke: ({ owner }) => done(owner.post('/export/realm')),
  },
  EventRealmExportConsent: {
    seenBy: 'owner',
    provoke: ({ hamlet }) => done(hamlet.patch('/settings', { allow_private_data_export: true })),
  },
}
