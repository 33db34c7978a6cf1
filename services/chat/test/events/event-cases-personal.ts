import { send, type Loose } from '../chat-service.ts'
import { uploaded } from '../files/files.ts'
import { done, type EventCase, type World } from './event-case.ts'

const TEXT = (name: string) => new File(['to be'], `${name}.txt`, { type: 'text/plain' })

async function draft({ cordelia, denmark }: World): Promise<number> {
  const drafts = [{ type: 'stream', to: [denmark], topic: 'x', content: 'y' }]
  return (await done(cordelia.post('/drafts', { drafts })))['ids'][0]
}

async function snippet({ cordelia }: World): Promise<number> {
  const made = await done(cordelia.post('/saved_snippets', { title: 'a', content: 'b' }))
  return made['saved_snippet_id']
}

async function scheduled({ chat, cordelia, denmark }: World, fields: object = {}): Promise<number> {
  const made = await done(
    cordelia.post('/scheduled_messages', {
      type: 'stream',
      to: denmark,
      topic: 'later',
      content: 'soon',
      scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 3600,
      ...fields,
    }),
  )
  return made['scheduled_message_id']
}

async function reminder({ chat, hamlet, cordelia, denmark }: World): Promise<Loose> {
  return await done(
    cordelia.post('/reminders', {
      message_id: await send(hamlet, denmark, 'remember', 'me'),
      scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 3_600,
    }),
  )
}

/** How each class of events is provoked that tells a person of what is theirs. */
export const PERSONAL_CASES: Readonly<Record<string, EventCase>> = {
  EventRemindersAdd: { provoke: reminder },
  EventRemindersRemove: {
    provoke: async (world) => {
      const { reminder_id: id } = await reminder(world)
      await done(world.cordelia.delete(`/reminders/${id}`))
    },
  },
  EventAlertWords: {
    provoke: ({ cordelia }) =>
      done(cordelia.post('/users/me/alert_words', { alert_words: ['skull'] })),
  },
  EventAttachmentAdd: {
    provoke: ({ chat, cordelia, fresh }) => uploaded(chat, cordelia, TEXT(fresh())),
  },
  EventAttachmentUpdate: {
    provoke: async ({ chat, cordelia, fresh }) => {
      const url = await uploaded(chat, cordelia, TEXT(fresh()))
      await send(cordelia, 'Denmark', 'files', `[file](${url})`)
    },
  },
  EventAttachmentRemove: {
    provoke: async ({ chat, cordelia, fresh }) => {
      await uploaded(chat, cordelia, TEXT(fresh()))
      const { attachments } = await done(cordelia.get('/attachments'))
      await done(cordelia.delete(`/attachments/${attachments.at(-1).id}`))
    },
  },
  EventDraftsAdd: { provoke: draft },
  EventDraftsUpdate: {
    provoke: async (world) => {
      const one = { type: 'private', to: [world.hamlet.id], topic: '', content: 'z' }
      await done(world.cordelia.patch(`/drafts/${await draft(world)}`, { draft: one }))
    },
  },
  EventDraftsRemove: {
    provoke: async (world) => done(world.cordelia.delete(`/drafts/${await draft(world)}`)),
  },
  EventSavedSnippetsAdd: { provoke: snippet },
  EventSavedSnippetsUpdate: {
    provoke: async (world) =>
      done(world.cordelia.patch(`/saved_snippets/${await snippet(world)}`, { title: 'c' })),
  },
  EventSavedSnippetsRemove: {
    provoke: async (world) =>
      done(world.cordelia.delete(`/saved_snippets/${await snippet(world)}`)),
  },
  EventScheduledMessagesAdd: { provoke: (world) => scheduled(world) },
  EventScheduledMessagesUpdate: {
    provoke: async (world) => {
      const id = await scheduled(world, { type: 'private', to: [world.hamlet.id] })
      await done(world.cordelia.patch(`/scheduled_messages/${id}`, { content: 'later' }))
    },
  },
  EventScheduledMessagesRemove: {
    provoke: async (world) =>
      done(world.cordelia.delete(`/scheduled_messages/${await scheduled(world)}`)),
  },
  EventMutedUsers: {
    provoke: ({ cordelia, owner }) => done(cordelia.post(`/users/me/muted_users/${owner.id}`)),
  },
  EventUserTopic: {
    provoke: ({ cordelia, denmark }) =>
      done(cordelia.post('/user_topics', { stream_id: denmark, topic: '', visibility_policy: 3 })),
  },
  EventMutedTopics: {
    client: 'muted',
    provoke: ({ cordelia, denmark }) =>
      done(
        cordelia.post('/user_topics', { stream_id: denmark, topic: 'dull', visibility_policy: 1 }),
      ),
  },
  EventNavigationViewAdd: {
    provoke: ({ cordelia }) =>
      done(cordelia.post('/navigation_views', { fragment: 'inbox', is_pinned: true })),
  },
  EventNavigationViewUpdate: {
    provoke: async ({ cordelia }) => {
      await done(
        cordelia.post('/navigation_views', { fragment: 'one', is_pinned: true, name: 'One' }),
      )
      await done(cordelia.patch('/navigation_views/one', { is_pinned: false, name: 'Two' }))
    },
  },
  EventNavigationViewRemove: {
    provoke: async ({ cordelia }) => {
      await done(cordelia.post('/navigation_views', { fragment: 'recent', is_pinned: false }))
      await done(cordelia.delete('/navigation_views/recent'))
    },
  },
  EventOnboardingSteps: {
    provoke: ({ cordelia }) =>
      done(
        cordelia.post('/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' }),
      ),
  },
  EventUserSettingsUpdate: {
    provoke: ({ cordelia }) =>
      done(cordelia.patch('/settings', { default_language: 'es', enter_sends: true })),
  },
  EventUserStatus: {
    provoke: ({ hamlet }) =>
      done(hamlet.post('/users/me/status', { status_text: 'out', emoji_name: 'car' })),
  },
  EventModernPresence: {
    provoke: async ({ chat, hamlet }) => {
      chat.clock.advance(600_000)
      await done(hamlet.post('/users/me/presence', { status: 'active' }))
    },
  },
  EventLegacyPresence: {
    client: 'old',
    provoke: async ({ chat, hamlet }) => {
      chat.clock.advance(600_000)
      await done(hamlet.post('/users/me/presence', { status: 'active' }))
    },
  },
}
