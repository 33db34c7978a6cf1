import { channelNarrow, directNarrow, topicNarrow, type Narrow } from '../../narrow/narrow.ts'
import { channels } from '../../state/conversations/channels.ts'
import { topicName } from '../../state/conversations/topic-name.ts'
import { person } from '../../state/people/people.ts'
import { words } from '../../words/compose.ts'
import type { ComposeTarget } from '../compose-state.ts'

/** The view of the conversation that one writes to; undefined while it is none yet. */
export function narrowOfTarget(target: ComposeTarget): Narrow | undefined {
  if (target.kind === 'direct') {
    return target.userIds.length === 0 ? undefined : directNarrow(target.userIds)
  }
  const { channelId, topic } = target
  if (channelId === undefined) return undefined
  return topic === undefined ? channelNarrow(channelId) : topicNarrow(channelId, topic)
}

/** A conversation as people call it: `# obra-12 › cimbra`, or names. */
export function targetName(target: ComposeTarget): string {
  if (target.kind === 'direct') return peopleNames(target.userIds)
  const { channelId, topic } = target
  const name = channelId === undefined ? undefined : channels.get(channelId)?.name
  if (name === undefined) return words('noChannelYet')
  return topic === undefined ? `# ${name}` : `# ${name} › ${topicName(topic)}`
}

function peopleNames(userIds: readonly number[]): string {
  if (userIds.length === 0) return words('noPeopleYet')
  return userIds.map((id) => person(id)?.full_name ?? '…').join(', ')
}
