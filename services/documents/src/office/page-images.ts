import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { runBounded, type BoundedRunOptions, type RunOutcome } from './bounded-run.ts'
import type { OfficeProblem } from './office-problem.ts'
import { createScratchFolder, removeScratchFolder } from './scratch-folder.ts'

export interface DrawingOptions {
  /** Dots per inch, 36 to 300; less for a page that would exceed 8,000 dots. */
  readonly dpi: number
  readonly tmpDir: string
  /** Time for all pages together in milliseconds. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

interface PageRange {
  /** From 1. */
  readonly firstPage: number
  /** Included; pages that do not exist are left out. */
  readonly lastPage: number
}

interface PageSizes {
  readonly count: number
  /** The longest side of the requested pages, in inches. */
  readonly longestInches: number
}

// 8,000 dots square are 192 MB while they are drawn; a page of A3 at 300 dots per inch has 4,960.
const MAX_SIDE_DOTS = 8_000
const POINTS_PER_INCH = 72
// poppler's exit code for a first page beyond the last one.
const NO_SUCH_PAGE = 99
// All pages are in memory at once.
const MAX_PAGES = 50

/** One page of a PDF as PNG; `undefined` when the PDF has no such page. */
export async function renderPageAsPng(
  pdf: Buffer,
  { page, ...options }: DrawingOptions & { readonly page: number },
): Promise<Result<Buffer | undefined, OfficeProblem>> {
  const pages = await renderPagesAsPng(pdf, { ...options, firstPage: page, lastPage: page })
  return pages.ok ? ok(pages.value[0]) : pages
}

/**
 * Pages of a PDF as PNG, at most 50, by poppler's pdftoppm. An empty list when the PDF has none of them.
 * `unavailable` without poppler, `failed` when the PDF cannot be read.
 */
export async function renderPagesAsPng(
  pdf: Buffer,
  options: DrawingOptions & PageRange,
): Promise<Result<readonly Buffer[], OfficeProblem>> {
  const { tmpDir, timeoutMs, signal, firstPage } = options
  const limited = { ...options, lastPage: Math.min(options.lastPage, firstPage + MAX_PAGES - 1) }
  const folder = await createScratchFolder(tmpDir, 'page')
  try {
    const source = join(folder, 'document.pdf')
    await writeFile(source, pdf)
    const bounds = { timeoutMs, signal }
    const sizes = await pageSizes(source, limited, bounds)
    if (!sizes.ok) return sizes
    if (firstPage > sizes.value.count) return ok([])
    const dpi = Math.min(limited.dpi, Math.floor(MAX_SIDE_DOTS / sizes.value.longestInches))
    const drawn = await runBounded(
      'pdftoppm',
      ['-png', '-r', String(Math.max(1, dpi)), ...rangeArguments(limited), source, `${source}-`],
      bounds,
    )
    const problem = problemOf(drawn, timeoutMs)
    return problem === undefined ? ok(await readPages(folder)) : fail(problem)
  } finally {
    await removeScratchFolder(folder)
  }
}

async function pageSizes(
  source: string,
  range: PageRange,
  bounds: BoundedRunOptions,
): Promise<Result<PageSizes, OfficeProblem>> {
  const run = await runBounded('pdfinfo', [...rangeArguments(range), source], bounds)
  if (run.kind === 'ended' && run.code === NO_SUCH_PAGE) return ok({ count: 0, longestInches: 1 })
  const problem = problemOf(run, bounds.timeoutMs)
  if (problem !== undefined) return fail(problem)
  const text = run.kind === 'ended' ? run.stdout : ''
  const points = [...text.matchAll(/^Page .*size: +([\d.]+) x ([\d.]+) pts/gm)].flatMap(
    ([, width, height]) => [Number(width), Number(height)],
  )
  return ok({
    count: Number(/^Pages: +(\d+)$/m.exec(text)?.[1] ?? 0),
    longestInches: Math.max(1, ...points) / POINTS_PER_INCH,
  })
}

function rangeArguments({ firstPage, lastPage }: PageRange): readonly string[] {
  return ['-f', String(firstPage), '-l', String(lastPage)]
}

/** In page order: pdftoppm pads the numbers with zeros to the same length. */
async function readPages(folder: string): Promise<readonly Buffer[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted()
  return await Promise.all(names.map((name) => readFile(join(folder, name))))
}

function problemOf(run: RunOutcome, timeoutMs: number): OfficeProblem | undefined {
  switch (run.kind) {
    case 'missing':
      return { kind: 'unavailable', reason: 'poppler-utils is not installed' }
    case 'timeout':
      return { kind: 'timeout', timeoutMs }
    case 'abandoned':
      return { kind: 'abandoned' }
    case 'ended':
      return run.code === 0 ? undefined : { kind: 'failed', reason: 'the page could not be drawn' }
  }
}
