import type { Bilingual } from '@oficina/words/bilingual.ts'

import { refusal } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { channelById, viewerOf } from '../../tenancy/store/channel-store.ts'
import { personById } from '../../tenancy/store/person-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import type { MessageTools } from '../message-tools.ts'
import { quoted, unusedFence } from '../quoted-message.ts'
import { messageFacts } from '../store/message-row.ts'
import { sendAsBot } from './bot-message.ts'

export const REPORT_TYPES = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const

export interface ReportRequest {
  readonly messageId: number
  readonly type: (typeof REPORT_TYPES)[number]
  readonly description: string
}

const LABELS: Readonly<Record<ReportRequest['type'], Bilingual>> = {
  spam: say('Spam'),
  harassment: say('Harassment'),
  inappropriate: say('Inappropriate content'),
  norms: say('Violates community norms'),
  other: say('Other reason'),
}

const MAX_TOPIC = 60

/** Reports a message that the caller may read in the channel for moderators. @throws ApiError */
export async function reportMessage(
  tools: MessageTools,
  caller: Caller,
  { messageId, type, description }: ReportRequest,
): Promise<void> {
  const { database } = tools
  const viewer = viewerOf(caller)
  const { moderation_request_channel_id: streamId } = caller.realm.settings
  const isThere = streamId !== -1 && (await channelById(database, viewer, streamId)) !== undefined
  if (!isThere) {
    throw refusal('Moderation request channel must be specified to enable message reporting.')
  }
  if (type === 'other' && description.trim() === '') {
    throw refusal('For report_type=other, an explanation must be provided.')
  }
  const message = await messageFacts(database, viewer, messageId)
  if (message === undefined) throw refusal('Invalid message(s)')
  const sender = await personById(database, caller.realm.id, message.sender_id)
  const language = languageOf(caller.realm.settings.default_language)
  const mention = silentMention({ id: sender.id, fullName: sender.full_name })
  const channel =
    message.stream_id === null ? undefined : await channelById(database, viewer, message.stream_id)
  const about = { user: silentMention(caller), sender: mention, reason: LABELS[type] }
  const place = `#**${channel?.name}>${message.topic}@${message.id}**`
  const reported =
    channel === undefined
      ? say('%{user} reported a DM sent by %{sender}.\n- Reason: **%{reason}**', about)
      : say('%{user} reported %{place} sent by %{sender}.\n- Reason: **%{reason}**', {
          ...about,
          place,
        })
  const notes = say('- Notes:\n%{text}', { text: quoted(description) })
  const head = [reported, ...(description.trim() === '' ? [] : [notes])]
    .map((text) => `${text[language]}\n`)
    .join('')
  const room = LIMITS.message - Array.from(head).length - 200
  const shownText = Array.from(message.content).slice(0, room).join('')
  const fence = unusedFence(shownText)
  const title = say('Message sent by %{sender}', { sender: mention })
  const content = `${head}${fence} spoiler **${title[language]}**\n${shownText}\n${fence}`
  const topic = say("%{name}'s moderation requests", { name: sender.full_name })[language]
  await sendAsBot(tools, {
    to: { streamId, topic: Array.from(topic).slice(0, MAX_TOPIC).join('') },
    content: { en: content, es: content },
    actor: { caller, viewer },
  })
}
