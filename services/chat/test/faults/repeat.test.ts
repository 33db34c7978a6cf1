import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'

import { repeat } from '../../src/start/repeat.ts'

const NEVER_MS = 1_000_000

test('a chore is never done twice at once, and a stop waits for the one under way', async () => {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = createLog({ service: 'chat-test', level: 'warn', format: 'json', write })
  const done: string[] = []
  const held = Promise.withResolvers<void>()
  const chore = repeat(
    [
      'tidying',
      NEVER_MS,
      async () => {
        done.push('begun')
        await held.promise
        done.push('done')
        throw new Error('untidy')
      },
    ],
    log,
  )
  const once = chore.once()
  void chore.once()
  const stopped = chore.stop().then(() => done.push('stopped'))
  held.resolve()
  await Promise.all([once, stopped])
  assert.deepEqual(done, ['begun', 'done', 'stopped'])
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /tidying failed/)
})
