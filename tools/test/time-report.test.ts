import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

import { BUDGET_SECONDS, budgetReport } from '../test-runner/budget.ts'
import { processorSeconds } from '../test-runner/processor-time.ts'
import { timeReport } from '../test-runner/time-report.ts'

test('a run tells the sum of each kind, the most first, and its five slowest files', () => {
  const times = [
    ['services/erp/test/a.test.ts', 1_500],
    ['services/erp/test/b.test.ts', 400],
    ['services/chat/test/a.test.ts', 2_000],
    ['services/chat/test/b.test.ts', 2_500],
    ['tools/test/a.test.ts', 30],
    ['tools/test/b.test.ts', 1_000],
  ] as const
  const report = timeReport(
    times.map(([file, ms]) => ({ file, ms })),
    (file) => file.split('/').find((part) => part !== 'services') ?? '',
  )
  assert.deepEqual(report.split('\n'), [
    '── where the time went, side by side',
    '  chat 4.5 s, erp 1.9 s, tools 1.0 s',
    '     2.5 s  services/chat/test/b.test.ts',
    '     2.0 s  services/chat/test/a.test.ts',
    '     1.5 s  services/erp/test/a.test.ts',
    '     1.0 s  tools/test/b.test.ts',
    '     0.4 s  services/erp/test/b.test.ts',
  ])
})

test('a run that takes a fifth more than the budget of its tier says so loudly', () => {
  const budget = BUDGET_SECONDS.deep
  assert.doesNotMatch(budgetReport('deep', budget * 1.19), /!/)
  assert.match(budgetReport('deep', budget * 1.21), /^!!! .*: 21 % TOO MUCH\./)
})

test('processor time counts what a process started and what has ended since', async (t) => {
  const before = await processorSeconds()
  if (before === undefined) {
    t.diagnostic('this system has no /proc: nothing is counted')
    return
  }
  // Until it has worked for so long, however few turns a busy machine gives it.
  spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 400_000);'])
  const after = (await processorSeconds()) ?? 0
  assert.ok(after - before >= 0.2, `${after - before} s`)
})
