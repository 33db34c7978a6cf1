import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1')
const TRUE_COLOUR = 2
const BITS = 8

/**
 * A picture as PNG.
 * @param pixels red, green and blue of each, 0 to 255, row by row
 * @source https://www.w3.org/TR/png-3/
 */
export function pngOf(
  { width, height }: { readonly width: number; readonly height: number },
  pixels: Uint8Array,
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(BITS, 8)
  head.writeUInt8(TRUE_COLOUR, 9)
  const line = width * 3
  // Each row says first that it is not filtered.
  const rows = Buffer.alloc((line + 1) * height)
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * line, (row + 1) * line), row * (line + 1) + 1)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(content.length, 0)
  typed.copy(framed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}
