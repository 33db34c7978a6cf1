import { signal } from '@preact/signals'

import { messages } from '../../state/conversations/messages.ts'
import { allMediaOf, MEDIA, mediaOf, type MediaItem } from '../content/media-item.ts'
import { safeFragment } from '../content/safe-html.ts'

/** A picture or a recording, and the message that shows it. */
export interface ShownMedia {
  readonly messageId: number
  readonly item: MediaItem
}

/** What the light box goes through, and where it is; undefined: it is closed. */
export const lightBox = signal<
  { readonly all: readonly ShownMedia[]; readonly at: number } | undefined
>(undefined)

/** The messages that are shown, in whose pictures one goes on. */
export const lightBoxSource: { ids: () => readonly number[] } = { ids: () => [] }

/** Shows what was pressed over the page. */
export function openLightBox(pressed: Element): void {
  const box = pressed.closest(MEDIA)
  const item = box === null ? undefined : mediaOf(box)
  const messageId = Number(pressed.closest<HTMLElement>('[data-message-id]')?.dataset['messageId'])
  if (item === undefined) return
  const all = mediaAround(messageId)
  const at = all.findIndex((one) => one.messageId === messageId && isSame(one.item, item))
  lightBox.value = at === -1 ? { all: [{ messageId, item }], at: 0 } : { all, at }
}

/** Shows the first picture of a message. @returns whether it has one */
export function openLightBoxOf(messageId: number): boolean {
  const all = mediaAround(messageId)
  const at = all.findIndex((one) => one.messageId === messageId)
  if (at === -1) return false
  lightBox.value = { all, at }
  return true
}

function mediaAround(messageId: number): readonly ShownMedia[] {
  const ids = lightBoxSource.ids()
  const around = ids.includes(messageId) ? ids : [messageId]
  return around.flatMap((id) => {
    const content = messages.peek(id)?.content ?? ''
    // Most messages show nothing, and need not be read.
    if (!content.includes('message_inline_image')) return []
    return allMediaOf(safeFragment(content))
      .filter(({ kind }) => kind !== 'film')
      .map((item) => ({ messageId: id, item }))
  })
}

// Links within the feed lead to addresses of this page or to whole ones; what they are of is the same.
function isSame(one: MediaItem, other: MediaItem): boolean {
  return one.preview === other.preview && one.kind === other.kind
}
