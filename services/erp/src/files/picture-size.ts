/** A picture that a workbook can hold, with its size in pixels. */
export interface Picture {
  readonly bytes: Buffer
  readonly type: 'png' | 'jpeg'
  readonly width: number
  readonly height: number
}

const PNG = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1')
const JPEG_START = 0xffd8
// Every marker that begins a frame: its size follows.
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9])
const MAX_SIDE = 20_000

/** A PNG or JPEG by what its head says; undefined for anything else. */
export function pictureOf(bytes: Buffer): Picture | undefined {
  const found = pngSize(bytes) ?? jpegSize(bytes)
  if (found === undefined) return undefined
  const { width, height } = found
  const isDrawn = width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE
  return isDrawn ? { bytes, ...found } : undefined
}

function pngSize(bytes: Buffer): Omit<Picture, 'bytes'> | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, PNG.length).equals(PNG)) return undefined
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function jpegSize(bytes: Buffer): Omit<Picture, 'bytes'> | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== JPEG_START) return undefined
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (FRAMES.has(marker)) {
      const height = bytes.readUInt16BE(at + 5)
      return { type: 'jpeg', width: bytes.readUInt16BE(at + 7), height }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
