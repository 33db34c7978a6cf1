import type { TopicsPolicy } from '../../tenancy/viewer.ts'

/** Settings that the archive keeps as numbers, by what each number means. */
const ENUMS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  message_edit_history_visibility_policy: { 1: 'all', 2: 'moves', 3: 'none' },
  resolved_topic_notice_auto_read_policy: { 1: 'always', 2: 'except_followed', 3: 'never' },
}

const TOPICS_POLICY_NUMBERS: Readonly<Record<TopicsPolicy, number>> = {
  inherit: 1,
  allow_empty_topic: 2,
  disable_empty_topic: 3,
  empty_topic_only: 4,
}

export function topicsPolicyNumber(policy: TopicsPolicy): number {
  return TOPICS_POLICY_NUMBERS[policy]
}

/** The policy of a number or name in an archive; undefined for one that does not exist. */
export function topicsPolicyOf(value: unknown): TopicsPolicy | undefined {
  // Object.keys types its result as text.
  const names = Object.keys(TOPICS_POLICY_NUMBERS) as readonly TopicsPolicy[]
  return names.find((name) => name === value || TOPICS_POLICY_NUMBERS[name] === value)
}

/** The organization's settings that name a channel, and the archive's columns for them. */
export const CHANNEL_COLUMNS = {
  moderation_request_channel_id: 'moderation_request_channel',
  new_stream_announcements_stream_id: 'new_stream_announcements_stream',
  signup_announcements_stream_id: 'signup_announcements_stream',
  zulip_update_announcements_stream_id: 'zulip_update_announcements_stream',
} as const

/** A value as the archive keeps it. */
export function toColumn(name: string, value: unknown): unknown {
  const numbers = ENUMS[name]
  if (numbers === undefined) return value
  const found = Object.entries(numbers).find(([, word]) => word === value)
  return found === undefined ? value : Number(found[0])
}

/** The reverse; what is no number of the list stays. */
export function fromColumn(name: string, value: unknown): unknown {
  const numbers = ENUMS[name]
  return numbers !== undefined && typeof value === 'number' ? (numbers[value] ?? value) : value
}
