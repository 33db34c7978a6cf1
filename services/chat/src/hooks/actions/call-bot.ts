import { REASON, requestChecked, type CheckedAnswer } from '@oficina/outbound/checked-request.ts'
import { quoted, type Bilingual } from '@oficina/words/bilingual.ts'

import { loadMessage } from '../../messages/store/message-load.ts'
import { INTERFACE } from '../../people/actions/bot-services.ts'
import { openApiKey } from '../../people/api-key.ts'
import { servicesOfBots } from '../../people/store/bot-service-store.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { userById } from '../../tenancy/store/user-store.ts'
import { type Told, say } from '../../tenancy/words/say.ts'
import { slackAnswer, zulipAnswer } from '../forms/bot-answer.ts'
import { slackRequest, zulipRequest, type BotCall } from '../forms/bot-request.ts'
import type { HookTools } from '../hook-tools.ts'
import { dropCall, placeOfCall, postponeCall, type DueCall } from '../store/bot-call-store.ts'
import { sayAsBot, tellFailure, type CallContext } from './bot-words.ts'

/** From the look-up of the name to the last byte of the answer, as Zulip's. */
export const CALL_LIMIT_MS = 10_000
// Much more than a message may hold.
const MAX_ANSWER_BYTES = 256 * 1024
// What a connection that failed is tried again after, in order; then it is given up.
const WAITS_MS = [5_000, 30_000, 120_000]
// More than those only if this server fails each time, or is killed.
const MAX_ATTEMPTS = 10

interface Prepared extends CallContext {
  readonly call: BotCall
  readonly url: string
  readonly isSlack: boolean
}

/** Tells a bot of a message and says what it answers. @source docs/decisions/0336-chat-bot-calls.md */
export async function callBot(tools: HookTools, due: DueCall, stop: AbortSignal): Promise<void> {
  const prepared = due.attempts > MAX_ATTEMPTS ? undefined : await prepare(tools, due)
  if (prepared === undefined) {
    await dropCall(tools.database, due)
    return
  }
  const { call, url, isSlack } = prepared
  if (isSlack && prepared.place.stream_id === null) {
    await tellFailure(tools, prepared, "Slack outgoing webhooks don't support direct messages.")
    return
  }
  const { body, contentType } = isSlack ? slackRequest(call) : zulipRequest(call)
  const answer = await requestChecked(
    {
      method: 'POST',
      url,
      headers: {
        'content-type': contentType,
        'accept-encoding': 'identity',
        'user-agent': 'ZulipOutgoingWebhook',
      },
      body,
    },
    { guard: tools.outboundGuard, timeoutMs: CALL_LIMIT_MS, maxBytes: MAX_ANSWER_BYTES, stop },
  )
  if (answer.ok) await takeAnswer(tools, prepared, answer.value)
  else await takeFailure(tools, prepared, answer.error)
}

/** Nothing when nobody is to be called any more. */
async function prepare(tools: HookTools, due: DueCall): Promise<Prepared | undefined> {
  const { database, rendering, secret } = tools
  const { realmId, botId, messageId, trigger } = due
  const bot = await userById(database, realmId, botId)
  const [service] = await servicesOfBots(database, realmId, [botId])
  const place = await placeOfCall(database, due)
  if (bot?.isActive !== true || bot.realm.isDeactivated) return undefined
  if (service === undefined || place === undefined) return undefined
  const showing = { host: bot.realm.host, linkifiers: rendering.linkifiers }
  const message = await loadMessage(database, viewerOf(bot), showing, messageId)
  if (message === undefined) return undefined
  return {
    due,
    bot,
    place,
    url: service.base_url,
    isSlack: service.interface === INTERFACE.slack,
    call: {
      bot: { id: botId, email: bot.deliveryEmail, fullName: bot.fullName },
      token: openApiKey(service.token_cipher, secret),
      trigger,
      message,
      realm: bot.realm,
    },
  }
}

async function takeAnswer(
  tools: HookTools,
  prepared: Prepared,
  { status, body }: CheckedAnswer,
): Promise<void> {
  const text = body.toString('utf8')
  if (status < 200 || status > 299) {
    await tellFailure(tools, prepared, say('Third party responded with %{status}', { status }), {
      why: say('The webhook got a response with status code *%{status}*.', { status }),
      payload: text,
    })
    return
  }
  const said = prepared.isSlack ? slackAnswer(text) : zulipAnswer(text)
  if (!said.ok) {
    await tellUnusable(tools, prepared, quoted(said.error), text)
  } else if (said.value === undefined) {
    await dropCall(tools.database, prepared.due)
  } else {
    await sayAsBot(tools, prepared, said.value).catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      await tellUnusable(tools, prepared, error.told, text)
    })
  }
}

async function tellUnusable(
  tools: HookTools,
  prepared: Prepared,
  problem: Bilingual,
  payload: string,
): Promise<void> {
  const why = say(
    'The outgoing webhook server attempted to send a message in Zulip, but that request resulted in the following error:\n> %{problem}',
    { problem },
  )
  await tellFailure(tools, prepared, problem, { why, payload })
}

async function takeFailure(tools: HookTools, prepared: Prepared, reason: string): Promise<void> {
  const { due } = prepared
  if (reason === REASON.stopped) {
    await postponeCall(
      tools.database,
      { ...due, attempts: due.attempts - 1 },
      new Date(tools.now()),
    )
    return
  }
  const wait = isPassing(reason) ? WAITS_MS[due.attempts - 1] : undefined
  if (wait !== undefined) {
    await postponeCall(tools.database, due, new Date(tools.now() + wait))
    return
  }
  await tellFailure(tools, prepared, 'Bot is unavailable', { why: whyOf(reason) })
}

/** What may be over at the next attempt. */
function isPassing(reason: string): boolean {
  return reason !== REASON.notPublic && !reason.startsWith(REASON.tooLong)
}

function whyOf(reason: string): Told {
  if (reason === REASON.notPublic) {
    return 'The URL configured for the webhook is for a private or disallowed network.'
  }
  if (reason.startsWith(REASON.tooLong)) return say('The webhook failed: %{reason}.', { reason })
  return reason === REASON.timedOut
    ? 'A timeout occurred.'
    : 'A connection error occurred. Is my bot server down?'
}
