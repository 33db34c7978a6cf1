import { channel, type Loose } from '../chat-service.ts'
import { done, type EventCase, type World } from './event-case.ts'

async function folder({ owner, fresh }: World): Promise<number> {
  return (await done(owner.post('/channel_folders/create', { name: fresh() })))['channel_folder_id']
}

/** How each class of events of channels is provoked. */
export const CHANNEL_CASES: Readonly<Record<string, EventCase>> = {
  EventStreamCreate: {
    provoke: ({ owner, cordelia, fresh }) => channel(owner, fresh(), [cordelia]),
  },
  EventStreamDelete: {
    client: 'old',
    provoke: async ({ owner, cordelia, fresh }) =>
      done(owner.delete(`/streams/${await channel(owner, fresh(), [cordelia])}`)),
  },
  EventStreamUpdate: {
    provoke: async ({ owner, denmark, fresh }) => {
      await done(owner.patch(`/streams/${denmark}`, { description: `*${fresh()}*` }))
      const other = await channel(owner, fresh(), [])
      await done(owner.patch(`/streams/${other}`, { is_private: false, is_web_public: false }))
      const value = { direct_members: [owner.id], direct_subgroups: [] }
      await done(owner.patch(`/streams/${other}`, { can_send_message_group: { new: value } }))
      await done(owner.delete(`/streams/${other}`))
    },
  },
  EventSubscriptionAdd: {
    provoke: ({ owner, cordelia, fresh }) => channel(owner, fresh(), [cordelia]),
  },
  EventSubscriptionRemove: {
    provoke: async ({ cordelia, fresh }) => {
      const name = fresh()
      await channel(cordelia, name, [cordelia])
      await done(cordelia.delete('/users/me/subscriptions', { subscriptions: [name] }))
    },
  },
  EventSubscriptionUpdate: {
    provoke: ({ cordelia, denmark }) =>
      done(
        cordelia.post('/users/me/subscriptions/properties', {
          subscription_data: [
            { stream_id: denmark, property: 'is_muted', value: true },
            { stream_id: denmark, property: 'color', value: '#112233' },
          ],
        }),
      ),
  },
  EventSubscriptionPeerAdd: {
    provoke: ({ owner, hamlet, fresh }) => channel(owner, fresh(), [hamlet]),
  },
  EventSubscriptionPeerRemove: {
    provoke: async ({ owner, hamlet, fresh }) => {
      const name = fresh()
      await channel(owner, name, [hamlet])
      await done(hamlet.delete('/users/me/subscriptions', { subscriptions: [name] }))
    },
  },
  EventChannelFolderAdd: { provoke: folder },
  EventChannelFolderUpdate: {
    provoke: async (world) => {
      const path = `/channel_folders/${await folder(world)}`
      await done(world.owner.patch(path, { name: world.fresh(), is_archived: true }))
    },
  },
  EventChannelFolderReorder: {
    provoke: async (world) => {
      await folder(world)
      const query = { include_archived: true }
      const { channel_folders: all } = await done(world.owner.get('/channel_folders', query))
      const order = all.map(({ id }: Loose) => id).toReversed()
      await done(world.owner.patch('/channel_folders', { order }))
    },
  },
  EventDefaultStreams: {
    provoke: ({ owner, denmark }) => done(owner.post('/default_streams', { stream_id: denmark })),
  },
}
