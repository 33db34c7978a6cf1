import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '../..')
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-runner-'))
  // PostgreSQL may run as another user, who must be able to pass.
  await chmod(folder, 0o711)
  // The runner looks for the programs that some tests need; whether they are there is not asked here.
  await mkdir(join(folder, 'bin'))
  for (const name of ['soffice', 'pdftoppm']) {
    await writeFile(join(folder, 'bin', name), '#!/bin/sh\n', { mode: 0o755 })
  }
})

after(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: unknown
  readonly output: string
  /** What is left in the folder for temporary files. */
  readonly leftovers: readonly string[]
}

/** Runs one test file as `npm test` does. */
async function runFile(name: string, text: string, environment = {}): Promise<Ended> {
  const file = join(folder, `${name}.test.ts`)
  await writeFile(file, `import { test } from 'node:test'\n${text}`)
  const temporary = join(folder, name)
  await mkdir(temporary, { mode: 0o711 })
  // Those of the run that this test is part of are not for the run in it.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['tools/test.ts', file], {
    cwd: ROOT,
    env: {
      ...inherited,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
      TMPDIR: temporary,
      CI: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  const [code] = await once(child, 'close')
  return { code, output: chunks.join(''), leftovers: await readdir(temporary) }
}

const SKIPS = `test('needs what is not here', { skip: 'not here' }, () => {})`

test('a skipped test is named, and fails in CI', async () => {
  const { code, output } = await runFile('skipped-in-ci', SKIPS, { CI: 'true' })
  assert.match(output, /^skipped: needs what is not here$/m)
  assert.equal(code, 1)
})

test('a skipped test is named, and fails nowhere else', async () => {
  const { code, output } = await runFile('skipped', SKIPS)
  assert.match(output, /^skipped: needs what is not here$/m)
  assert.equal(code, 0)
})

test('what a test leaves behind is gone after the run, also when it fails', async () => {
  const { code, output, leftovers } = await runFile(
    'leaves',
    `import { mkdtempSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    test('leaves a folder', () => {
      console.log('left', mkdtempSync(tmpdir() + '/left-'), 'end')
      throw new Error('it fails')
    })`,
  )
  const left = /left (\S+) end/.exec(output)?.[1] ?? ''
  assert.notEqual(left, '')
  assert.equal(existsSync(left), false)
  assert.deepEqual(leftovers, [])
  assert.equal(code, 1)
})
