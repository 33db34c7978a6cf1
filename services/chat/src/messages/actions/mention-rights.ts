import type { Tx } from '@oficina/kit/database.ts'

import { ApiError, refusal } from '../../tenancy/api-error.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { topicParticipants } from '../store/render-store.ts'
import type { RenderedContent } from './render-content.ts'

/** @throws ApiError for a group that the sender may not mention */
export function checkGroupMentions(
  { mentionedGroupIds, facts }: RenderedContent,
  { groups }: Viewer,
): void {
  const refused = facts.groups.find(
    ({ id, can_mention_group: mentioners }) =>
      !groups.has(mentioners) && mentionedGroupIds.includes(id),
  )
  if (refused === undefined) return
  throw refusal(say("You are not allowed to mention user group '%{name}'.", { name: refused.name }))
}

// So many people may be called at once by anybody, since it disturbs few.
const FEW = 15

interface CalledPlace {
  readonly recipientId: number
  readonly topic: string
  readonly subscriberCount: number
  /** The group that may call more people at once. */
  readonly callers: number
}

/**
 * Whether a text of a channel may call all subscribers, or everybody in its topic.
 * @throws ApiError STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED
 */
export async function checkWildcards(
  tx: Tx,
  { groups, realmId }: Viewer,
  { recipientId, topic, subscriberCount, callers }: CalledPlace,
  rendered: RenderedContent,
): Promise<void> {
  if (groups.has(callers)) return
  if (rendered.channelWildcard && subscriberCount > FEW) {
    throw new ApiError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use channel wildcard mentions in this channel.',
    )
  }
  if (!rendered.topicWildcard) return
  const called = await topicParticipants(tx, realmId, recipientId, topic)
  if (called.length <= FEW) return
  throw new ApiError(
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use topic wildcard mentions in this topic.',
  )
}
