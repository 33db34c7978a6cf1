import playIcon from 'lucide-static/icons/play.svg'

import { words } from '../../words/message.ts'
import type { ContentReader } from './content-reader.ts'
import { MEDIA, mediaOf, type MediaItem } from './media-item.ts'
import { loadPicture, loadPoster, loadRecording } from './media-source.ts'
import { parseSize, shownSize } from './picture-size.ts'
import { svgIcon } from './svg-icon.ts'

/**
 * Pictures and films stand in galleries, each in a box of its final size before it has loaded; recordings get a player.
 */
export function enlivenMedia(root: ParentNode, reader: ContentReader): void {
  const boxes = [...root.querySelectorAll<HTMLElement>(MEDIA)]
  for (const gallery of galleries(boxes)) showGallery(gallery, reader)
  for (const audio of root.querySelectorAll('audio')) showAudio(audio)
  for (const image of root.querySelectorAll<HTMLImageElement>('img[data-src]')) {
    if (image.closest(MEDIA) === null) loadPicture(image, image.dataset['src'] ?? '')
  }
}

/** Previews that follow one another. */
function galleries(boxes: readonly HTMLElement[]): readonly (readonly HTMLElement[])[] {
  const found: HTMLElement[][] = []
  for (const box of boxes) {
    const last = found.at(-1)
    if (last !== undefined && last.at(-1) === box.previousElementSibling) last.push(box)
    else found.push([box])
  }
  return found
}

function showGallery(boxes: readonly HTMLElement[], reader: ContentReader): void {
  const [first] = boxes
  if (first === undefined) return
  const gallery = document.createElement('div')
  gallery.className = 'gallery'
  first.before(gallery)
  for (const box of boxes) {
    gallery.append(box)
    const item = mediaOf(box)
    if (item !== undefined) showPreview(box, item, { isAlone: boxes.length === 1, reader })
  }
}

interface Showing {
  readonly isAlone: boolean
  readonly reader: ContentReader
}

function showPreview(box: HTMLElement, item: MediaItem, { isAlone, reader }: Showing): void {
  const link = box.querySelector('a')
  const shown = box.querySelector<HTMLImageElement | HTMLVideoElement>('img, video')
  if (link === null || shown === null) return
  const size = shownSize(
    parseSize(shown.dataset['originalDimensions']),
    isAlone ? 'alone' : 'among others',
  )
  link.style.width = `${size.width}px`
  link.style.aspectRatio = `${size.width} / ${size.height}`
  link.classList.add('media')
  link.dataset['media'] = item.kind
  link.setAttribute('aria-label', words(item.kind, { name: item.title }))
  link.title = item.title
  if (item.kind !== 'image') link.append(playMark())
  if (shown instanceof HTMLVideoElement) {
    shown.tabIndex = -1
    shown.muted = true
    if (shown.dataset['poster'] !== undefined) void loadPoster(shown, shown.dataset['poster'])
    loadRecording(shown, item.preview)
    return
  }
  shown.alt = ''
  // The file is being made smaller; the message is changed once that is done.
  if (shown.classList.contains('image-loading-placeholder')) return
  showPicture(shown, link, { item, reader })
}

interface Picture {
  readonly item: MediaItem
  readonly reader: ContentReader
}

function showPicture(image: HTMLImageElement, link: HTMLElement, { item, reader }: Picture): void {
  if (image.dataset['animated'] !== 'true' || reader.animation === 'always') {
    loadPicture(image, item.preview)
    return
  }
  const still = item.preview.replace('-anim.', '.')
  loadPicture(image, still)
  link.classList.add('is-animated')
  if (reader.animation === 'never') return
  link.addEventListener('pointerenter', () => loadPicture(image, item.preview))
  link.addEventListener('pointerleave', () => loadPicture(image, still))
}

function playMark(): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'play-mark'
  mark.setAttribute('aria-hidden', 'true')
  mark.append(svgIcon(playIcon))
  return mark
}

function showAudio(audio: HTMLAudioElement): void {
  audio.controls = true
  audio.preload = 'metadata'
  if (audio.title !== '') audio.setAttribute('aria-label', audio.title)
  loadRecording(audio, audio.dataset['src'] ?? '')
}
