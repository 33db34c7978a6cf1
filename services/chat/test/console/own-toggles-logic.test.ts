import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as breath } from 'node:timers/promises'

import fc from 'fast-check'

import { toggle, type Op } from '../../console/state/own/own-toggles.ts'

const OPPOSITE: Readonly<Record<Op, Op>> = { add: 'remove', remove: 'add' }

type Answer = 'done' | 'refused' | 'lost'

interface Request {
  readonly op: Op
  readonly answer: PromiseWithResolvers<Answer | undefined>
  outcome: Answer | undefined
}

/** Something of the service that a tab turns: requests wait until they are answered, events until they are heard. */
class Turned {
  holds: Op = 'remove'
  shown: Op = 'remove'
  /** What the person asked for last. */
  asked: Op = 'remove'
  mostAtOnce = 0
  readonly ends: Promise<string>[] = []
  readonly #waiting: Request[] = []
  readonly #events: Op[] = []
  readonly #listeners = new Set<(op: Op) => void>()

  press(): void {
    this.asked = OPPOSITE[this.shown]
    const thing = {
      key: 'it',
      show: (op: Op) => {
        this.shown = op
      },
      tell: (op: Op) => this.#tell(op),
      onHeard: (listener: (op: Op) => void) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
    const end = toggle(thing, this.asked)
    this.ends.push(
      end.then(
        () => 'done',
        (error: Error) => error.message,
      ),
    )
  }

  get isAsked(): boolean {
    return this.#waiting.length > 0
  }

  /** The oldest request that has not reaches the service, which does it, unless it refuses. */
  reach(how: Answer): void {
    const request = this.#waiting.find(({ outcome }) => outcome === undefined)
    if (request === undefined) return
    request.outcome = how
    if (how !== 'refused') this.change(request.op)
  }

  /** The answer comes, or is lost. */
  answer(): void {
    const at = this.#waiting.findIndex(({ outcome }) => outcome !== undefined)
    const [request] = at === -1 ? [] : this.#waiting.splice(at, 1)
    request?.answer.resolve(request.outcome)
  }

  /** Here, or in another tab of the same person. */
  change(op: Op): void {
    if (this.holds !== op) this.#events.push(op)
    this.holds = op
  }

  /** @returns whether there was an event */
  hear(): boolean {
    const event = this.#events.shift()
    if (event === undefined) return false
    this.shown = event
    for (const listener of this.#listeners) listener(event)
    return true
  }

  async #tell(op: Op): Promise<void> {
    const answer = Promise.withResolvers<Answer | undefined>()
    this.#waiting.push({ op, answer, outcome: undefined })
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#waiting.length)
    const how = await answer.promise
    if (how !== 'done') throw new Error(how)
  }
}

const STEPS = [
  'press',
  'press',
  'done',
  'refused',
  'lost',
  'answer',
  'answer',
  'hear',
  'other tab',
] as const
type Step = (typeof STEPS)[number]

async function take(it: Turned, step: Step): Promise<void> {
  if (step === 'press') it.press()
  else if (step === 'hear') it.hear()
  else if (step === 'other tab') it.change(OPPOSITE[it.holds])
  else if (step === 'answer') it.answer()
  else it.reach(step)
  await breath()
}

/** All requests are answered and all events heard. */
async function settle(it: Turned): Promise<void> {
  while (it.isAsked) {
    await take(it, 'done')
    await take(it, 'answer')
  }
  while (it.hear()) await breath()
}

test('however a thing is turned, answered and heard of, in the end it is shown as the service has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 24 }), async (steps) => {
      const it = new Turned()
      for (const step of steps) await take(it, step)
      await settle(it)
      assert.equal(it.shown, it.holds)
      assert.ok(it.mostAtOnce <= 1, 'the service is told one turn after the other')
    }),
    { numRuns: 2_000 },
  )
})

test('where nothing fails and nobody else turns it, the service has what was asked for last, and shows nothing else', async () => {
  const step = fc.constantFrom<Step>('press', 'done', 'answer', 'hear')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const it = new Turned()
      for (const one of steps) {
        await take(it, one)
        if (it.isAsked) assert.equal(it.shown, it.asked)
      }
      await settle(it)
      assert.equal(it.holds, it.asked)
    }),
    { numRuns: 2_000 },
  )
})

async function taken(it: Turned, ...steps: readonly Step[]): Promise<void> {
  for (const step of steps) await take(it, step)
}

test('a refusal is told to who turned it first, and turns it back', async () => {
  const it = new Turned()
  await taken(it, 'press', 'refused', 'answer')
  assert.deepEqual([it.shown, await Promise.all(it.ends)], ['remove', ['refused']])
  await taken(it, 'press', 'press', 'press', 'done', 'answer')
  assert.deepEqual([it.shown, it.isAsked], ['add', false])
  assert.deepEqual(await Promise.all(it.ends), ['refused', 'done', 'done', 'done'])
})

test('what is asked for while a request fails is told all the same', async () => {
  const it = new Turned()
  await taken(it, 'press', 'press', 'lost', 'answer')
  assert.deepEqual([it.shown, it.isAsked, it.holds], ['remove', true, 'add'])
  await taken(it, 'hear', 'done', 'answer', 'hear')
  assert.deepEqual([it.shown, it.isAsked, it.holds], ['remove', false, 'remove'])
  assert.deepEqual(await Promise.all(it.ends), ['done', 'done'])
})

test('an answer that is here before its event shows what it did', async () => {
  const it = new Turned()
  await taken(it, 'press', 'done', 'hear', 'press', 'answer', 'done', 'answer')
  assert.deepEqual([it.shown, it.holds], ['remove', 'remove'])
})
