/** What a client asked for at registration. @source docs/decisions/0303-chat-events.md */
export interface QueueOptions {
  /** Null: all types. */
  readonly eventTypes: readonly string[] | null
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allPublicStreams: boolean
  readonly slimPresence: boolean
  /** Only messages that all of these terms accept. */
  readonly narrow: readonly (readonly [string, string])[]
  readonly capabilities: Readonly<Record<string, boolean>>
  readonly idleTimeoutMs: number
}

/** Whether a queue wants events of a type at all. */
export function wantsType(options: QueueOptions, type: string): boolean {
  return options.eventTypes === null || options.eventTypes.includes(type)
}

const CAPABILITIES = [
  'bulk_message_deletion',
  'empty_topic_name',
  'archived_channels',
  'include_deactivated_groups',
  'simplified_presence_events',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_avatar_url_field_optional',
] as const

/** Queues with the same key get the same texts, which are then made once. */
export function variantOf(options: QueueOptions): string {
  const flags = [
    options.applyMarkdown,
    options.clientGravatar,
    options.slimPresence,
    options.eventTypes?.includes('user_topic') ?? true,
    ...CAPABILITIES.map((name) => options.capabilities[name] === true),
  ]
  return flags.map(Number).join('')
}
