import type { RealmId } from '../tenancy/realm-id.ts'
import { realmUrl } from '../tenancy/realm-url.ts'
import type { PushText, RealmName } from './store/push-notice-store.ts'

interface Receiver {
  readonly realmId: RealmId
  readonly userId: number
}

// What a notification shows; the client fetches the rest.
const MAX_CONTENT = 200

function shownText({ rendered_content: html, content }: PushText): string {
  const plain = html
    .replaceAll(/<br>|<\/(?:p|li|h\d|blockquote)>/g, '\n')
    .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
  const text = plain === '' ? content : plain
  const characters = Array.from(text)
  return characters.length > MAX_CONTENT ? `${characters.slice(0, MAX_CONTENT).join('')}…` : text
}

/** What only the device reads, before it is encrypted. @source docs/decisions/0312-chat-push.md, "Messages" */
export function messagePayload(
  text: PushText,
  { userId }: Receiver,
): Readonly<Record<string, unknown>> {
  return {
    type: 'message',
    realm_url: realmUrl(text),
    realm_name: text.realm_name,
    user_id: userId,
    message_id: text.id,
    sender_id: text.sender_id,
    sender_full_name: text.sender_full_name,
    time: text.seconds,
    content: shownText(text),
    ...(text.stream_id === null
      ? { recipient_type: 'direct', recipient_user_ids: text.user_ids }
      : {
          recipient_type: 'channel',
          channel_id: text.stream_id,
          channel_name: text.stream_name,
          topic: text.topic,
        }),
  }
}

export function removalPayload(
  realm: RealmName,
  { userId }: Receiver,
  messageIds: readonly number[],
): Readonly<Record<string, unknown>> {
  return {
    type: 'remove',
    realm_url: realmUrl(realm),
    realm_name: realm.realm_name,
    user_id: userId,
    message_ids: messageIds,
  }
}

/** What an organization's old clients are told through the relay in plain text. */
export interface PlainPush {
  readonly gcm_payload: Readonly<Record<string, unknown>>
  readonly apns_payload: Readonly<Record<string, unknown>>
  readonly gcm_options: { readonly priority: 'high' | 'normal' }
}

function base(realm: RealmName, { realmId, userId }: Receiver) {
  const url = realmUrl(realm)
  return {
    user_id: userId,
    server: realm.host,
    realm_id: realmId,
    realm_name: realm.realm_name,
    realm_uri: url,
    realm_url: url,
  }
}

// What the relays may read where the organization wants its texts encrypted.
const HIDDEN = 'New message'

export function plainMessage(text: PushText, reason: string, receiver: Receiver): PlainPush {
  const content = text.is_sealed_only ? HIDDEN : shownText(text)
  const from = {
    sender_id: text.sender_id,
    sender_email: text.sender_email,
    sender_full_name: text.sender_full_name,
    time: text.seconds,
    zulip_message_id: text.id,
    ...(text.stream_id === null
      ? { recipient_type: 'private', pm_users: text.user_ids?.join(',') }
      : {
          recipient_type: 'stream',
          stream: text.stream_name,
          stream_id: text.stream_id,
          topic: text.topic,
        }),
  }
  const where =
    text.stream_id === null ? text.sender_full_name : `#${text.stream_name} > ${text.topic}`
  const subtitle =
    reason === 'mentioned' ? `${text.sender_full_name} mentioned you:` : `${text.sender_full_name}:`
  return {
    gcm_payload: {
      ...base(text, receiver),
      ...from,
      event: 'message',
      alert: `New message from ${text.sender_full_name}`,
      content,
      content_truncated: content.endsWith('…'),
    },
    apns_payload: {
      alert: { title: where, subtitle: text.stream_id === null ? '' : subtitle, body: content },
      sound: 'default',
      custom: { zulip: { ...base(text, receiver), ...from, message_ids: [text.id] } },
    },
    gcm_options: { priority: 'high' },
  }
}

export function plainRemoval(
  realm: RealmName,
  receiver: Receiver,
  messageIds: readonly number[],
): PlainPush {
  const ids = messageIds.join(',')
  return {
    gcm_payload: {
      ...base(realm, receiver),
      event: 'remove',
      zulip_message_ids: ids,
      zulip_message_id: messageIds[0],
    },
    apns_payload: {
      badge: 0,
      custom: { zulip: { ...base(realm, receiver), event: 'remove', zulip_message_ids: ids } },
    },
    gcm_options: { priority: 'normal' },
  }
}
