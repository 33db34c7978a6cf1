import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const MAX_LISTING_BYTES = 64 * 1024 * 1024

/** Sources by their paths from the root of the repository. */
export type Sources = ReadonlyMap<string, string>

/** The paths of all files that git tracks, and of new ones that it does not ignore, so that a fault shows before it is committed. */
export function projectFiles(): readonly string[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard').filter((path) =>
    existsSync(join(ROOT, path)),
  )
}

/** What git prints, line by line. */
export function git(...args: readonly string[]): readonly string[] {
  const output = execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MAX_LISTING_BYTES,
  })
  return output.split('\n').filter((line) => line !== '')
}

/** All TypeScript of the project: services with their consoles, packages, tools, benches and tests. */
export function readSources(paths = projectFiles()): Sources {
  return new Map(
    paths
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
}

/** Whether a file is of what a service or a package is made of, not of its tests. */
export function isProduct(path: string): boolean {
  return /^(?:services|packages)\/\w+\/(?:src|console|wire)\//.test(path)
}

const STATIC = /(?:^|\n)(?:import|export)\b[^;'"]*?from '([^']+)'|(?:^|\n)import '([^']+)'/g
const DYNAMIC = /\bimport\('([^']+)'\)/g
const PACKAGE = /^@oficina\/(\w+)\/(.+)$/

/** The sources that a source imports when it is loaded, for their types alone too. */
export function importsOf(sources: Sources, path: string): readonly string[] {
  return targetsOf(sources, path, STATIC)
}

/** The sources that a source imports when they are needed. */
export function lateImportsOf(sources: Sources, path: string): readonly string[] {
  return targetsOf(sources, path, DYNAMIC)
}

/** What a source imports when it is loaded: a source by its path, or the name of what is no source of the project. */
export function importedBy(sources: Sources, path: string): readonly Imported[] {
  return [...(sources.get(path) ?? '').matchAll(STATIC)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? ''
    const isType = /^\s*(?:import|export) type\b/.test(match[0])
    const target = placesOf(name, path).find((place) => sources.has(place)) ?? name
    return { target, isType }
  })
}

export interface Imported {
  readonly target: string
  /** For its types alone. */
  readonly isType: boolean
}

function targetsOf(sources: Sources, path: string, pattern: RegExp): readonly string[] {
  return [...(sources.get(path) ?? '').matchAll(pattern)]
    .map((match) => match[1] ?? match[2] ?? '')
    .flatMap((name) => placesOf(name, path).filter((target) => sources.has(target)))
}

/** Where the packages export from; see `exports` of each `package.json`. */
function placesOf(name: string, path: string): readonly string[] {
  const [, owner = '', file = ''] = PACKAGE.exec(name) ?? []
  if (owner === '') return [normalize(join(dirname(path), name))]
  return ['', 'browser/', 'browser/components/'].map(
    (room) => `packages/${owner}/src/${room}${file}`,
  )
}
