/** Everything that a message may name, so that the caller can look it up before rendering. */

import {
  CHANNEL_LINKS,
  GROUP_MENTIONS,
  MESSAGE_LINKS,
  parseMention,
  TOPIC_LINKS,
  USER_MENTIONS,
  wildcardNamed,
} from './inline/mention-syntax.ts'
import { withoutFinalDots } from './tree/urls.ts'
import { uploadPathId } from './uploaded-image.ts'

export interface ReferencedNames {
  readonly users: string[]
  readonly userIds: number[]
  readonly groups: string[]
  readonly channels: string[]
  /** Topics that are linked, for `topicAnchor`. */
  readonly topics: { readonly channel: string; readonly topic: string }[]
  readonly emoji: string[]
  /** Whether the text may mention a whole channel or topic. */
  readonly wildcards: boolean
  /** Path ids of uploaded files, for their previews. */
  readonly uploads: string[]
}

const EMOJI = /:([\p{L}\p{N}_+-]+)(?=:)/gu
const UPLOAD = /\/?user_uploads\/\d+\/[\p{L}\p{N}_.%/-]+/gu

/** A superset of what rendering will ask for: code blocks and the like are searched as well. */
export function namesIn(text: string): ReferencedNames {
  const mayMention = text.includes('@')
  const mentions = mayMention ? captures(text, USER_MENTIONS, 2) : []
  const targets = mentions.map(parseMention)
  const linking = text.includes('#**') ? text : ''
  const topics = [...linking.matchAll(TOPIC_LINKS)].map((match) => ({
    channel: match[1] ?? '',
    topic: match[2] ?? '',
  }))
  const channels = [CHANNEL_LINKS, TOPIC_LINKS, MESSAGE_LINKS].flatMap((pattern) =>
    captures(linking, pattern, 1),
  )
  return {
    users: unique(targets.flatMap((t) => (t.name === undefined ? [] : [t.name]))),
    userIds: unique(targets.flatMap((t) => (t.userId === undefined ? [] : [t.userId]))),
    groups: unique(mayMention ? captures(text, GROUP_MENTIONS, 2) : []),
    channels: unique(channels),
    topics,
    emoji: unique(captures(text, EMOJI, 1)),
    wildcards: mentions.some((name) => wildcardNamed(name) !== undefined),
    uploads: unique(uploadsIn(text)),
  }
}

/** With and without the dots after an address, which usually end a sentence. */
function uploadsIn(text: string): string[] {
  if (!text.includes('user_uploads/')) return []
  return [...text.matchAll(UPLOAD)].flatMap(([address]) =>
    [address, withoutFinalDots(address)].flatMap((one) => uploadPathId(one) ?? []),
  )
}

function captures(text: string, pattern: RegExp, group: number): string[] {
  return [...text.matchAll(pattern)].map((match) => match[group] ?? '')
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
