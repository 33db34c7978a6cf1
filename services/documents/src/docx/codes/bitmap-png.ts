import { crc32, deflateSync } from 'node:zlib'

import type { Bitmap } from './code-bitmap.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
// One bit a point, grey: 0 is black.
const BIT_DEPTH = 1
const GREY = 0

/** A bitmap as PNG, each of its points drawn as a square of this many. */
export function bitmapPng(bitmap: Bitmap, factor: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(bitmap.width * factor, 0)
  header.writeUInt32BE(bitmap.height * factor, 4)
  header[8] = BIT_DEPTH
  header[9] = GREY
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rowsOf(bitmap, factor))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The rows in bits, each behind a byte that says that it is not filtered. */
function rowsOf({ width, height, points }: Bitmap, factor: number): Buffer {
  const rowBytes = 1 + Math.ceil((width * factor) / 8)
  const rows = Buffer.alloc(rowBytes * height * factor, 0xff)
  for (let y = 0; y < height; y++) {
    const from = y * factor * rowBytes
    rows[from] = 0
    for (let x = 0; x < width * factor; x++) {
      if (points[y * width + Math.trunc(x / factor)] !== 1) continue
      const at = from + 1 + (x >> 3)
      rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7))
    }
    for (let copy = 1; copy < factor; copy++)
      rows.copyWithin(from + copy * rowBytes, from, from + rowBytes)
  }
  return rows
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
