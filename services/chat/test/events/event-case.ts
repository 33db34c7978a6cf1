import { type ChatTest, type Loose, type Person } from '../chat-service.ts'

export interface World {
  readonly chat: ChatTest
  readonly owner: Person
  readonly hamlet: Person
  /** The one who listens, where a case does not say otherwise. */
  readonly cordelia: Person
  /** Knows only those in a channel or conversation with them. */
  readonly guest: Person
  /** A channel with all of them. */
  readonly denmark: number
  /** A name that nothing has yet. */
  readonly fresh: () => string
}

/** How clients describe themselves at registration. */
export const CLIENTS = {
  new: {
    apply_markdown: true,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      archived_channels: true,
      include_deactivated_groups: true,
      stream_typing_notifications: true,
      simplified_presence_events: true,
      empty_topic_name: true,
    },
  },
  old: { apply_markdown: true, client_capabilities: { notification_settings_null: true } },
  muted: { event_types: ['muted_topics'] },
} as const

export interface EventCase {
  readonly provoke: (world: World) => Promise<unknown>
  readonly client?: keyof typeof CLIENTS
  readonly seenBy?: 'owner' | 'cordelia' | 'guest'
}

/** What a call answers; a case must not pass because nothing happened. */
export async function done(answer: ReturnType<Person['get']>): Promise<Loose> {
  const { status, json, text } = await answer
  if (status !== 200) throw new Error(text)
  return json
}
