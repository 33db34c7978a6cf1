import { pngOf } from '../../files/png-writer.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** How somebody of the demonstration looks. */
export interface Face {
  readonly back: Colour
  readonly skin: Colour
  readonly hair: Colour
  readonly shirt: Colour
  readonly cut: 'short' | 'long' | 'bun' | 'none'
  readonly hasGlasses: boolean
}

const SIDE = 96
// Each pixel is the mean of so many points squared, so that edges are smooth.
const POINTS = 2
const INK: Colour = [52, 46, 48]

/** A small picture of a person who does not exist, as PNG: drawn shape by shape, of nobody's photograph. */
export function drawnFace(face: Face): Buffer {
  const pixels = new Uint8Array(SIDE * SIDE * 3)
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) pixels.set(pixelAt(face, x, y), (y * SIDE + x) * 3)
  }
  return pngOf({ width: SIDE, height: SIDE }, pixels)
}

function pixelAt(face: Face, x: number, y: number): readonly number[] {
  const sum = [0, 0, 0]
  for (let point = 0; point < POINTS * POINTS; point += 1) {
    const across = (x + ((point % POINTS) + 0.5) / POINTS) / SIDE
    const down = (y + (Math.floor(point / POINTS) + 0.5) / POINTS) / SIDE
    for (const [index, part] of colourAt(face, across, down).entries()) {
      sum[index] = (sum[index] ?? 0) + part
    }
  }
  return sum.map((part) => Math.round(part / (POINTS * POINTS)))
}

/** What is in front at a point; both go from 0 to 1, from the upper left. */
function colourAt(face: Face, x: number, y: number): Colour {
  const { back, skin, hair, shirt } = face
  if (isFeature(face, x, y)) return INK
  if (isHairBefore(face, x, y)) return hair
  if (isWithin(x, y, { x: 0.5, y: 0.43, across: 0.19, down: 0.24 })) return skin
  if (Math.abs(x - 0.5) < 0.075 && y > 0.6 && y < 0.76) return skin
  if (isWithin(x, y, { x: 0.5, y: 1.08, across: 0.4, down: 0.37 })) return shirt
  return isHairBehind(face, x, y) ? hair : back
}

interface Oval {
  readonly x: number
  readonly y: number
  /** Half of its width and height. */
  readonly across: number
  readonly down: number
}

function isWithin(x: number, y: number, oval: Oval): boolean {
  return ((x - oval.x) / oval.across) ** 2 + ((y - oval.y) / oval.down) ** 2 <= 1
}

/** Eyes, mouth and glasses. */
function isFeature({ hasGlasses }: Face, x: number, y: number): boolean {
  // Both halves are alike.
  const side = Math.abs(x - 0.5)
  if (isWithin(side, y, { x: 0.08, y: 0.42, across: 0.018, down: 0.024 })) return true
  const lip = 0.56 - 3 * side ** 2
  if (side < 0.075 && Math.abs(y - lip) < 0.009) return true
  if (!hasGlasses) return false
  const isRim =
    isWithin(side, y, { x: 0.08, y: 0.42, across: 0.066, down: 0.062 }) &&
    !isWithin(side, y, { x: 0.08, y: 0.42, across: 0.054, down: 0.05 })
  return isRim || (side < 0.016 && Math.abs(y - 0.41) < 0.007)
}

function isHairBefore({ cut }: Face, x: number, y: number): boolean {
  if (cut === 'none') return false
  const isCrown = isWithin(x, y, { x: 0.5, y: 0.37, across: 0.215, down: 0.215 })
  // Parted on one side, as nobody's hair is even.
  return isCrown && y < 0.33 - 0.25 * Math.abs(x - 0.42)
}

function isHairBehind({ cut }: Face, x: number, y: number): boolean {
  switch (cut) {
    case 'long':
      return y < 0.78 && isWithin(x, y, { x: 0.5, y: 0.5, across: 0.27, down: 0.36 })
    case 'bun':
      return isWithin(x, y, { x: 0.5, y: 0.14, across: 0.1, down: 0.09 })
    case 'short':
      return y < 0.45 && isWithin(x, y, { x: 0.5, y: 0.38, across: 0.22, down: 0.22 })
    case 'none':
      return false
  }
}
