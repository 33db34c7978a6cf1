import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import { unreadChannels, unreadMentions, unreadTopics } from '../state/conversations/unread.ts'

/** Unread messages of followed topics, but for those that mention the person, which are counted elsewhere. */
export function unreadInFollowed(): number {
  const mentions = unreadMentions()
  let count = 0
  for (const channelId of unreadChannels()) {
    for (const { topic, ids } of unreadTopics(channelId)) {
      if (topicPolicy(channelId, topic) !== POLICY.followed) continue
      for (const id of ids) if (!mentions.has(id)) count += 1
    }
  }
  return count
}
