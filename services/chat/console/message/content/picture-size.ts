export interface Size {
  readonly width: number
  readonly height: number
}

// A picture alone takes about a third of a page; several stand beside each other at one height.
const MOST_ALONE: Size = { width: 420, height: 300 }
const HEIGHT_OF_MANY = 160
const WIDTH_OF_MANY = { least: 80, most: 320 }
const LEAST_SHOWN = 48

/**
 * How large a preview is shown, known before it has loaded so that nothing jumps. Small pictures keep their size.
 * @param original undefined where nobody has told it
 */
export function shownSize(original: Size | undefined, stands: 'alone' | 'among others'): Size {
  if (stands === 'among others') {
    const width = original === undefined ? HEIGHT_OF_MANY : widthAt(original, HEIGHT_OF_MANY)
    return {
      width: Math.round(Math.min(Math.max(width, WIDTH_OF_MANY.least), WIDTH_OF_MANY.most)),
      height: HEIGHT_OF_MANY,
    }
  }
  if (original === undefined)
    return { width: (MOST_ALONE.height * 4) / 3, height: MOST_ALONE.height }
  const scale = Math.min(1, MOST_ALONE.width / original.width, MOST_ALONE.height / original.height)
  return {
    width: Math.max(LEAST_SHOWN, Math.round(original.width * scale)),
    height: Math.max(LEAST_SHOWN, Math.round(original.height * scale)),
  }
}

function widthAt({ width, height }: Size, shown: number): number {
  return (width / height) * shown
}

/** `1920x1080`, as the server writes the size of a picture. */
export function parseSize(written: string | undefined): Size | undefined {
  const [, width, height] = /^(\d{1,6})x(\d{1,6})$/.exec(written ?? '') ?? []
  const size = { width: Number(width), height: Number(height) }
  return size.width > 0 && size.height > 0 ? size : undefined
}
