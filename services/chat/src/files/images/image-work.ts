/** Decodes images. This runs in a process of its own, since the files come from anybody. */

import sharp, { type Sharp } from 'sharp'

import type { ThumbnailFormat } from '../thumbnail-formats.ts'
import type { ImageFacts, ImageResults, ImageTask, Picture } from './image-task.ts'

// More than most cameras produce, and few enough that a decoded image stays below 400 MB.
const MAX_PIXELS = 90_000_000
// For all frames of a moving image together.
const MAX_ANIMATED_PIXELS = MAX_PIXELS / 3
const AVATAR_PIXELS = 500
const EMOJI_PIXELS = 64
const ICON_PIXELS = 100
const LOGO_PIXELS = { width: 800, height: 100 } as const
const WEBP_QUALITY = 75

const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'heif'])
const MOVING_FORMATS: ReadonlySet<string> = new Set(['gif', 'webp'])

// Readers of all other formats stay disabled, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
})
// One image at a time in this process, and nothing of it is cached.
sharp.concurrency(1)
sharp.cache(false)

/** @throws Error for a file that is no image, is cut off or has too many pixels */
export async function workOnImage(task: ImageTask): Promise<ImageResults[ImageTask['kind']]> {
  switch (task.kind) {
    case 'inspect':
      return await inspect(task.path)
    case 'avatar':
      return await square(task.path, AVATAR_PIXELS)
    case 'icon':
      return await square(task.path, ICON_PIXELS)
    case 'logo':
      return await logo(task.path)
    case 'emoji':
      return await emoji(task.path)
    case 'thumbnails':
      return await thumbnails(task.path, task.formats)
  }
}

function still(path: string): Sharp {
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
}

function moving(path: string): Sharp {
  return sharp(path, { limitInputPixels: MAX_ANIMATED_PIXELS, failOn: 'error', animated: true })
}

async function inspect(path: string): Promise<ImageFacts> {
  const { format, autoOrient, pages = 1 } = await still(path).metadata()
  checkFormat(format)
  const { width, height } = autoOrient
  const pixels = width * height
  if (pixels > MAX_PIXELS) throw new Error('the image has too many pixels')
  const isAnimated =
    pages > 1 && MOVING_FORMATS.has(format) && pixels * pages <= MAX_ANIMATED_PIXELS
  return { width, height, isAnimated }
}

function checkFormat(format: string): void {
  if (!FORMATS.has(format)) throw new Error('not a format of images')
}

/** Thumbnails are never larger than the image. */
async function thumbnails(
  path: string,
  formats: readonly ThumbnailFormat[],
): Promise<ImageResults['thumbnails']> {
  const made = []
  for (const format of formats) {
    const image = format.animated ? moving(path) : still(path).autoOrient()
    const bytes = await image
      .resize(format.max_width, format.max_height, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY, effort: 3 })
      .toBuffer()
    made.push({ name: format.name, bytes })
  }
  return made
}

/** A square picture, re-encoded: only the pixels of the file are kept. */
async function square(path: string, pixels: number): Promise<Picture> {
  checkFormat((await still(path).metadata()).format)
  const bytes = await still(path)
    .autoOrient()
    .resize(pixels, pixels, { fit: 'cover' })
    .png()
    .toBuffer()
  return { bytes, extension: 'png' }
}

/** No larger than clients show it. */
async function logo(path: string): Promise<Picture> {
  checkFormat((await still(path).metadata()).format)
  const bytes = await still(path)
    .autoOrient()
    .resize({ ...LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  return { bytes, extension: 'png' }
}

/** A small picture that may move. */
async function emoji(path: string): Promise<Picture> {
  const { format, pages = 1 } = await still(path).metadata()
  checkFormat(format)
  const isMoving = pages > 1 && MOVING_FORMATS.has(format)
  const small = (isMoving ? moving(path) : still(path).autoOrient()).resize(
    EMOJI_PIXELS,
    EMOJI_PIXELS,
    { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } },
  )
  return isMoving
    ? { bytes: await small.webp().toBuffer(), extension: 'webp' }
    : { bytes: await small.png().toBuffer(), extension: 'png' }
}
