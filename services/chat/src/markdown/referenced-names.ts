/** Everything that a message may name, so that the caller can look it up before rendering. */

import {
  channelLinks,
  groupMentions,
  messageLinks,
  parseMention,
  topicLinks,
  userMentions,
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
  const mentions = [...text.matchAll(userMentions())].map((match) => match[2] ?? '')
  const targets = mentions.map(parseMention)
  const topics = [...text.matchAll(topicLinks())].map((match) => ({
    channel: match[1] ?? '',
    topic: match[2] ?? '',
  }))
  const channels = [channelLinks(), topicLinks(), messageLinks()].flatMap((pattern) =>
    captures(text, pattern, 1),
  )
  return {
    users: unique(targets.flatMap((t) => (t.name === undefined ? [] : [t.name]))),
    userIds: unique(targets.flatMap((t) => (t.userId === undefined ? [] : [t.userId]))),
    groups: unique(captures(text, groupMentions(), 2)),
    channels: unique(channels),
    topics,
    emoji: unique(captures(text, EMOJI, 1)),
    wildcards: mentions.some((name) => wildcardNamed(name) !== undefined),
    uploads: unique(uploadsIn(text)),
  }
}

/** With and without the dots after an address, which usually end a sentence. */
function uploadsIn(text: string): string[] {
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
