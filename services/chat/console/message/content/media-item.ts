/** A picture or a film that a message shows. */
export interface MediaItem {
  readonly kind: 'image' | 'video' | 'film'
  /** What the message links to: the original file, or the page of the film. */
  readonly original: string
  /** What is shown in the message; for a recording the same as the original. */
  readonly preview: string
  readonly title: string
}

/** What a preview in a message is of; undefined when it is none. */
export function mediaOf(box: Element): MediaItem | undefined {
  const link = box.querySelector('a')
  const shown = box.querySelector<HTMLElement>('img, video')
  const original = link?.getAttribute('href') ?? undefined
  if (link === null || shown === null || original === undefined) return undefined
  const preview = shown.dataset['src'] ?? ''
  const title = link.title === '' ? nameOf(original) : link.title
  if (box.classList.contains('youtube-video')) return { kind: 'film', original, preview, title }
  const kind = shown.localName === 'video' ? 'video' : 'image'
  return { kind, original, preview, title }
}

/** All that a message shows, in its order. */
export function allMediaOf(root: ParentNode): readonly MediaItem[] {
  return [...root.querySelectorAll(MEDIA)].map(mediaOf).filter((item) => item !== undefined)
}

/** The boxes of previews in a message's content. */
export const MEDIA = '.message_inline_image'

function nameOf(address: string): string {
  const last = (address.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
