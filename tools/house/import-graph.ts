import { dirname, join, normalize } from 'node:path'

import {
  git,
  importsOf,
  lateImportsOf,
  projectFiles,
  readSources,
  type Sources,
} from './sources.ts'

/** The files of the project, and the texts of those that import others. */
export interface Tree {
  readonly paths: readonly string[]
  readonly sources: Sources
}

export function readTree(): Tree {
  const paths = projectFiles()
  return { paths, sources: readSources(paths) }
}

/**
 * The paths of files that differ from those of a commit, or of what this branch left of it, committed or not; those that
 * are gone too, since what imported them is reached.
 * @throws Error of git when there is no such commit
 */
export function changedFiles(base: string): readonly string[] {
  const [start = base] = git('merge-base', base, 'HEAD')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...git('diff', '--name-only', start), ...untracked])].toSorted()
}

// What every test stands on, and the checks of the house, which read every file and take a moment.
const EVERYWHERE = /^(?:package\.json|package-lock\.json|tools\/test-runner\/[^/]+\.ts)$/
const READS_ALL = /^tools\/test\/(?:tidy|layers|own-services)\.test\.ts$/

/**
 * The tests that reach a changed file: by imports, early or late, for types too, and by texts that name a file or a folder
 * of the project, as of a process that is started or of a dictionary that is read.
 * @param tests paths from the root
 */
export function reachedTests(
  changed: readonly string[],
  tests: readonly string[],
  tree: Tree = readTree(),
): readonly string[] {
  if (changed.length === 0) return []
  if (changed.some((path) => EVERYWHERE.test(path))) return tests
  const users = usersOf(tree)
  const reached = new Set<string>()
  const wanted = changed.flatMap((path) => [path, ...foldersOf(path)])
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    wanted.push(...(users.get(next) ?? []))
  }
  return tests.filter((path) => reached.has(path) || READS_ALL.test(path))
}

/** Who uses a file, or a folder of which every file may be read. */
function usersOf({ paths, sources }: Tree): ReadonlyMap<string, readonly string[]> {
  const places = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]))
  const users = new Map<string, string[]>()
  for (const path of sources.keys()) {
    const used = new Set([
      ...importsOf(sources, path),
      ...lateImportsOf(sources, path),
      ...namedPlaces(sources.get(path) ?? '', path, places),
      ...bundledFor(path),
    ])
    for (const target of used) users.set(target, [...(users.get(target) ?? []), path])
  }
  return users
}

const NAMED =
  /['"`]((?:\.{1,2}\/|services\/|packages\/|docs\/|tools\/|bench\/|deploy\/)[\w./-]+|[\w-]+\.(?:ts|json|yaml|md|docx|sql))['"`]/g
// `join(import.meta.dirname, '..', 'dictionary')`.
const JOINED = /import\.meta\.dirname,\s*((?:'[^']*'(?:,\s*)?)+)\)/g

function namedPlaces(text: string, path: string, places: ReadonlySet<string>): readonly string[] {
  const joined = [...text.matchAll(JOINED)].map(([, parts = '']) =>
    [...parts.matchAll(/'([^']*)'/g)].map(([, part = '']) => part).join('/'),
  )
  return [...text.matchAll(NAMED)]
    .map(([, name = '']) => name.replace(/\/$/, ''))
    .concat(joined)
    .flatMap((name) => [normalize(join(dirname(path), name)), name])
    .filter((place) => places.has(place) && !isTooMuch(place, path))
}

/** A console is bundled for those who open its pages alone; all of a service or a package is named by what looks at names. */
function isTooMuch(place: string, path: string): boolean {
  return (
    /^services\/\w+\/console$|^(?:services|packages)(?:\/\w+(?:\/src|\/test)?)?$|^(?:docs|tools|bench|deploy)$/.test(
      place,
    ) || place === dirname(path)
  )
}

/** What a page's test opens: the console that its service bundles. */
function bundledFor(path: string): readonly string[] {
  const [, service] = /^(services\/\w+)\/test\/console\/.*\.ts$/.exec(path) ?? []
  return service === undefined ? [] : [`${service}/console`, `${service}/console/main.tsx`]
}

/** `a/b/c.ts`: `a/b` and `a`. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
