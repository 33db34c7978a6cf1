/** Previews below a message: images, videos and YouTube films that it links to. */

import { createHmac } from 'node:crypto'

import type { Camo, MarkdownContext } from './markdown-context.ts'
import { LINE_END } from './tree/line-ends.ts'
import {
  descendants,
  element,
  isBlank,
  isBlock,
  isElement,
  textOf,
  type Element,
} from './tree/tree.ts'
import { splitUrl, type UrlParts } from './tree/urls.ts'
import { uploadedPicture, uploadPathId } from './uploaded-image.ts'

interface FoundLink {
  readonly link: Element
  /** Its element, that one's parent, and so on up to the root. */
  readonly ancestors: readonly Element[]
}

const MAX_PREVIEWS = 24
const IMAGE_CLASS = 'message_inline_image'

/** All links, those of outer elements before those of inner ones. */
function findLinks(root: Element): FoundLink[] {
  const found: FoundLink[] = []
  const queue: { node: Element; ancestors: readonly Element[] }[] = [{ node: root, ancestors: [] }]
  for (const { node, ancestors } of queue) {
    const path = [node, ...ancestors]
    for (const item of node.children.filter(isElement)) {
      queue.push({ node: item, ancestors: path })
      if (item.tag === 'a') found.push({ link: item, ancestors: path })
    }
  }
  return found
}

function hrefOf(link: Element): string {
  return link.attributes.get('href') ?? ''
}

export function hasLinks(root: Element): boolean {
  return findLinks(root).length > 0
}

/** Path ids of the uploaded files that the message links to or plays. */
export function linkedUploads(root: Element, realmUrl: string): string[] {
  const realmHost = splitUrl(realmUrl)?.host
  const pathIds = new Set<string>()
  for (const node of descendants(root)) {
    const address = node.attributes.get(node.tag === 'audio' ? 'src' : 'href')
    if (address === undefined) continue
    const parts = splitUrl(address.startsWith('user_uploads/') ? `/${address}` : address)
    if (parts === undefined || (parts.host !== '' && parts.host !== realmHost)) continue
    const pathId = uploadPathId(parts.path)
    if (pathId !== undefined) pathIds.add(pathId)
  }
  return [...pathIds]
}

/** Returns whether an image or a film is shown. */
export function addPreviews(root: Element, context: MarkdownContext): boolean {
  if (!context.inlineImagePreview) return false
  const open = findLinks(root).filter(
    ({ ancestors }) => !ancestors.some((ancestor) => ancestor.tag === 'blockquote'),
  )
  if (new Set(open.map(({ link }) => hrefOf(link))).size > MAX_PREVIEWS) return false
  const seen = new Set<string>()
  let hasPreview = false
  for (const found of open) {
    const url = hrefOf(found.link)
    if (seen.has(url)) continue
    seen.add(url)
    const preview = previewOf(found, url, context)
    if (preview === undefined) continue
    place(root, found, preview)
    hasPreview = true
  }
  return hasPreview
}

interface Preview {
  readonly node: Element
  /** What the link's text must be for the preview to replace it. */
  readonly replaces: boolean
}

function previewOf(found: FoundLink, url: string, context: MarkdownContext): Preview | undefined {
  const parts = splitUrl(url)
  if (parts === undefined) return undefined
  if (context.camo === undefined && !isOwn(parts, context)) return undefined
  const title = titleOf(found.link)
  if (/\.(?:mp4|webm)$/i.test(parts.path)) {
    const source = proxied(url, parts, context)
    const poster = context.uploads.image(uploadPathId(url) ?? '')?.thumbnailUrl
    return { node: videoPreview({ url, source, poster }, title), replaces: true }
  }
  if (isImage(url, parts, context)) {
    const actual = imageSource(url, parts)
    return { node: imagePreview(actual, title, context), replaces: true }
  }
  const film = youtubeId(parts)
  if (film === undefined) return undefined
  const image = `https://i.ytimg.com/vi/${film}/mqdefault.jpg`
  const source = context.camo === undefined ? image : camoUrl(image, context.camo)
  return { node: youtubePreview(url, film, source), replaces: false }
}

/** The label of a named link; nothing for one that shows its own address. */
function titleOf(link: Element): string | undefined {
  const label = textOf(link.children)
  return label === '' || label === hrefOf(link) ? undefined : label
}

const IMAGE_ENDING = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i

function isImage(url: string, parts: UrlParts, context: MarkdownContext): boolean {
  if (parts.host === 'pasteboard.co') return false
  const pathId = uploadPathId(url)
  if (pathId !== undefined) return context.uploads.image(pathId) !== undefined
  return IMAGE_ENDING.test(parts.path)
}

interface ImageSource {
  /** What a click opens. */
  readonly link: string
  /** What is shown. */
  readonly image: string
}

type ImageSite = (url: string, parts: UrlParts) => ImageSource | undefined

/** The page about a Wikipedia file has a counterpart that is the file itself. */
const wikipedia: ImageSite = (url, { host, path }) => {
  if (!host.toLowerCase().endsWith('.wikipedia.org') || !path.startsWith('/wiki/File:')) {
    return undefined
  }
  const image = url.replace('/wiki/File:', '/wiki/Special:FilePath/File:')
  return { link: image, image }
}

/** `/x.png` is a page; the file itself is at `/s/x.png`. */
const linx: ImageSite = (_url, { host, path }) => {
  const image = `https://linx.li/s${path}`
  return host.toLowerCase() === 'linx.li' ? { link: image, image } : undefined
}

/** A click opens the repository's page of the file; the picture is loaded from the host that serves the raw file. */
const github: ImageSite = (link, { host, path }) => {
  const [, owner, repository, kind, ...file] = path.split('/')
  if (kind !== 'blob' || !/^(?:.+\.)?github\.com$/i.test(host)) return undefined
  return {
    link,
    image: `https://raw.githubusercontent.com/${[owner, repository, ...file].join('/')}`,
  }
}

/** Some sites link to a page about an image; the image itself has another address there. */
const IMAGE_SITES: readonly ImageSite[] = [wikipedia, linx, github]

function imageSource(url: string, parts: UrlParts): ImageSource {
  for (const site of IMAGE_SITES) {
    const source = site(url, parts)
    if (source !== undefined) return source
  }
  return { link: url, image: url }
}

function imagePreview(
  source: ImageSource,
  title: string | undefined,
  context: MarkdownContext,
): Element {
  const link = element('a', { href: source.link })
  if (title !== undefined) link.attributes.set('title', title)
  link.children.push(previewImage(source.image, context))
  return element('div', { class: IMAGE_CLASS }, [link])
}

function previewImage(url: string, context: MarkdownContext): Element {
  const uploaded = context.uploads.image(uploadPathId(url) ?? '')
  if (uploaded !== undefined) return uploadedPicture(uploaded)
  const parts = splitUrl(url)
  return element('img', { src: parts === undefined ? url : proxied(url, parts, context) })
}

interface Film {
  readonly url: string
  readonly source: string
  /** A picture of it, if there is one. */
  readonly poster: string | undefined
}

function videoPreview({ url, source, poster }: Film, title: string | undefined): Element {
  const link = element('a', { href: url })
  if (title !== undefined) link.attributes.set('title', title)
  const attributes = { preload: 'metadata', src: source }
  link.children.push(
    element('video', poster === undefined ? attributes : { ...attributes, poster }),
  )
  return element('div', { class: `${IMAGE_CLASS} message_inline_video` }, [link])
}

function youtubePreview(url: string, film: string, source: string): Element {
  const link = element('a', { 'data-id': film, href: url }, [element('img', { src: source })])
  return element('div', { class: `youtube-video ${IMAGE_CLASS}` }, [link])
}

const YOUTUBE_HOSTS: ReadonlySet<string> = new Set(
  'm.youtube.com www.youtube.com www.youtube-nocookie.com youtube.com youtube-nocookie.com'.split(
    ' ',
  ),
)

function youtubeId(parts: UrlParts): string | undefined {
  if (parts.scheme !== 'http' && parts.scheme !== 'https') return undefined
  const host = parts.host.toLowerCase()
  const id = YOUTUBE_HOSTS.has(host)
    ? filmOf(parts)
    : host === 'youtu.be'
      ? parts.path.slice(1)
      : ''
  return /^[0-9A-Za-z_-]+$/.test(id) ? id : undefined
}

function filmOf(parts: UrlParts): string {
  const query = new URLSearchParams(parts.query)
  if (parts.path === '/watch' || parts.path === '/watch_popup') return query.get('v') ?? ''
  if (parts.path === '/watch_videos') return query.get('video_ids')?.split(',')[0] ?? ''
  return /^\/(?:embed|shorts|v)\/([^/]*)/.exec(parts.path)?.[1] ?? ''
}

/** The address to load a picture from: through the proxy, unless it is on this server. */
function proxied(url: string, parts: UrlParts, context: MarkdownContext): string {
  const { camo } = context
  return camo === undefined || isOwn(parts, context) ? url : camoUrl(url, camo)
}

function isOwn(parts: UrlParts, { realmUrl }: MarkdownContext): boolean {
  const realm = splitUrl(realmUrl)
  return (
    (parts.host === '' && parts.scheme === '') ||
    (parts.host === realm?.host && parts.scheme === realm.scheme)
  )
}

function camoUrl(url: string, camo: Camo): string {
  const digest = createHmac('sha1', camo.key).update(url).digest('hex')
  return `${camo.uri}${digest}/${Buffer.from(url).toString('hex')}`
}

/**
 * A preview is placed at the end of its list item or after its paragraph, or replaces a text that is nothing but the
 * address.
 */
function place(root: Element, found: FoundLink, preview: Preview): void {
  const [parent, grandparent] = found.ancestors
  const isReplaced = preview.replaces && isAlone(found.link, parent)
  if (parent?.tag === 'li') {
    parent.children.push(preview.node)
    if (isReplaced) remove(parent, found.link)
  } else if (parent?.tag === 'p' && grandparent !== undefined) {
    grandparent.children.splice(placeBehind(grandparent, parent), 0, preview.node)
    if (isReplaced) remove(grandparent, parent)
  } else root.children.push(preview.node)
}

/** Whether the paragraph or list item contains nothing but the address. */
function isAlone(link: Element, parent: Element | undefined): boolean {
  if (parent === undefined || titleOf(link) !== undefined) return false
  return parent.children.every((node) => node === link || node === LINE_END || isBlock(node))
}

/** After the paragraph, its line end and the previews of its earlier links. */
function placeBehind(grandparent: Element, paragraph: Element): number {
  const links = new Set(findLinks(paragraph).map(({ link }) => hrefOf(link)))
  const from = grandparent.children.indexOf(paragraph) + 1
  const count = grandparent.children
    .slice(from)
    .findIndex((node) => !isBlank(node) && !(isElement(node) && isPreviewOf(node, links)))
  return count === -1 ? grandparent.children.length : from + count
}

function isPreviewOf(node: Element, links: ReadonlySet<string>): boolean {
  const isPreview = node.attributes.get('class')?.split(' ').includes(IMAGE_CLASS) ?? false
  return isPreview && node.children.some((link) => isElement(link) && links.has(hrefOf(link)))
}

/** Removes what a preview replaces, including the line end after it. */
function remove(parent: Element, node: Element): void {
  const at = parent.children.indexOf(node)
  parent.children.splice(at, isBlank(parent.children[at + 1]) ? 2 : 1)
}
