import { botMessage } from '../../messages/actions/bot-message.ts'
import { destinationOfTopic, destinationOfUsers } from '../../messages/actions/known-destination.ts'
import { sendMessage } from '../../messages/actions/send-message.ts'
import type { Destination } from '../../messages/outgoing-message.ts'
import { nearAddress, unusedFence } from '../../messages/quoted-message.ts'
import { botById } from '../../people/store/bot-store.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { userById, type Caller } from '../../tenancy/store/user-store.ts'
import { type Told, inBoth, say } from '../../tenancy/words/say.ts'
import type { HookTools } from '../hook-tools.ts'
import { dropCall, type CallPlace, type DueCall } from '../store/bot-call-store.ts'

/** A call that is being made. */
export interface CallContext {
  readonly due: DueCall
  readonly bot: Caller
  readonly place: CallPlace
}

/**
 * Says something as the bot where the message stands that called it; the call is over with it. Whether the bot may write
 * there is not asked: whoever called it may read there. @throws ApiError
 */
export async function sayAsBot(
  tools: HookTools,
  context: CallContext,
  content: string,
): Promise<void> {
  const { bot, due } = context
  const destination = await destinationOf(tools, context)
  if (destination === undefined || destination.channel?.isArchived === true) {
    await dropCall(tools.database, due)
    return
  }
  await sendMessage(tools, {
    realm: bot.realm,
    viewer: viewerOf(bot),
    senderId: bot.id,
    sender: bot.person,
    isBot: true,
    destination,
    content,
    client: 'OutgoingWebhookResponse',
    isReadBySender: true,
    along: async (tx) => {
      // Somebody else has answered meanwhile; this answer is one too many.
      if (!(await dropCall(tx, due))) throw new Error('the call was over already')
    },
  })
}

async function destinationOf(
  tools: HookTools,
  { bot, place }: CallContext,
): Promise<Destination | undefined> {
  const { stream_id: streamId, topic, user_ids: users } = place
  return streamId === null
    ? await destinationOfUsers(tools, bot.realm.id, users ?? [])
    : await destinationOfTopic(tools, viewerOf(bot), { streamId, topic })
}

/** What the owner of a bot is told. */
export interface Failure {
  readonly why: Told
  /** What the other side answered. */
  readonly payload?: string
}

const MAX_PAYLOAD = 1_000

/** Says in the conversation that the bot failed, and tells its owner why; the call is over with it. */
export async function tellFailure(
  tools: HookTools,
  context: CallContext,
  problem: Told,
  failure?: Failure,
): Promise<void> {
  if (failure !== undefined) await tellOwner(tools, context, failure)
  const language = languageOf(context.bot.realm.settings.default_language)
  const said = say('Failure! %{problem}', { problem: inBoth(problem) })[language]
  await sayAsBot(tools, context, said).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    tools.log.warn({ err: error, bot: context.bot.id }, 'the failure of a bot could not be told')
    await dropCall(tools.database, context.due)
  })
}

async function tellOwner(
  tools: HookTools,
  { bot, due, place }: CallContext,
  { why, payload }: Failure,
): Promise<void> {
  const { realm } = bot
  const ownerId = (await botById(tools.database, realm.id, bot.id))?.bot_owner_id ?? null
  const owner = ownerId === null ? undefined : await userById(tools.database, realm.id, ownerId)
  if (owner?.isActive !== true) return
  const url = `${realm.url}/${nearAddress({
    id: due.messageId,
    streamId: place.stream_id,
    topic: place.topic,
    userIds: place.user_ids ?? [],
  })}`
  const about = { url, bot: bot.fullName, why: inBoth(why) }
  await botMessage(tools, {
    to: { userId: owner.id },
    content:
      payload === undefined
        ? say(
            '[A message](%{url}) to your bot @_**%{bot}** triggered an outgoing webhook.\n%{why}',
            about,
          )
        : say(
            '[A message](%{url}) to your bot @_**%{bot}** triggered an outgoing webhook.\n%{why}\nThe response contains the following payload:\n%{payload}',
            { ...about, payload: quotedPayload(payload) },
          ),
    actor: { caller: owner, viewer: viewerOf(owner) },
    isForActor: true,
  })
}

function quotedPayload(payload: string): string {
  const text = payload.replaceAll('\0', '').slice(0, MAX_PAYLOAD)
  const fence = unusedFence(text)
  return `${fence}\n${text}\n${fence}`
}
