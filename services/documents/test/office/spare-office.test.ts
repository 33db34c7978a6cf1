import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { ConversionQueue, type Job } from '../../src/office/conversion-queue.ts'
import type { OfficePool } from '../../src/office/office-pool.ts'
import { killGroup } from '../../src/office/process-group.ts'
import { readOwner } from '../../src/office/scratch-folder.ts'
import {
  atRest,
  eventually,
  findOffice,
  folder,
  SLOW,
  SMALL,
  standStill,
  withPool,
} from './office-fixture.ts'

// Deep: it waits for offices that start beforehand.

const SCRATCH = join(folder, 'scratch')

/** Lets no office start between `hold` and `open`. */
interface Gate {
  hold(): void
  open(): void
}

/** A pool of one office and a spare, both warm. */
function withSpare(work: (pool: OfficePool, gate: Gate) => Promise<void>) {
  return async (context: Parameters<typeof withPool>[0]) => {
    const state = { isHeld: Promise.resolve(), open: () => undefined as void }
    const findWhenOpen = () => state.isHeld.then(findOffice)
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      Object.assign(state, { isHeld: promise, open: resolve })
    }
    await withPool(context, { hasSpare: true, findOffice: findWhenOpen }, async (pool) => {
      await pool.warm()
      await eventually(() => pool.stats().spares === 1)
      await work(pool, { hold, open: () => state.open() }).finally(() => state.open())
    })
  }
}

/** Ends every office that gets the slow document as soon as it has it, until `work` is over: no office survives it. */
async function deadly<T>(work: Promise<T>): Promise<T> {
  const state = { isOver: false }
  const over = () => {
    state.isOver = true
  }
  void work.then(over, over)
  while (!state.isOver) {
    for (const name of await readdir(SCRATCH)) await endIfConvertingSlow(join(SCRATCH, name))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return await work
}

async function endIfConvertingSlow(office: string): Promise<void> {
  const jobs = await readdir(office).catch(() => [])
  for (const job of jobs.filter((name) => name.startsWith('job-'))) {
    const document = await stat(join(office, job, 'document.docx')).catch(() => undefined)
    const group = (await readOwner(office))?.officeGroup
    if (document?.size === SLOW.length && group !== undefined) killGroup(group)
  }
}

test(
  'a document that ends its office holds up no other: the spare takes over, and is risked for it when nobody waits',
  withSpare(async (pool, gate) => {
    gate.hold()
    const culprit = deadly(pool.convert(SLOW, { origin: 'culprit' }))
    const neighbours = await Promise.all([1, 2, 3].map(() => pool.convert(SMALL)))
    assert.deepEqual(
      neighbours.map(({ ok }) => ok),
      [true, true, true],
    )
    assert.equal(pool.stats().restarts, 2, 'nobody waited for a start')
    gate.open()
    assert.equal((await pool.convert(SMALL)).ok, true)
    const failed = await culprit
    assert.equal(!failed.ok && failed.error.kind, 'failed')
    await eventually(() => pool.stats().spares === 1)
    await atRest(pool)
    // Two at first, and one for each of the two that were lost.
    assert.equal(pool.stats().restarts, 4)
    // From now on all of its kind get the spare alone, once.
    const [first] = pool.processIds()
    const again = await deadly(pool.convert(SLOW, { origin: 'culprit' }))
    assert.equal(!again.ok && again.error.kind, 'failed')
    assert.equal(pool.processIds()[0], first, 'the office of the others is the same')
    await eventually(() => pool.stats().spares === 1)
    await atRest(pool)
    assert.equal(pool.stats().restarts, 5)
    // A template that was mended is one like all others.
    assert.equal((await pool.convert(SMALL, { origin: 'culprit' })).ok, true)
    assert.equal((await deadly(pool.convert(SLOW, { origin: 'culprit' }))).ok, false)
    assert.equal(
      pool.processIds().includes(first ?? 0),
      false,
      'which is tried in the first office',
    )
  }),
)

test(
  'a conversion that takes long lets the others pass, also where one runs at a time',
  withSpare(async (pool) => {
    const order: string[] = []
    const note = async (name: string, bytes: Buffer) => {
      const pdf = await pool.convert(bytes)
      order.push(name)
      return pdf.ok
    }
    // At first it stands still, for longer than a conversion may before the others pass; the pool lets it go on then.
    standStill(pool.processIds()[0])
    const slow = note('slow', SLOW)
    const all = await Promise.all([slow, ...['a', 'b', 'c'].map((name) => note(name, SMALL))])
    assert.deepEqual(all, [true, true, true, true])
    assert.deepEqual(order, ['a', 'b', 'c', 'slow'])
    assert.equal(pool.stats().restarts, 2)
  }),
)

test(
  'a spare that dies while it waits is replaced when it is needed',
  withSpare(async (pool) => {
    const [first = 0, spare = 0] = pool.processIds()
    killGroup(spare)
    await eventually(() => pool.stats().spares === 0)
    killGroup(first)
    assert.equal((await pool.convert(SMALL)).ok, true)
    await eventually(() => pool.stats().spares === 1)
    assert.equal((await pool.convert(SMALL)).ok, true)
  }),
)

test('of a kind that ends each office only so many wait, and the others have the queue', () => {
  const queue = new ConversionQueue(100)
  const job = (origin: string): Job => ({
    docx: SMALL,
    options: {},
    origin,
    signal: undefined,
    isGuest: false,
    settle: () => undefined,
  })
  const turn = () => queue.take({ takesSuspects: true })
  assert.equal(queue.add(job('bad')), undefined)
  const first = turn()
  assert.ok(first !== undefined && queue.retries(first), 'perhaps it was not its fault')
  assert.equal(queue.add(job('good')), undefined)
  const passing = queue.take({ takesSuspects: false })
  assert.equal(passing?.job.origin, 'good')
  const second = turn()
  assert.deepEqual([second?.job, second?.isSuspect], [first.job, true])
  assert.ok(second !== undefined && !queue.retries(second))
  const refusals = Array.from({ length: 12 }, () => queue.add(job('bad'))?.kind)
  assert.deepEqual(refusals.slice(9), [undefined, 'failed', 'failed'])
  assert.equal(queue.add(job('good')), undefined)
  const survivor = turn()
  assert.ok(survivor?.isSuspect)
  queue.acquit(survivor)
  assert.equal(queue.add(job('bad')), undefined)
  assert.equal(turn()?.isSuspect, false)
})
