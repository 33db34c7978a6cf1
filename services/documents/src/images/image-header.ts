import { attribute } from '@oficina/xml/attribute.ts'

import type { ImageFormat } from '../docx/render/loaded-image.ts'

export interface ImageHeader {
  readonly format: ImageFormat
  /** As seen, after EXIF orientation. */
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The format of the bytes, judged by the first ones and never by a declared type, and the picture's size; undefined for
 * anything else, a truncated header included.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  try {
    const header = readKnown(bytes)
    return header !== undefined && header.widthPx > 0 && header.heightPx > 0 ? header : undefined
  } catch (error) {
    // Reading past the end: the file was cut off.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readKnown(bytes: Buffer): ImageHeader | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return readPng(bytes)
  if (start.startsWith('\u00ff\u00d8\u00ff')) return readJpeg(bytes)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return readGif(bytes)
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return readWebp(bytes)
  if (start.startsWith('BM')) return readBmp(bytes)
  return readSvg(bytes)
}

function readPng(bytes: Buffer): ImageHeader | undefined {
  // Without its end marker the file is cut off, and a reader shows half a picture or none.
  const isWhole = bytes.indexOf('IEND', bytes.length - 16, 'latin1') > 0
  if (bytes.toString('latin1', 12, 16) !== 'IHDR' || !isWhole) return undefined
  return { format: 'png', widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) }
}

function readGif(bytes: Buffer): ImageHeader {
  return { format: 'gif', widthPx: bytes.readUInt16LE(6), heightPx: bytes.readUInt16LE(8) }
}

function readBmp(bytes: Buffer): ImageHeader {
  return {
    format: 'bmp',
    widthPx: Math.abs(bytes.readInt32LE(18)),
    // A negative height means that rows are stored from top to bottom.
    heightPx: Math.abs(bytes.readInt32LE(22)),
  }
}

function readWebp(bytes: Buffer): ImageHeader | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return webp(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return webp((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return webp(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return undefined
  }
}

function webp(widthPx: number, heightPx: number): ImageHeader {
  return { format: 'webp', widthPx, heightPx }
}

// The frame headers that hold the size; C4, C8 and CC in this range are tables.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const APP1 = 0xe1
const START_OF_SCAN = 0xda
const FIRST_TURNED_ORIENTATION = 5

function readJpeg(bytes: Buffer): ImageHeader | undefined {
  let orientation = 1
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === START_OF_SCAN) return undefined
    if (marker === APP1) orientation = readOrientation(bytes, at + 4) ?? orientation
    if (isFrame(marker)) {
      const size = { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7) }
      return orientation < FIRST_TURNED_ORIENTATION
        ? { format: 'jpeg', ...size }
        : { format: 'jpeg', widthPx: size.heightPx, heightPx: size.widthPx }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
}

const ORIENTATION_TAG = 0x01_12
const MAX_EXIF_ENTRIES = 200

/** The orientation in an EXIF block, 1 to 8; undefined when there is none. */
function readOrientation(bytes: Buffer, start: number): number | undefined {
  if (bytes.toString('latin1', start, start + 6) !== 'Exif\0\0') return undefined
  const tiff = start + 6
  const isLittle = bytes.toString('latin1', tiff, tiff + 2) === 'II'
  const u16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const directory = tiff + u32(tiff + 4)
  const count = Math.min(u16(directory), MAX_EXIF_ENTRIES)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (u16(entry) !== ORIENTATION_TAG) continue
    const value = u16(entry + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

// Each comment can be matched in one way only: a second way would double the work with every comment.
const SVG_ROOT =
  /^(?:\u{feff})?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<svg\b([^>]*)>/u
const SVG_LOOKS_AT_BYTES = 64 * 1024
const DEFAULT_SVG_PX = { width: 300, height: 150 }
// CSS lengths in pixels, 96 to the inch.
const PX_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

function readSvg(bytes: Buffer): ImageHeader | undefined {
  const attributes = SVG_ROOT.exec(bytes.toString('utf8', 0, SVG_LOOKS_AT_BYTES))?.[1]
  if (attributes === undefined) return undefined
  const view = viewBox(attributes)
  const width = length(attribute(attributes, 'width'))
  const height = length(attribute(attributes, 'height'))
  // One side alone keeps the proportions of the view box.
  const widthPx = width ?? (height === undefined ? view.width : (height * view.width) / view.height)
  const heightPx =
    height ?? (width === undefined ? view.height : (width * view.height) / view.width)
  return { format: 'svg', widthPx, heightPx }
}

function viewBox(attributes: string): { readonly width: number; readonly height: number } {
  const numbers = (attribute(attributes, 'viewBox') ?? '').split(/[\s,]+/).map(Number)
  const [, , width = 0, height = 0] = numbers
  return width > 0 && height > 0 ? { width, height } : DEFAULT_SVG_PX
}

function length(raw: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)([a-z]*)\s*$/.exec(raw ?? '') ?? []
  const factor = PX_PER_UNIT[unit]
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}
