import type { PictureSize } from './parse-page.ts'

/** The size of a lossy WebP picture, as browsers make them. @source RFC 9649, 2.5 and RFC 6386, 9.1 */
export function webpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ') return undefined
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
