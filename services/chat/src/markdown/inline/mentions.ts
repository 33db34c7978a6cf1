/** Mentions of people and groups, and links to channels, topics and messages. */

import type { MarkdownContext, UserName } from '../markdown-context.ts'
import { element, type Element, type Node } from '../tree/tree.ts'
import type { Claim } from './claimed-text.ts'
import {
  CHANNEL_LINKS,
  GROUP_MENTIONS,
  MESSAGE_LINKS,
  parseMention,
  TOPIC_LINKS,
  USER_MENTIONS,
  wildcardNamed,
  type Wildcard,
} from './mention-syntax.ts'

const USER = atOnePlace(USER_MENTIONS)
const GROUP = atOnePlace(GROUP_MENTIONS)
const MESSAGE = atOnePlace(MESSAGE_LINKS)
const TOPIC = atOnePlace(TOPIC_LINKS)
const CHANNEL = atOnePlace(CHANNEL_LINKS)

function atOnePlace(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, 'uy')
}

/** Matches a pattern at a position, if `make` can turn its groups into a node. */
function read(
  pattern: RegExp,
  mask: string,
  start: number,
  make: (groups: readonly string[]) => Element | undefined,
): Claim | undefined {
  pattern.lastIndex = start
  const match = pattern.exec(mask)
  const node = match === null ? undefined : make(match.slice(1))
  return match === null || node === undefined
    ? undefined
    : { start, end: start + match[0].length, node }
}

/** `@**person**` or `@*group*`. */
export function mentionAt(
  mask: string,
  start: number,
  context: MarkdownContext,
): Claim | undefined {
  return (
    read(USER, mask, start, ([mark, name = '']) =>
      userMention(context, name, { isSilent: mark === '_' }),
    ) ??
    read(GROUP, mask, start, ([mark, name = '']) =>
      groupMention(context, name, { isSilent: mark === '_' }),
    )
  )
}

interface Loudness {
  readonly isSilent: boolean
}

function userMention(
  context: MarkdownContext,
  text: string,
  { isSilent }: Loudness,
): Element | undefined {
  const wildcard = wildcardNamed(text)
  if (wildcard !== undefined) {
    const isAllowed = context.wildcardsAllowed || isSilent
    return isAllowed ? wildcardMention(wildcard, text, { isSilent }) : undefined
  }
  const user = findUser(context, text)
  if (user === undefined) return undefined
  return mention('user-mention', user.fullName, {
    isSilent: isSilent || user.isActive === false,
    attributes: { 'data-user-id': String(user.id) },
  })
}

function wildcardMention(wildcard: Wildcard, name: string, { isSilent }: Loudness): Element {
  return wildcard === 'topic'
    ? mention('topic-mention', name, { isSilent, attributes: {} })
    : mention('user-mention channel-wildcard-mention', name, {
        isSilent,
        attributes: { 'data-user-id': '*' },
      })
}

function findUser(context: MarkdownContext, text: string): UserName | undefined {
  const { name, userId } = parseMention(text)
  if (userId === undefined) return context.users.byName(text)[0]
  const user = context.users.byId(userId)
  return name === undefined || user?.fullName === name ? user : undefined
}

interface MentionForm extends Loudness {
  readonly attributes: Readonly<Record<string, string>>
}

function mention(className: string, name: string, form: MentionForm): Element {
  const attributes = {
    ...form.attributes,
    class: form.isSilent ? `${className} silent` : className,
  }
  return element('span', attributes, [form.isSilent ? name : `@${name}`])
}

function groupMention(
  context: MarkdownContext,
  text: string,
  { isSilent }: Loudness,
): Element | undefined {
  const group = context.groups.byName(text)
  if (group === undefined) return undefined
  return mention('user-group-mention', group.name, {
    isSilent: isSilent || group.isActive === false,
    attributes: { 'data-user-group-id': String(group.id) },
  })
}

/** `#**channel**`, `#**channel>topic**` or `#**channel>topic@message**`. */
export function channelLinkAt(
  mask: string,
  start: number,
  context: MarkdownContext,
): Claim | undefined {
  return (
    read(MESSAGE, mask, start, ([channel = '', topic = '', message = '']) =>
      messageLink(context, { channel, topic }, message),
    ) ??
    read(TOPIC, mask, start, ([channel = '', topic = '']) =>
      topicLink(context, { channel, topic }),
    ) ??
    read(CHANNEL, mask, start, ([channel = '']) => channelLink(context, channel))
  )
}

interface TopicName {
  readonly channel: string
  readonly topic: string
}

function channelLink(context: MarkdownContext, name: string): Element | undefined {
  const channel = context.channels.byName(name)
  if (channel === undefined) return undefined
  const attributes = {
    class: 'stream',
    'data-stream-id': String(channel.id),
    href: `/#narrow/channel/${channelSlug(channel)}`,
  }
  return element('a', attributes, [`#${channel.name}`])
}

function topicLink(
  context: MarkdownContext,
  { channel: name, topic }: TopicName,
): Element | undefined {
  const channel = context.channels.byName(name)
  if (channel === undefined) return undefined
  const anchor = context.topicAnchor?.(channel.id, topic)
  const href = `/#narrow/channel/${channelSlug(channel)}/topic/${encodeHash(topic)}`
  const attributes = {
    class: 'stream-topic',
    'data-stream-id': String(channel.id),
    href: anchor === undefined ? href : `${href}/with/${anchor}`,
  }
  return element('a', attributes, [`#${channel.name} > `, shownTopic(context, topic)])
}

function messageLink(
  context: MarkdownContext,
  { channel: name, topic }: TopicName,
  message: string,
): Element | undefined {
  const channel = context.channels.byName(name)
  if (channel === undefined) return undefined
  const place = `${channelSlug(channel)}/topic/${encodeHash(topic)}/near/${message}`
  const attributes = { class: 'message-link', href: `/#narrow/channel/${place}` }
  return element('a', attributes, [`#${channel.name} > `, shownTopic(context, topic), ' @ 💬'])
}

/** The empty topic is shown by a fallback name in italics. */
function shownTopic({ emptyTopicName }: MarkdownContext, topic: string): Node {
  return topic === '' ? element('em', {}, [emptyTopicName]) : topic
}

function channelSlug(channel: { readonly id: number; readonly name: string }): string {
  return `${channel.id}-${encodeHash(channel.name.replaceAll(' ', '-'))}`
}

/** Percent-encoding with a dot for the percent sign, so that no client decodes it too early. */
function encodeHash(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')
}
