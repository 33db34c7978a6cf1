import assert from 'node:assert/strict'
import { test } from 'node:test'

import { reachedTests, readTree, type Tree } from '../house/import-graph.ts'

function treeOf(files: Readonly<Record<string, string>>): Tree {
  const paths = Object.keys(files)
  return { paths, sources: new Map(Object.entries(files).filter(([path]) => /\.tsx?$/.test(path))) }
}

const SMALL = treeOf({
  'services/a/src/deep.ts': `export const deep = 1`,
  'services/a/src/service.ts': `import { deep } from './deep.ts'\nexport const service = deep`,
  'services/a/src/late.ts': `export const late = 1`,
  'services/a/src/main.ts': `const { late } = await import('./late.ts')`,
  'services/a/src/files.ts': `export const FOLDER = join(import.meta.dirname, '..', 'words')`,
  'services/a/words/es/hola.json': '{}',
  'services/a/console/main.tsx': `import { Page } from './page.tsx'`,
  'services/a/console/page.tsx': `import { Button } from '@oficina/web/button.tsx'`,
  'packages/web/src/browser/components/button.tsx': `export const Button = 1`,
  'services/a/test/service.test.ts': `import { service } from '../src/service.ts'`,
  'services/a/test/process.test.ts': `const MAIN = new URL('../src/main.ts', import.meta.url)`,
  'services/a/test/words.test.ts': `import { FOLDER } from '../src/files.ts'`,
  'services/a/test/console/page.test.ts': `import { test } from 'node:test'`,
})
const TESTS = SMALL.paths.filter((path) => path.endsWith('.test.ts'))

/** The tests that a change reaches, by their names. */
function reached(...changed: readonly string[]): readonly string[] {
  return reachedTests(changed, TESTS, SMALL).map((path) =>
    path.slice(path.lastIndexOf('/') + 1, -'.test.ts'.length),
  )
}

test('a change reaches the tests that import it on a way through others', () => {
  assert.deepEqual(reached('services/a/src/deep.ts'), ['service'])
  assert.deepEqual(reached('services/a/test/service.test.ts'), ['service'])
})

test('a change reaches the tests that start a process which loads it, early or late', () => {
  assert.deepEqual(reached('services/a/src/late.ts'), ['process'])
})

test('a change of a file that a folder is read for reaches those who read the folder', () => {
  assert.deepEqual(reached('services/a/words/es/hola.json'), ['words'])
  assert.deepEqual(reached('services/a/words/es/new.json'), ['words'])
})

test('a change of what a console shows reaches its pages and nothing else', () => {
  assert.deepEqual(reached('packages/web/src/browser/components/button.tsx'), ['page'])
})

test('a change of dependencies reaches every test, and no change reaches none', () => {
  assert.deepEqual(reachedTests(['package-lock.json'], TESTS, SMALL), TESTS)
  assert.deepEqual(reached(), [])
})

const whole = readTree()
const all = whole.paths.filter((path) => path.endsWith('.test.ts'))

for (const [changed, wanted, unwanted] of [
  [
    'services/chat/src/messages/actions/send-message.ts',
    /^services\/chat\/test\/messages\/message-flags/,
    /^services\/(?:erp|documents)\//,
  ],
  [
    'services/erp/dictionary/compras/Compra.yaml',
    /^services\/erp\/test\/query\/listing\.test/,
    /^services\/(?:chat|documents)\//,
  ],
  [
    'services/erp/console/list/grid/grid.tsx',
    /^services\/erp\/test\/console\/list\.test/,
    /^services\/(?:chat|documents|erp\/test\/(?!console)[\w/-]+\.test)/,
  ],
  [
    'services/chat/migrations/0001-new.sql',
    /^services\/chat\/test\/people\/users\.test/,
    /^services\/erp/,
  ],
] as const) {
  test(`in this repository a change of ${changed} reaches its tests and no stranger's`, () => {
    const found = reachedTests([changed], all, whole)
    assert.ok(
      found.some((path) => wanted.test(path)),
      found.join('\n'),
    )
    assert.deepEqual(
      found.filter((path) => unwanted.test(path)),
      [],
    )
  })
}
