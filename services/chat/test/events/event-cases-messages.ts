import { channel, send, sendDirect } from '../chat-service.ts'
import { done, type EventCase } from './event-case.ts'

/** How each class of events of messages is provoked. */
export const MESSAGE_CASES: Readonly<Record<string, EventCase>> = {
  EventMessage: { provoke: ({ hamlet }) => send(hamlet, 'Denmark', 'new', 'a [link](/x)') },
  EventDirectMessage: { provoke: ({ hamlet, cordelia }) => sendDirect(hamlet, [cordelia], 'psst') },
  EventDeleteMessage: {
    client: 'old',
    provoke: async ({ owner, hamlet, cordelia }) => {
      await done(owner.delete(`/messages/${await send(hamlet, 'Denmark', 'gone', 'x')}`))
      await done(owner.delete(`/messages/${await sendDirect(owner, [cordelia], 'x')}`))
    },
  },
  EventUpdateMessage: {
    provoke: async ({ owner, hamlet, fresh }) => {
      const id = await send(hamlet, 'Denmark', 'edited', 'one')
      await done(hamlet.patch(`/messages/${id}`, { content: 'two' }))
      const to = await channel(owner, fresh(), [hamlet])
      await done(owner.patch(`/messages/${id}`, { topic: 'moved', propagate_mode: 'change_all' }))
      await done(owner.patch(`/messages/${id}`, { stream_id: to, propagate_mode: 'change_all' }))
    },
  },
  EventUpdateMessageFlagsAdd: {
    provoke: async ({ hamlet, cordelia }) => {
      const messages = [await send(hamlet, 'Denmark', 'flags', 'x')]
      await done(cordelia.post('/messages/flags', { messages, op: 'add', flag: 'starred' }))
    },
  },
  EventUpdateMessageFlagsRemove: {
    provoke: async ({ hamlet, cordelia }) => {
      const messages = [
        await send(hamlet, 'Denmark', 'flags', '@**Cordelia** x'),
        await sendDirect(hamlet, [cordelia], 'y'),
      ]
      await done(cordelia.post('/messages/flags', { messages, op: 'add', flag: 'read' }))
      await done(cordelia.post('/messages/flags', { messages, op: 'remove', flag: 'read' }))
    },
  },
  EventReactionAdd: {
    provoke: async ({ hamlet }) => {
      const id = await send(hamlet, 'Denmark', 'reactions', 'x')
      await done(hamlet.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' }))
    },
  },
  EventReactionRemove: {
    provoke: async ({ hamlet }) => {
      const id = await send(hamlet, 'Denmark', 'reactions', 'x')
      await done(hamlet.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' }))
      await done(hamlet.delete(`/messages/${id}/reactions`, { emoji_name: 'octopus' }))
    },
  },
  EventSubmessage: {
    provoke: async ({ hamlet }) => {
      const id = await send(hamlet, 'Denmark', 'polls', '/poll Who?\nme')
      const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
      await done(hamlet.post('/submessage', { message_id: id, msg_type: 'widget', content }))
    },
  },
  EventTypingStart: {
    provoke: async ({ hamlet, cordelia, denmark }) => {
      await done(hamlet.post('/typing', { op: 'start', to: [cordelia.id] }))
      const place = { type: 'stream', stream_id: denmark, topic: 'x' }
      await done(hamlet.post('/typing', { op: 'start', ...place }))
    },
  },
  EventTypingStop: {
    provoke: ({ hamlet, cordelia }) =>
      done(hamlet.post('/typing', { op: 'stop', to: [cordelia.id] })),
  },
  EventTypingEditMessageStart: {
    provoke: async ({ hamlet }) => {
      const id = await send(hamlet, 'Denmark', 'typing', 'x')
      await done(hamlet.post(`/messages/${id}/typing`, { op: 'start' }))
    },
  },
  EventTypingEditMessageStop: {
    provoke: async ({ hamlet, cordelia }) => {
      const id = await sendDirect(hamlet, [cordelia], 'x')
      await done(hamlet.post(`/messages/${id}/typing`, { op: 'stop' }))
    },
  },
}
