import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { Actor } from '../../events/actor.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import type { Channel } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import type { MessageTools } from '../message-tools.ts'
import { botMessage } from './bot-message.ts'

/** A completed move. */
export interface MoveTold {
  readonly from: Channel
  readonly fromTopic: string
  readonly to: Channel
  readonly toTopic: string
  readonly count: number
  readonly isWholeTopic: boolean
  readonly tellOld: boolean
  readonly tellNew: boolean
}

const RESOLVED = '✔ '

/** The notification bot's messages at the destination and at the origin of a move, or about a topic being resolved. */
export async function announceMove(
  tools: MessageTools,
  actor: Pick<Actor, 'caller' | 'viewer'>,
  move: MoveTold,
): Promise<void> {
  const { from, fromTopic, to, toTopic } = move
  const user = silentMention(actor.caller)
  const notify = async (channel: Channel, topic: string, content: Bilingual) =>
    await botMessage(tools, { to: { streamId: channel.id, topic }, content, actor })
  const isResolving = from.id === to.id && toTopic === RESOLVED + fromTopic
  const isReopening = from.id === to.id && RESOLVED + toTopic === fromTopic
  if (isResolving || isReopening) {
    await botMessage(tools, {
      to: { streamId: to.id, topic: toTopic },
      content: isResolving
        ? say('%{user} has marked this topic as resolved.', { user })
        : say('%{user} has marked this topic as unresolved.', { user }),
      actor,
      isResolvedNotice: true,
    })
    return
  }
  if (move.tellNew) await notify(to, toTopic, movedHere(move, user))
  if (move.tellOld) await notify(from, fromTopic, movedAway(move, user))
}

function movedHere({ from, fromTopic, isWholeTopic, count }: MoveTold, user: string): Bilingual {
  const place = link(from, fromTopic)
  if (isWholeTopic)
    return say('This topic was moved here from %{place} by %{user}.', { place, user })
  return count === 1
    ? say('A message was moved here from %{place} by %{user}.', { place, user })
    : say('%{count} messages were moved here from %{place} by %{user}.', { count, place, user })
}

function movedAway({ to, toTopic, isWholeTopic, count }: MoveTold, user: string): Bilingual {
  const place = link(to, toTopic)
  if (isWholeTopic) return say('This topic was moved to %{place} by %{user}.', { place, user })
  return count === 1
    ? say('A message was moved to %{place} by %{user}.', { place, user })
    : say('%{count} messages were moved to %{place} by %{user}.', { count, place, user })
}

function link(channel: Channel, topic: string): string {
  return `#**${channel.name}>${topic}**`
}
