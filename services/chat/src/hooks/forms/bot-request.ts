import type { WideMessage } from '../../events/notice.ts'
import { messageObject } from '../../messages/message-presentation.ts'
import type { BotTrigger } from '../store/bot-call-store.ts'

/** What a bot is told of. */
export interface BotCall {
  readonly bot: { readonly id: number; readonly email: string; readonly fullName: string }
  readonly token: string
  readonly trigger: BotTrigger
  readonly message: WideMessage
  readonly realm: { readonly id: number; readonly host: string }
}

export interface BotRequest {
  readonly contentType: string
  readonly body: string
}

const FORM = { applyMarkdown: false, clientGravatar: false, allowEmptyTopicName: true }

/** What a bot is sent in Zulip's form. */
export function zulipRequest({ bot, token, trigger, message }: BotCall): BotRequest {
  const shown = {
    ...messageObject(message, FORM),
    rendered_content: message.rendered_content,
  }
  const body = {
    data: message.content,
    message: shown,
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    token,
    trigger,
  }
  return { contentType: 'application/json', body: JSON.stringify(body) }
}

/** What a bot is sent in the form of Slack's outgoing webhooks, which know channels only. */
export function slackRequest({ bot, token, trigger, message, realm }: BotCall): BotRequest {
  const fields = {
    token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    channel_id: `C${message.stream_id ?? ''}`,
    channel_name: channelName(message),
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  }
  return {
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
  }
}

/** Of people it is as empty as the channel's id. */
function channelName({ display_recipient: shown }: WideMessage): string {
  return typeof shown === 'string' ? shown : ''
}
