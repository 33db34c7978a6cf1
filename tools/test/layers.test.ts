import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '../..')

/** The sources of services and packages, by their paths. */
const sources: ReadonlyMap<string, string> = new Map(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((path) => /^(?:services|packages)\/\w+\/src\/.*\.tsx?$/.test(path))
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
)

// What makes a statement: the tag and its companions, or text for the database.
const MAKES_SQL =
  /import (?!type\b)[^;']*'@oficina\/kit\/sql\.ts'|\.(?:query|execute)\(\s*['"`](?:[^'"`]*)['"`]/

const isStore = (path: string) => path.includes('/store/')

/** Pure builders of text, which run nothing: a request or a rule to a condition or a statement that a store runs. */
const isPureSql = (path: string) => /^services\/erp\/src\/(?:query|visibility)\//.test(path)

test('statements stand in stores and nowhere else', () => {
  const found = [...sources]
    .filter(([path]) => path.startsWith('services/'))
    .filter(([path, text]) => !isStore(path) && !isPureSql(path) && MAKES_SQL.test(text))
    .map(([path]) => path)
  assert.deepEqual(found, [])
})

const IMPORT = /(?:^|\n)(?:import|export)\b[^;'"]*?from '([^']+)'|\bimport\('([^']+)'\)/g
const PACKAGE = /^@oficina\/(\w+)\/(.+)$/

/** The sources that a source imports, for their types alone too. */
function importsOf(path: string, text: string): readonly string[] {
  return [...text.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? '')
    .map((name) => {
      const [, owner = '', file = ''] = PACKAGE.exec(name) ?? []
      return owner === '' ? normalize(join(dirname(path), name)) : `packages/${owner}/src/${file}`
    })
    .filter((target) => sources.has(target))
}

// Held as soon as its circles are gone.
const NOT_YET_HELD = 'services/chat/src/markdown/'

/** A circle for each import that closes one, as the files on the way around. */
function circles(): readonly string[] {
  const held = new Set([...sources.keys()].filter((path) => !path.startsWith(NOT_YET_HELD)))
  const found: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const start = trail.indexOf(path)
    if (start !== -1) found.push([...trail.slice(start), path].join(' → '))
    if (start !== -1 || done.has(path) || !held.has(path)) return
    trail.push(path)
    for (const next of importsOf(path, sources.get(path) ?? '')) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const path of held) visit(path)
  return found
}

test('no file imports itself on a way through others, not even for a type', () => {
  assert.deepEqual(circles(), [])
})
