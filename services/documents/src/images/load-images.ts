import sharp from 'sharp'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ImageRequest, LoadedImage } from '../docx/render/loaded-image.ts'
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
// Limits of what one render may make this service fetch and hold.
const MAX_SOURCES = 500
const MAX_TOTAL_BYTES = 256 * 1024 * 1024
const SIDE_BY_SIDE = 8
// Width of a picture that has no pixels of its own; enough for a printed page.
const RASTER_WIDTH_PX = 1_600
const RASTER_DENSITY = 150
const CSS_DENSITY = 96
const RASTER_TIMEOUT_S = 5
const ACTIVE_SVG =
  /<\s*(?:script|foreignObject|iframe|image)\b|\son\w+\s*=|<!DOCTYPE|<!ENTITY|@import|(?:href|src)\s*=\s*["'](?!#)|url\((?!\s*["']?#)/i

/** Loads the images of a render, a few at a time, each source once; the first failure ends it. */
export async function loadImages(
  requests: readonly ImageRequest[],
  sources: ImageSources,
): Promise<Result<ReadonlyMap<string, LoadedImage>, ImageFailure>> {
  const [tooMany] = requests.slice(MAX_SOURCES)
  if (tooMany !== undefined) return failure(tooMany, 'too many different images')
  const images = new Map<string, LoadedImage>()
  const failures: (readonly [index: number, reason: ImageReason])[] = []
  const waiting = requests.entries()
  const state = { bytes: 0 }
  const loadNext = async (): Promise<void> => {
    for (const [index, { source }] of waiting) {
      const loaded = await loadImage(source, sources)
      if (loaded.ok) state.bytes += sizeOf(loaded.value)
      if (!loaded.ok) failures.push([index, loaded.error])
      else if (state.bytes > MAX_TOTAL_BYTES) failures.push([index, 'larger than the limit'])
      else images.set(source, loaded.value)
      // Those before it have already started, so the first failure in the order of the tags is always found.
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, loadNext))
  const [first] = failures.toSorted(([a], [b]) => a - b)
  const request = first && requests[first[0]]
  return first === undefined || request === undefined ? ok(images) : failure(request, first[1])
}

function failure({ tag, part }: ImageRequest, reason: ImageReason): Result<never, ImageFailure> {
  return fail({ tag, part, reason })
}

function sizeOf({ bytes, fallback }: LoadedImage): number {
  return bytes.length + (fallback?.bytes.length ?? 0)
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

/** Only recent versions of Word show WebP, and SVG only with a picture beside it, so both get a PNG. */
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
      const png = await toPng(bytes, RASTER_DENSITY)
      return png === undefined ? notAnImage : ok({ ...header, bytes: png, format: 'png' })
    }
    case 'svg': {
      if (ACTIVE_SVG.test(withoutNamespaces(bytes.toString('utf8')))) {
        return fail('the SVG holds scripts or refers to other files')
      }
      const png = await toPng(bytes, svgDensity(header))
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

/** Not sharper than what is kept of it: a filter's work grows with the square. */
function svgDensity({ widthPx, heightPx }: ImageHeader): number {
  const longest = Math.max(widthPx, heightPx)
  return Math.min(RASTER_DENSITY, Math.max(1, (CSS_DENSITY * RASTER_WIDTH_PX) / longest))
}

async function toPng(bytes: Buffer, density: number): Promise<Buffer | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, density })
      .timeout({ seconds: RASTER_TIMEOUT_S })
      .resize({ width: RASTER_WIDTH_PX, withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    // libvips cannot read it: whatever its first bytes say, it is not a picture.
    return undefined
  }
}
