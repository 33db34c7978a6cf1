import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import type { Clock } from '@oficina/kit/clock.ts'

import { runBounded } from './bounded-run.ts'

export interface OfficeDetection {
  /** Undefined: no working office is installed. */
  readonly path: string | undefined
  /** Such as `7.4.7.2`; absent when the office is missing or does not say. */
  readonly version: string | undefined
}

export interface DetectionOptions {
  /** The only path that is tried; absent: PATH, then the usual places. */
  readonly officePath: string | undefined
  /** The PATH to look through. */
  readonly searchPath: string
  readonly now: Clock
}

// 60 seconds: docs/contract/documents.md, Endpoints, GET /health.
const CACHE_MS = 60_000
const VERSION_TIMEOUT_MS = 10_000
const USUAL_PLACES = [
  '/usr/lib/libreoffice/program/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]
// LibreOffice would create a home in whatever directory this names; in a file it cannot.
const NO_HOME = { HOME: '/dev/null' }
const MISSING: OfficeDetection = { path: undefined, version: undefined }

/** Finds the office and its version; runs it at most once a minute, however many ask at once. */
export function officeDetector(options: DetectionOptions): () => Promise<OfficeDetection> {
  const cache: { found: Promise<OfficeDetection> | undefined; atMs: number } = {
    found: undefined,
    atMs: 0,
  }
  return () => {
    const nowMs = options.now()
    if (cache.found === undefined || nowMs - cache.atMs >= CACHE_MS) {
      cache.found = detect(options)
      cache.atMs = nowMs
    }
    return cache.found
  }
}

async function detect({ officePath, searchPath }: DetectionOptions): Promise<OfficeDetection> {
  for (const path of officePath === undefined ? candidates(searchPath) : [officePath]) {
    const detected = await probe(path)
    if (detected.path !== undefined) return detected
  }
  return MISSING
}

function candidates(searchPath: string): readonly string[] {
  if (searchPath === '') return []
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  return [...folders.map((folder) => join(folder, 'soffice')), ...USUAL_PLACES]
}

/**
 * Only an office that runs counts: a file of that name that fails to report its version would fail at every conversion.
 */
async function probe(path: string): Promise<OfficeDetection> {
  const isExecutable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isExecutable) return MISSING
  const run = await runBounded(path, ['--version'], {
    timeoutMs: VERSION_TIMEOUT_MS,
    environment: NO_HOME,
  })
  if (run.kind !== 'ended' || run.code !== 0) return MISSING
  return { path, version: /(\d+(?:\.\d+)+)/.exec(run.stdout)?.[1] }
}
