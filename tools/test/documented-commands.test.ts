import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { git } from '../house/sources.ts'
import { ROOT } from '../test-runner/root.ts'

const pages = git('ls-files', '*.md').map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}))
const scripts = new Set(
  git('ls-files', 'package.json', '*/package.json').flatMap((path) => {
    const own: { scripts?: object } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
    return Object.keys(own.scripts ?? {})
  }),
)

/** What the pages say in all places that a pattern finds, with where it stands. */
function said(pattern: RegExp): readonly { readonly place: string; readonly text: string }[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((found) => ({ place: path, text: found[1] ?? found[0] })),
  )
}

test('no page says to run sources with the Node of the reader, which may not know types', () => {
  assert.deepEqual(said(/(?<!npx |exec )\bnode (?:bench|tools|services|packages)\/\S+/g), [])
})

test('each script that a page names exists', () => {
  const named = said(/\bnpm run ([a-z][\w:-]*)/g)
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter(({ text }) => !scripts.has(text)),
    [],
  )
})

test('each bench that a page names exists', () => {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'tools/bench.ts')], {
    encoding: 'utf8',
  })
  const programs = stdout.slice(stdout.indexOf('Programs:')).match(/\S+\/\S+/g) ?? []
  const known = new Set([...programs, ...programs.map((name) => name.split('/')[0])])
  const named = said(/\bnpm run bench ([a-z/-]+)/g)
  assert.ok(named.length > 5)
  assert.deepEqual(
    named.filter(({ text }) => !known.has(text)),
    [],
  )
})
