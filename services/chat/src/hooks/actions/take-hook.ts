import { addressChannel, addressUsers } from '../../messages/actions/address-message.ts'
import { sendTogether } from '../../messages/actions/send-message.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import type { Outgoing } from '../../messages/outgoing-message.ts'
import { botById } from '../../people/store/bot-store.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { truncate } from '../../tenancy/message-text.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { HookMessage } from '../forms/payload.ts'

interface Address {
  /** A name or an id; absent: the owner of the bot is written to. */
  readonly stream: string | undefined
  /** Instead of the integration's own. */
  readonly topic: string | undefined
  readonly client: string
}

// One call of an alert manager may tell of many alerts.
const MAX_MESSAGES = 50

/** Sends what another program's call became, as this account: all of it, or nothing. @throws ApiError */
export async function sendHook(
  tools: MessageTools,
  caller: Caller,
  messages: readonly HookMessage[],
  address: Address,
): Promise<void> {
  const viewer = viewerOf(caller)
  const outgoing: Outgoing[] = []
  for (const message of messages.slice(0, MAX_MESSAGES)) {
    const destination = await destinationOf(tools, caller, message, address)
    outgoing.push({
      realm: caller.realm,
      viewer,
      senderId: caller.id,
      sender: caller.person,
      isBot: caller.botType !== null,
      destination,
      content: message.content,
      client: address.client,
      isReadBySender: true,
    })
  }
  if (outgoing.length > 0) await sendTogether(tools, caller.realm.id, outgoing)
}

async function destinationOf(
  tools: MessageTools,
  caller: Caller,
  message: HookMessage,
  address: Address,
) {
  const sender = { tools, caller, viewer: viewerOf(caller) }
  const named = [address.stream, message.channel]
  const channel = named.find((name) => name !== undefined && name !== '')
  if (channel !== undefined) {
    const topic = plainTopic(address.topic ?? message.topic)
    return await addressChannel(sender, /^\d+$/.test(channel) ? Number(channel) : channel, topic)
  }
  const bot = await botById(tools.database, caller.realm.id, caller.id)
  const owner = bot?.bot_owner_id ?? null
  if (owner === null) throw refusal('Missing stream, and the account has no owner to be told')
  return await addressUsers(sender, [owner])
}

/** Titles of other programs may hold anything. */
function plainTopic(topic: string): string {
  return truncate(topic.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim(), LIMITS.topic, '...')
}
