import type { Actor } from '../../events/actor.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import type { Channel } from '../../tenancy/viewer.ts'
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
  const who = silentMention(actor.caller)
  const say = async (channel: Channel, topic: string, content: string) =>
    await botMessage(tools, { to: { streamId: channel.id, topic }, content, actor })
  const isResolving = from.id === to.id && toTopic === RESOLVED + fromTopic
  const isReopening = from.id === to.id && RESOLVED + toTopic === fromTopic
  if (isResolving || isReopening) {
    const state = isResolving ? 'resolved' : 'unresolved'
    await botMessage(tools, {
      to: { streamId: to.id, topic: toTopic },
      content: `${who} has marked this topic as ${state}.`,
      actor,
      isResolvedNotice: true,
    })
    return
  }
  const what = subject(move)
  if (move.tellNew)
    await say(to, toTopic, `${what} moved here from ${link(from, fromTopic)} by ${who}.`)
  if (move.tellOld) await say(from, fromTopic, `${what} moved to ${link(to, toTopic)} by ${who}.`)
}

function subject({ isWholeTopic, count }: MoveTold): string {
  if (isWholeTopic) return 'This topic was'
  return count === 1 ? 'A message was' : `${count} messages were`
}

function link(channel: Channel, topic: string): string {
  return `#**${channel.name}>${topic}**`
}
