import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { OfficeProblem } from './office-problem.ts'

export interface PageImageOptions {
  /** From 1. */
  readonly page: number
  /** Dots per inch, 36 to 300. */
  readonly dpi: number
  readonly tmpDir: string
  readonly timeoutMs: number
}

const run = promisify(execFile)

/** One page of a PDF as PNG, by poppler's pdftoppm; `undefined` when the PDF has no such page. */
export async function renderPageAsPng(
  pdf: Buffer,
  { page, dpi, tmpDir, timeoutMs }: PageImageOptions,
): Promise<Result<Buffer | undefined, OfficeProblem>> {
  const folder = await mkdtemp(join(tmpDir, 'page-'))
  try {
    const source = join(folder, 'document.pdf')
    await writeFile(source, pdf)
    const pages = ['-f', String(page), '-l', String(page)]
    await run('pdftoppm', ['-png', '-r', String(dpi), ...pages, source, join(folder, 'page')], {
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
    })
    const name = (await readdir(folder)).find((entry) => entry.endsWith('.png'))
    return ok(name === undefined ? undefined : await readFile(join(folder, name)))
  } catch (error) {
    return fail(problemOf(error, timeoutMs))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function problemOf(error: unknown, timeoutMs: number): OfficeProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return { kind: 'unavailable', reason: 'pdftoppm (poppler-utils) is not installed' }
  }
  if (error instanceof Error && 'killed' in error && error.killed === true) {
    return { kind: 'timeout', timeoutMs }
  }
  // pdftoppm ends with code 99 for a page that does not exist, and says so on standard error only.
  return { kind: 'failed', reason: 'the page could not be drawn' }
}
