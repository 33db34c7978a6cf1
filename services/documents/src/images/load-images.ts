import { fail, ok, type Result } from '@oficina/kit/result.ts'
import sharp from 'sharp'

import type { ImageRequest, LoadedImage } from '../docx/types.ts'
import { readDataUri } from './data-uri.ts'
import { readImageFile } from './image-file.ts'
import { readImageHeader, type ImageHeader } from './image-header.ts'
import type { ImageReason } from './image-problem.ts'
import { fetchImage, type FetchOptions } from './image-url.ts'

export interface ImageSources {
  readonly imagesDir: string
  readonly fetch: FetchOptions
}

/** The image that failed first in the order of the tags, and why. */
export interface ImageFailure {
  readonly tag: string
  readonly part: string
  readonly reason: ImageReason
}

const MAX_PIXELS = 100_000_000
// A picture is drawn at this width where it has no pixels of its own; enough for a printed page.
const RASTER_WIDTH_PX = 1_600
const ACTIVE_SVG =
  /<\s*(?:script|foreignObject|iframe|image)\b|\son\w+\s*=|<!DOCTYPE|<!ENTITY|@import|(?:href|src)\s*=\s*["'](?!#)|url\(\s*["']?(?!#)/i

/** Loads every image of a render side by side, each source once. */
export async function loadImages(
  requests: readonly ImageRequest[],
  sources: ImageSources,
): Promise<Result<ReadonlyMap<string, LoadedImage>, ImageFailure>> {
  const loaded = await Promise.all(requests.map(({ source }) => loadImage(source, sources)))
  const images = new Map<string, LoadedImage>()
  for (const [index, request] of requests.entries()) {
    const result = loaded[index]
    if (result?.ok !== true) {
      const reason = result?.error ?? 'the address could not be fetched'
      return fail({ tag: request.tag, part: request.part, reason })
    }
    images.set(request.source, result.value)
  }
  return ok(images)
}

async function loadImage(
  source: string,
  sources: ImageSources,
): Promise<Result<LoadedImage, ImageReason>> {
  const bytes = await readSource(source, sources)
  if (!bytes.ok) return bytes
  const header = readImageHeader(bytes.value)
  if (header === undefined) {
    return fail('not an image that this service knows (PNG, JPEG, GIF, BMP, WebP, SVG)')
  }
  if (header.widthPx * header.heightPx > MAX_PIXELS) return fail('too many pixels')
  return await forWord(bytes.value, header)
}

async function readSource(
  source: string,
  sources: ImageSources,
): Promise<Result<Buffer, ImageReason>> {
  const { maxBytes } = sources.fetch
  if (/^data:/i.test(source)) return readDataUri(source, maxBytes)
  if (/^https?:\/\//i.test(source)) return await fetchImage(source, sources.fetch)
  if (/^[a-z][a-z0-9+.-]*:/i.test(source) || source.startsWith('//')) {
    return fail('not a data URI, an http or https URL, or a path below the images directory')
  }
  return await readImageFile(sources.imagesDir, source, maxBytes)
}

/** Word shows WebP only lately and SVG only with a picture beside it, so both get a PNG. */
async function forWord(
  bytes: Buffer,
  header: ImageHeader,
): Promise<Result<LoadedImage, ImageReason>> {
  switch (header.format) {
    case 'png':
    case 'jpeg':
    case 'gif':
    case 'bmp':
      return ok({ bytes, ...header })
    case 'webp': {
      const png = await toPng(bytes)
      return png === undefined ? notAnImage : ok({ ...header, bytes: png, format: 'png' })
    }
    case 'svg': {
      if (ACTIVE_SVG.test(withoutNamespaces(bytes.toString('utf8')))) {
        return fail('the SVG holds scripts or refers to other files')
      }
      const png = await toPng(bytes)
      if (png === undefined) return notAnImage
      return ok({ bytes, ...header, fallback: { bytes: png, format: 'png' } })
    }
  }
}

const notAnImage = fail<ImageReason>(
  'not an image that this service knows (PNG, JPEG, GIF, BMP, WebP, SVG)',
)

/** A namespace declaration holds an address that is never followed. */
function withoutNamespaces(svg: string): string {
  return svg.replaceAll(/\sxmlns(?::\w+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
}

async function toPng(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, density: 150 })
      .resize({ width: RASTER_WIDTH_PX, withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    // libvips cannot read it: whatever its first bytes say, it is no picture.
    return undefined
  }
}
