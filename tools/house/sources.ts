import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const MAX_LISTING_BYTES = 64 * 1024 * 1024

/** The sources of services and packages, by their paths. */
export type Sources = ReadonlyMap<string, string>

/** Those git tracks and new ones it does not ignore, so that a fault shows before it is committed. */
export function readSources(): Sources {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MAX_LISTING_BYTES,
  })
  return new Map(
    listing
      .split('\n')
      .filter((path) => /^(?:services|packages)\/\w+\/src\/.*\.tsx?$/.test(path))
      .filter((path) => existsSync(join(ROOT, path)))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
}

const IMPORT = /(?:^|\n)(?:import|export)\b[^;'"]*?from '([^']+)'|\bimport\('([^']+)'\)/g
const PACKAGE = /^@oficina\/(\w+)\/(.+)$/

/** The sources that a source imports, for their types alone too. */
export function importsOf(sources: Sources, path: string): readonly string[] {
  return [...(sources.get(path) ?? '').matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? '')
    .map((name) => {
      const [, owner = '', file = ''] = PACKAGE.exec(name) ?? []
      return owner === '' ? normalize(join(dirname(path), name)) : `packages/${owner}/src/${file}`
    })
    .filter((target) => sources.has(target))
}
