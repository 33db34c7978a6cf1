import type { PictureSize } from './parse-page.ts'

/** The size of a WebP picture, of a form that browsers make. @source RFC 9649, 2.5 and 2.7; RFC 6386, 9.1 */
export function webpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'WEBPVP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
