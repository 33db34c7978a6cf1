/** A part of a page that differs, in fractions of its width and height. */
export interface Mark {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

// Small enough for a word, large enough that a moved line is one mark.
const CELL_PIXELS = 12
// Letters that were drawn a hundredth of a pixel further differ by less.
const THRESHOLD = 48
// A page that differs everywhere says so without a mark a letter.
const MAX_MARKS = 40

/** Where two pictures of a page differ; of pages of different sizes, by the larger one. */
export async function differences(before: Blob, after: Blob): Promise<readonly Mark[]> {
  const [one, other] = await Promise.all([createImageBitmap(before), createImageBitmap(after)])
  const size = {
    width: Math.max(one.width, other.width),
    height: Math.max(one.height, other.height),
  }
  const cells = differingCells(pixelsOf(one, size), pixelsOf(other, size), size)
  one.close()
  other.close()
  return marksOf(cells).map(({ from, to, first, last }) => ({
    left: (first * CELL_PIXELS) / size.width,
    top: (from * CELL_PIXELS) / size.height,
    width: ((last - first + 1) * CELL_PIXELS) / size.width,
    height: ((to - from + 1) * CELL_PIXELS) / size.height,
  }))
}

interface Size {
  readonly width: number
  readonly height: number
}

function pixelsOf(bitmap: ImageBitmap, { width, height }: Size): Uint8ClampedArray {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) return new Uint8ClampedArray(width * height * 4)
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, width, height).data
}

/** The differing columns of each row of cells. */
function differingCells(
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  { width, height }: Size,
): readonly ReadonlySet<number>[] {
  const rows = Array.from({ length: Math.ceil(height / CELL_PIXELS) }, () => new Set<number>())
  for (let y = 0; y < height; y += 1) {
    const row = rows[Math.floor(y / CELL_PIXELS)]
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      const isDifferent =
        Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > THRESHOLD ||
        Math.abs((one[at + 1] ?? 0) - (other[at + 1] ?? 0)) > THRESHOLD ||
        Math.abs((one[at + 2] ?? 0) - (other[at + 2] ?? 0)) > THRESHOLD
      if (isDifferent) row?.add(Math.floor(x / CELL_PIXELS))
    }
  }
  return rows
}

interface Box {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
}

// Words of one line that differ are one mark when so few cells lie between them.
const GAP_CELLS = 3

/** Cells that touch as boxes. */
function marksOf(rows: readonly ReadonlySet<number>[]): readonly Box[] {
  const done: Box[] = []
  let open: readonly Box[] = []
  for (const [index, columns] of rows.entries()) {
    const runs = runsOf(columns)
    const next = runs.map(({ first, last }) => {
      const touched = open.filter((box) => box.first <= last + 1 && box.last >= first - 1)
      return {
        from: Math.min(index, ...touched.map(({ from }) => from)),
        to: index,
        first: Math.min(first, ...touched.map((box) => box.first)),
        last: Math.max(last, ...touched.map((box) => box.last)),
      }
    })
    done.push(
      ...open.filter(
        (box) => !next.some(({ first, last }) => box.first <= last + 1 && box.last >= first - 1),
      ),
    )
    open = next
  }
  return [...done, ...open].slice(0, MAX_MARKS)
}

function runsOf(columns: ReadonlySet<number>): readonly { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const column of [...columns].toSorted((one, other) => one - other)) {
    const run = runs.at(-1)
    if (run !== undefined && column - run.last <= GAP_CELLS) run.last = column
    else runs.push({ first: column, last: column })
  }
  return runs
}
