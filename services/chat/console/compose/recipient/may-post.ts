import { channels } from '../../state/conversations/channels.ts'
import { ownId } from '../../state/part.ts'
import { mayBy } from '../../state/people/groups.ts'
import { person } from '../../state/people/people.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/compose.ts'
import type { ComposeTarget } from '../compose-state.ts'
import { lengthOf } from '../text-edit.ts'

/** Why nothing may be sent to these people at all, so that the box is closed to writing; undefined where it may. */
export function postRefusal(target: ComposeTarget): string | undefined {
  return target.kind === 'direct' ? directRefusal(target.userIds) : channelRefusal(target.channelId)
}

function channelRefusal(channelId: number | undefined): string | undefined {
  if (channelId === undefined) return undefined
  const channel = channels.get(channelId)
  if (channel === undefined) return words('unknownChannel')
  if (channel.is_archived) return words('archivedChannel')
  return mayBy(channel.can_send_message_group) ? undefined : words('mayNotPost')
}

function directRefusal(userIds: readonly number[]): string | undefined {
  const others = userIds.filter((id) => id !== ownId())
  const gone = others.map((id) => person(id)).find((one) => one?.is_active === false)
  if (gone !== undefined) return words('deactivated', { name: gone.full_name })
  const humans = others.filter((id) => person(id)?.is_bot !== true)
  if (humans.length === 0) return undefined
  return mayBy(realm.value?.['realm_direct_message_initiator_group']) || mayAnswer()
    ? undefined
    : words('noDirectMessages')
}

/** Who may not begin conversations may still answer, which the service decides. */
function mayAnswer(): boolean {
  return mayBy(realm.value?.['realm_direct_message_permission_group'])
}

export type TopicRule = 'any' | 'named' | 'empty'

/** Which topics a channel takes. */
export function topicRule(channelId: number | undefined): TopicRule {
  const channel = channelId === undefined ? undefined : channels.get(channelId)
  const own = channel?.topics_policy ?? 'inherit'
  const isMandatory = realm.value?.realm_mandatory_topics === true && own === 'inherit'
  const policy = own === 'inherit' ? (realm.value?.realm_topics_policy ?? 'allow_empty_topic') : own
  if (isMandatory || policy === 'disable_empty_topic') return 'named'
  return policy === 'empty_topic_only' ? 'empty' : 'any'
}

/** What is missing or too much before a message can be sent; undefined: nothing. */
export function sendProblem(target: ComposeTarget, content: string): string | undefined {
  const refusal = postRefusal(target)
  if (refusal !== undefined) return refusal
  if (content.trim() === '') return words('emptyMessage')
  const limit = realm.value?.max_message_length ?? Number.POSITIVE_INFINITY
  const length = lengthOf(content)
  if (length > limit) return words('tooLong', { count: length - limit })
  return target.kind === 'direct' ? peopleProblem(target.userIds) : placeProblem(target)
}

function peopleProblem(userIds: readonly number[]): string | undefined {
  return userIds.length === 0 ? words('noPeople') : undefined
}

function placeProblem({
  channelId,
  topic,
}: Extract<ComposeTarget, { kind: 'channel' }>): string | undefined {
  if (channelId === undefined) return words('noChannel')
  const isNamed = (topic ?? '').trim() !== ''
  return topicRule(channelId) === 'named' && !isNamed ? words('topicRequired') : undefined
}
