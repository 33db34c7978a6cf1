import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { runChecks, type Check } from '../test-runner/checks.ts'

test('all checks run, whatever another has found, and those that failed are named', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-checks-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const check = async (name: string, text: string): Promise<Check> => {
    const file = join(folder, `${name}.json`)
    await writeFile(file, text)
    return { name, command: 'oxfmt', args: ['--check', file] }
  }
  const tidy = '{ "a": 1 }\n'
  const checks = await Promise.all([
    check('untidy', '{"a":1}'),
    check('tidy', tidy),
    check('broken', '{"a":'),
    check('last', tidy),
  ])
  assert.deepEqual((await runChecks(checks)).toSorted(), ['broken', 'untidy'])
  assert.deepEqual(await runChecks(checks.filter(({ name }) => name === 'last')), [])
})
