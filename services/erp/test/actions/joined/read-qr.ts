import assert from 'node:assert/strict'

import { decodeQR } from 'qr/decode.js'

const PIXELS = 6

/** What a code says: the picture is one path of squares, each a step from the one before. */
export function readQr(uri: string): string {
  const svg = Buffer.from(uri.split(',')[1] ?? '', 'base64').toString('utf8')
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * PIXELS
  assert.ok(side > 100, svg.slice(0, 200))
  const data = new Uint8Array(side * side * 4).fill(255)
  const at = { x: 0, y: 0 }
  for (const [, command, x, y] of svg.matchAll(/([Mm])(-?\d+) ?(-?\d+)h1v1/g)) {
    const from = command === 'M' ? { x: 0, y: 0 } : at
    Object.assign(at, { x: from.x + Number(x), y: from.y + Number(y) })
    for (let row = at.y * PIXELS; row < (at.y + 1) * PIXELS; row += 1) {
      const first = (row * side + at.x * PIXELS) * 4
      for (let pixel = 0; pixel < PIXELS; pixel += 1) data.set([0, 0, 0, 255], first + pixel * 4)
    }
  }
  return decodeQR({ width: side, height: side, data })
}
