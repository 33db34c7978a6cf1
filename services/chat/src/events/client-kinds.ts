import type { QueueOptions } from './queue-options.ts'

const can = (options: QueueOptions, capability: string) => options.capabilities[capability] === true

/**
 * By what clients said about themselves at registration. All of it is part of a queue's variant (`queue-options.ts`).
 */
const KINDS = {
  knowing_archived_channels: (options: QueueOptions) => can(options, 'archived_channels'),
  without_archived_channels: (options: QueueOptions) => !can(options, 'archived_channels'),
  knowing_deactivated_groups: (options: QueueOptions) => can(options, 'include_deactivated_groups'),
  without_deactivated_groups: (options: QueueOptions) =>
    !can(options, 'include_deactivated_groups'),
  // A client that asks for topic policies gets those, and not the muted topics as well.
  without_user_topics: ({ eventTypes }: QueueOptions) =>
    eventTypes !== null && !eventTypes.includes('user_topic'),
  modern_presence: (options: QueueOptions) => can(options, 'simplified_presence_events'),
  slim_presence: (options: QueueOptions) =>
    !can(options, 'simplified_presence_events') && options.slimPresence,
  legacy_presence: (options: QueueOptions) =>
    !can(options, 'simplified_presence_events') && !options.slimPresence,
} as const satisfies Readonly<Record<string, (options: QueueOptions) => boolean>>

/** The clients that an event is for, if it is not for all. */
export type ClientKind = keyof typeof KINDS

export function isForClient(kind: ClientKind | undefined, options: QueueOptions): boolean {
  return kind === undefined || KINDS[kind](options)
}
