import type { Tx } from '@oficina/kit/database.ts'

import { botsAmong } from '../../hooks/store/bot-call-store.ts'
import { FLAG } from '../flag-bits.ts'
import type { ConcernedBots, Outgoing } from '../outgoing-message.ts'

const MENTIONS = FLAG.mentioned | FLAG.group_mentioned
const GENERIC = 1
const CALLED = 3

/**
 * A bot hears a direct message, and in a channel what mentions it: where anybody may read, subscribed or not. What bots
 * say calls no bot, or two would never end. @source docs/decisions/0336-chat-bot-calls.md
 */
export async function concernedBots(
  tx: Tx,
  { realm, senderId, isBot, destination }: Outgoing,
  marks: ReadonlyMap<number, number>,
): Promise<ConcernedBots> {
  const { channel, people, recipientId } = destination
  if (channel === undefined) {
    const called = people.filter(
      (person) => person.bot_type === CALLED && person.is_active && !isBot,
    )
    return {
      mentionedBots: [],
      calledBots: called
        .filter(({ id }) => id !== senderId)
        .map(({ id }) => ({ id, trigger: 'direct_message' })),
    }
  }
  const mentioned = [...marks].filter(([, bits]) => (bits & MENTIONS) !== 0)
  if (mentioned.length === 0) return { mentionedBots: [], calledBots: [] }
  const ids = mentioned.map(([id]) => id)
  const bots = await botsAmong(tx, realm.id, recipientId, ids)
  const isNamed = (id: number) => ((marks.get(id) ?? 0) & FLAG.mentioned) !== 0
  const isFree = (id: number) => !channel.inviteOnly && isNamed(id)
  return {
    mentionedBots: bots
      .filter((bot) => bot.bot_type === GENERIC && isFree(bot.id))
      .map(({ id }) => id),
    calledBots: bots
      .filter((bot) => bot.bot_type === CALLED && !isBot && (bot.is_subscribed || isFree(bot.id)))
      .map(({ id }) => ({ id, trigger: 'mention' })),
  }
}
