import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

import type { Clock } from '@oficina/kit/clock.ts'

export interface OfficeDetection {
  readonly path: string | undefined
  /** Such as `7.4.7.2`; absent when the office is missing or does not tell. */
  readonly version: string | undefined
}

export interface DetectionOptions {
  /** Looked for first; absent: PATH, then the usual places. */
  readonly officePath: string | undefined
  /** The PATH to look through. */
  readonly searchPath: string
  readonly now: Clock
}

const run = promisify(execFile)

// 60 seconds: docs/contract/documents.md, Endpoints, GET /health.
const CACHE_MS = 60_000
const VERSION_TIMEOUT_MS = 10_000
const USUAL_PLACES = [
  '/usr/lib/libreoffice/program/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]

/** Finds the office and its version; asks the system at most once a minute, however many ask at once. */
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
  const candidates =
    officePath === undefined
      ? [
          ...searchPath
            .split(delimiter)
            .filter((folder) => folder !== '')
            .map((folder) => join(folder, 'soffice')),
          ...(searchPath === '' ? [] : USUAL_PLACES),
        ]
      : [officePath]
  for (const path of candidates) {
    if (await isExecutable(path)) return { path, version: await versionOf(path) }
  }
  return { path: undefined, version: undefined }
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], {
      timeout: VERSION_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8' },
    })
    return /(\d+(?:\.\d+)+)/.exec(stdout)?.[1]
  } catch {
    // It is there but does not tell: conversions will show whether it works.
    return undefined
  }
}
