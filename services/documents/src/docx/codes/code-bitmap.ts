import { drawingZlibPng, render, type RenderOptions } from 'bwip-js/node'

/** Black and white points, a byte each: 1 is black. */
export type Bitmap = {
  readonly width: number
  readonly height: number
  readonly points: Uint8Array
}

// A symbol of the longest text that is accepted stays far below this.
const MAX_POINTS = 16_000_000
const RGBA_BYTES = 4
// Half of a point covered by a letter makes it black.
const HALF_COVERED = 128

/**
 * Draws a symbol in whole points, so that every bar and module has exactly its size. The library's own surface makes a
 * PNG of four bytes a point, and later; this one gives its points at once.
 * @throws Error when the text cannot be such a symbol
 */
export function drawBitmap(options: RenderOptions): Bitmap {
  const state = { width: 0, height: 0, buffer: Buffer.alloc(0) }
  const surface = {
    ...drawingZlibPng(),
    image: (width: number, height: number) => {
      Object.assign(state, { width, height, buffer: Buffer.alloc(width * height * RGBA_BYTES) })
      return { buffer: state.buffer, ispng: false }
    },
    end: (): Bitmap => {
      const { width, height, buffer } = state
      const points = new Uint8Array(width * height)
      for (let at = 0; at < points.length; at++)
        points[at] = (buffer[at * RGBA_BYTES + 3] ?? 0) >= HALF_COVERED ? 1 : 0
      return { width, height, points }
    },
  }
  return render({ ...options, sizelimit: MAX_POINTS }, surface)
}
