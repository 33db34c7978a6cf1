/** Mentions of people and groups, and links to channels, topics and messages. */

import type { InlineMatch, InlineRule } from './inline.ts'
import {
  channelLinks,
  groupMentions,
  messageLinks,
  parseMention,
  topicLinks,
  userMentions,
  wildcardNamed,
  type Wildcard,
} from './mention-syntax.ts'
import type { MarkdownContext, UserName } from '../render.ts'
import { element, sealed, type Element } from '../tree/tree.ts'

/** What the mentions of a message have been found to notify. */
export interface Notified {
  readonly userIds: Set<number>
  readonly groupIds: Set<number>
  readonly wildcards: Set<Wildcard>
}

/** A rule that asks `make` about each match of a pattern until one gives an element. */
function patternRule(
  pattern: RegExp,
  make: (groups: readonly (string | undefined)[]) => Element | undefined,
): InlineRule {
  return {
    next: 'onwards',
    search:
      (text) =>
      (from): InlineMatch | undefined => {
        pattern.lastIndex = from
        for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
          const piece = make(match.slice(1))
          if (piece !== undefined) {
            return { start: match.index, end: match.index + match[0].length, piece }
          }
        }
        return undefined
      },
  }
}

export function userMentionRule(context: MarkdownContext, notified: Notified): InlineRule {
  return patternRule(userMentions(), ([mark, text = '']) => {
    const isSilent = mark === '_'
    const wildcard = wildcardNamed(text)
    if (wildcard !== undefined) {
      if (!context.wildcardsAllowed && !isSilent) return undefined
      if (!isSilent) notified.wildcards.add(wildcard)
      return wildcardMention(wildcard, text, isSilent)
    }
    const user = findUser(context, text)
    if (user === undefined) return undefined
    const notifies = !isSilent && user.isActive !== false
    if (notifies) notified.userIds.add(user.id)
    return mention('user-mention', user.fullName, {
      isSilent: !notifies,
      attributes: { 'data-user-id': String(user.id) },
    })
  })
}

function wildcardMention(wildcard: Wildcard, name: string, isSilent: boolean): Element {
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

interface MentionForm {
  readonly isSilent: boolean
  readonly attributes: Readonly<Record<string, string>>
}

function mention(className: string, name: string, form: MentionForm): Element {
  const node = element('span', {
    ...form.attributes,
    class: form.isSilent ? `${className} silent` : className,
  })
  node.text = sealed(form.isSilent ? name : `@${name}`)
  return node
}

export function groupMentionRule(context: MarkdownContext, notified: Notified): InlineRule {
  return patternRule(groupMentions(), ([mark, text = '']) => {
    const group = context.groups.byName(text)
    if (group === undefined) return undefined
    const isSilent = mark === '_' || group.isActive === false
    if (!isSilent) notified.groupIds.add(group.id)
    return mention('user-group-mention', group.name, {
      isSilent,
      attributes: { 'data-user-group-id': String(group.id) },
    })
  })
}

export function channelLinkRule(context: MarkdownContext): InlineRule {
  return patternRule(channelLinks(), ([name = '']) => {
    const channel = context.channels.byName(name)
    if (channel === undefined) return undefined
    const node = element('a', {
      class: 'stream',
      'data-stream-id': String(channel.id),
      href: `/#narrow/channel/${channelSlug(channel)}`,
    })
    node.text = sealed(`#${channel.name}`)
    return node
  })
}

export function topicLinkRule(context: MarkdownContext): InlineRule {
  return patternRule(topicLinks(), ([name = '', topic = '']) => {
    const channel = context.channels.byName(name)
    if (channel === undefined) return undefined
    const anchor = context.topicAnchor?.(channel.id, topic)
    const href = `/#narrow/channel/${channelSlug(channel)}/topic/${encodeHash(topic)}`
    const node = element('a', {
      class: 'stream-topic',
      'data-stream-id': String(channel.id),
      href: anchor === undefined ? href : `${href}/with/${anchor}`,
    })
    return topicLabel(node, `#${channel.name} > `, topic === '' ? context.emptyTopicName : topic, {
      isFallback: topic === '',
      after: '',
    })
  })
}

export function messageLinkRule(context: MarkdownContext): InlineRule {
  return patternRule(messageLinks(), ([name = '', topic = '', message = '']) => {
    const channel = context.channels.byName(name)
    if (channel === undefined) return undefined
    const slug = channelSlug(channel)
    const node = element('a', {
      class: 'message-link',
      href: `/#narrow/channel/${slug}/topic/${encodeHash(topic)}/near/${message}`,
    })
    return topicLabel(node, `#${channel.name} > `, topic === '' ? context.emptyTopicName : topic, {
      isFallback: topic === '',
      after: ' @ 💬',
    })
  })
}

/** The topic without a name is shown by a fallback in italics. */
function topicLabel(
  node: Element,
  before: string,
  topic: string,
  form: { readonly isFallback: boolean; readonly after: string },
): Element {
  if (!form.isFallback) {
    node.text = sealed(before + topic + form.after)
    return node
  }
  const fallback = element('em')
  fallback.text = sealed(topic)
  if (form.after !== '') fallback.tail = sealed(form.after)
  node.text = sealed(before)
  node.children.push(fallback)
  return node
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
