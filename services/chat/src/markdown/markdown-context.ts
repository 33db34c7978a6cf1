import type { RE2JS } from 're2js'

import type { AlertWords } from './alert-words.ts'
import type { Uploads } from './uploaded-image.ts'

/** A linkifier that is ready to search texts. */
export interface CompiledLinkifier {
  readonly pattern: RE2JS
  readonly expand: (values: Record<string, string>) => string
}

/** The proxy that fetches images of other hosts, so that those hosts do not see the readers. */
export interface Camo {
  /** Address of the proxy, with a slash at its end. */
  readonly uri: string
  /** Key of the HMAC-SHA1 that proves to the proxy that this server asked. */
  readonly key: string
}

export interface UserName {
  readonly id: number
  readonly fullName: string
  /** False for a deactivated account, whose mentions are always silent. */
  readonly isActive?: boolean
}

interface GroupName {
  readonly id: number
  readonly name: string
  /** False for a deactivated group, whose mentions are always silent. */
  readonly isActive?: boolean
}

/** Everything that the text may name, looked up beforehand by the caller from `namesIn(text)`. */
export interface MarkdownContext {
  /** Such as `https://chat.example.com`, without a slash at the end. */
  readonly realmUrl: string
  readonly users: {
    byName(name: string): readonly UserName[]
    byId(id: number): UserName | undefined
  }
  readonly groups: { byName(name: string): GroupName | undefined }
  readonly channels: {
    byName(name: string): { readonly id: number; readonly name: string } | undefined
  }
  /** A message by which a link finds the topic even after it was renamed. */
  readonly topicAnchor?: (channelId: number, topic: string) => number | undefined
  readonly linkifiers: readonly CompiledLinkifier[]
  /** The realm's own emoji. */
  readonly emoji: {
    byName(name: string): { readonly id: string; readonly sourceUrl: string } | undefined
  }
  readonly alertWords: readonly AlertWords[]
  /** The name shown for the empty topic. */
  readonly emptyTopicName: string
  readonly translateEmoticons: boolean
  readonly inlineImagePreview: boolean
  readonly uploads: Uploads
  /**
   * The proxy for images of other hosts. Absent: such images are not shown, since loading them would reveal the
   * readers.
   */
  readonly camo?: Camo
  /** False: `@**all**` and the like stay plain text. */
  readonly wildcardsAllowed: boolean
  /** The day for times that name none. Absent: such times are errors. */
  readonly nowMs?: number
}
