import type { Bilingual } from '@oficina/words/bilingual.ts'
import type { Language } from '@oficina/words/language.ts'

import type { Actor } from '../../events/actor.ts'
import { languageOf } from '../../tenancy/language.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { systemBotOf, type SystemBot } from '../../tenancy/store/person-store.ts'
import { userById, type Caller } from '../../tenancy/store/user-store.ts'
import type { MessageTools } from '../message-tools.ts'
import { destinationOfTopic, destinationOfUsers } from './known-destination.ts'
import { changeFlags } from './message-flags.ts'
import { sendMessage } from './send-message.ts'

/** Where a message of a bot of the system goes. */
type BotTarget =
  | { readonly streamId: number; readonly topic: string | Bilingual }
  | { readonly userId: number }

export interface BotMessage {
  readonly to: BotTarget
  readonly content: Bilingual
  /** The user whose action the message reports: it may name what they may know, and it counts as read by them. */
  readonly actor: Pick<Actor, 'caller' | 'viewer'>
  /** By default the notification bot. */
  readonly bot?: SystemBot
  /** The message is for that user, who has not read it. */
  readonly isForActor?: true
  /** As of messages that are sent. */
  readonly isResolvedNotice?: true
}

/**
 * Sends a message as a bot of the system. For `tx.afterwards`: the reported action has been committed, so a failure
 * here is logged and undoes nothing.
 */
export async function botMessage(tools: MessageTools, message: BotMessage): Promise<void> {
  try {
    await sendAsBot(tools, message)
  } catch (error) {
    tools.log.error({ err: error }, 'a message of a bot could not be sent')
  }
}

/** Sends a message as a bot of the system; returns its id, undefined when its channel is gone. */
export async function sendAsBot(
  tools: MessageTools,
  { to, content, actor: { caller, viewer }, bot = 'notification-bot', ...kind }: BotMessage,
): Promise<number | undefined> {
  const { realm } = caller
  const botId = await systemBotOf(tools.database, realm.id, bot)
  const language = await languageAt(tools, caller, to)
  const destination =
    'userId' in to
      ? await destinationOfUsers(tools, realm.id, [botId, to.userId])
      : await destinationOfTopic(tools, viewer, { ...to, topic: inLanguage(to.topic, language) })
  if (destination === undefined) return undefined
  const { id } = await sendMessage(tools, {
    realm,
    viewer,
    senderId: botId,
    isBot: true,
    destination,
    content: content[language],
    client: 'Internal',
    isReadBySender: true,
    ...(kind.isResolvedNotice === true ? { isResolvedNotice: true } : {}),
  })
  if (kind.isForActor !== true) await changeFlags(tools, caller, { op: 'add', flag: 'read' }, [id])
  return id
}

/** Of a channel the organization's language, of a direct message that of whom it is for, as in Zulip. */
async function languageAt(tools: MessageTools, caller: Caller, to: BotTarget): Promise<Language> {
  const { realm } = caller
  if (!('userId' in to)) return languageOf(realm.settings.default_language)
  const isForCaller = to.userId === caller.id
  const reader = isForCaller ? caller : await userById(tools.database, realm.id, to.userId)
  return languageOf(reader === undefined ? 'en' : userSetting(reader, 'default_language'))
}

function inLanguage(topic: string | Bilingual, language: Language): string {
  return typeof topic === 'string' ? topic : topic[language]
}
