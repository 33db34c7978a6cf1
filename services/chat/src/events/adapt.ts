import { shownTopic } from '../messages/message-form.ts'
import type { EventBody } from './notice.ts'
import type { Adapt, QueueOptions } from './queue-options.ts'

const SAME: Adapt = (event) => [event]

/** The events whose form depends on what the client can read; all others are the same for everybody. */
const ADAPTERS: Readonly<Record<string, Adapt>> = {
  delete_message: (event, options) => {
    const shown = withShownTopics(event, options)
    const { message_ids: messageIds, ...rest } = shown
    if (options.capabilities['bulk_message_deletion'] === true) return [shown]
    // The service makes these events itself: a list of ids.
    return (messageIds as readonly number[]).map((id) => ({
      ...rest,
      message_id: id,
      type: event.type,
    }))
  },
  update_message: (event, options) => [withShownTopics(event, options)],
  typing: (event, options) =>
    event['message_type'] === 'stream' &&
    options.capabilities['stream_typing_notifications'] !== true
      ? []
      : [withShownTopics(event, options)],
  user_topic: (event, options) => {
    const { legacy_muted_topics: legacy, ...modern } = event
    if (options.eventTypes === null || options.eventTypes.includes('user_topic')) {
      return [{ ...withShownTopics(modern, options), type: 'user_topic' }]
    }
    return legacy === undefined ? [] : [{ type: 'muted_topics', muted_topics: legacy }]
  },
  stream: adaptToArchived,
  subscription: adaptToArchived,
  user_group: (event, options) => {
    const { legacy_only: isLegacyOnly, modern_only: isModernOnly, ...plain } = event
    const isModern = options.capabilities['include_deactivated_groups'] === true
    if (isModern ? isLegacyOnly === true : isModernOnly === true) return []
    return [{ ...plain, type: 'user_group' }]
  },
  presence: (event, options) => {
    const { modern, legacy, slim, ...common } = event
    if (options.capabilities['simplified_presence_events'] === true) {
      return [{ type: 'presence', presences: modern }]
    }
    if (!options.slimPresence) return [{ ...common, type: 'presence', presence: legacy }]
    const { email: _email, ...withoutEmail } = common
    return [{ ...withoutEmail, type: 'presence', presence: slim }]
  },
}

/**
 * Clients that do not know archived channels see them deleted and made anew, and hear nothing of them meanwhile.
 */
function adaptToArchived(event: EventBody, options: QueueOptions): readonly EventBody[] {
  const { for_archiving: isGoing, for_unarchiving: isBack, of_archived: isGone, ...plain } = event
  const shown = { ...plain, type: event.type }
  if (options.capabilities['archived_channels'] === true) {
    return isGoing === true || isBack === true ? [] : [shown]
  }
  return isGone === true || event['property'] === 'is_archived' ? [] : [shown]
}

function withShownTopics(event: EventBody, options: QueueOptions): EventBody {
  const isEmptyAllowed = options.capabilities['empty_topic_name'] === true
  if (isEmptyAllowed) return event
  const shown: Record<string, unknown> = {}
  for (const name of ['topic', 'orig_subject', 'subject', 'topic_name']) {
    const value = event[name]
    if (typeof value === 'string') shown[name] = shownTopic(value, isEmptyAllowed)
  }
  return { ...event, ...shown }
}

/** An event in the forms that a client of these options gets. */
export const adapt: Adapt = (event, options) => (ADAPTERS[event.type] ?? SAME)(event, options)
