import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import fc from 'fast-check'
import { inTurn } from '@oficina/testkit/turns.ts'

import { ApiError } from '../src/errors.ts'
import { SYSTEM_DISK } from '../src/store/durable-files.ts'
import { FolderTemplates } from '../src/store/folder-templates.ts'
import { parseSlug } from '../src/store/slug.ts'
import type { TemplateVersion } from '../src/store/template-store.ts'
import { Actor, takeSteps } from './step-by-step.ts'
import { isExplained, shown, type Happened, type State, type Wish } from './template-model.ts'

// Deep: it takes random orders of the calls of several processes, and has them stand still in a third of the ways in each
// turn.

const RUNS = Number(process.env['FOLDER_RUNS'] ?? 150)
const LATER_MS = 11 * 60_000
const SLUG = parseSlug('carta') ?? assert.fail()

const FIRST: State = { docx: 'primera', schema: '{"title":"primero"}', isFirst: true }

const BEGINNINGS = {
  nothing: async () => await Promise.resolve(undefined),
  version: async (folder: string) => {
    await makeFirst(folder)
    return FIRST
  },
  replaced: async (folder: string) => {
    const store = await makeFirst(folder)
    await store.replace(SLUG, { schema: Buffer.from('{}') }, () => true)
    await store.replace(SLUG, { schema: Buffer.from(FIRST.schema ?? '') }, () => true)
    return FIRST
  },
  removed: async (folder: string) => {
    const store = await makeFirst(folder)
    assert.equal(await store.remove(SLUG, () => true), true)
    return undefined
  },
  'a plain directory': async (folder: string) => {
    await writeFirst(join(folder, SLUG))
    return FIRST
  },
  'a plain directory, half on its way': async (folder: string) => {
    const version = `${SLUG}.0123456789abcdef01.plain`
    await writeFirst(join(folder, '.versions', version))
    await mkdir(join(folder, '.next'))
    await writeFile(join(folder, '.next', SLUG), `${version}\n`)
    return FIRST
  },
  'a link to a directory elsewhere': async (folder: string) => {
    await writeFirst(join(folder, '.elsewhere'))
    await symlink('.elsewhere', join(folder, SLUG))
    return FIRST
  },
  'a link that was not turned': async (folder: string) => {
    const store = await makeFirst(folder)
    const [old = ''] = await readdir(join(folder, '.versions'))
    await store.replace(SLUG, { schema: Buffer.from(FIRST.schema ?? '') }, () => true)
    await symlink(join('.versions', old), join(folder, '.back'))
    await rename(join(folder, '.back'), join(folder, SLUG))
    return FIRST
  },
} satisfies Readonly<Record<string, (folder: string) => Promise<State | undefined>>>

async function makeFirst(folder: string): Promise<FolderTemplates> {
  const store = storeOf(folder)
  const { docx, schema } = FIRST
  await store.create(SLUG, { docx: Buffer.from(docx), schema: Buffer.from(schema ?? '') })
  return store
}

async function writeFirst(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'template.docx'), FIRST.docx)
  await writeFile(join(folder, 'schema.json'), FIRST.schema ?? '')
}

/** Without waiting for the disk, which no order depends on. */
function storeOf(folder: string, aheadMs = () => 0): FolderTemplates {
  const write = async (path: string, bytes: Uint8Array) => {
    await writeFile(path, bytes, { flag: 'wx' })
  }
  return new FolderTemplates(folder, () => Date.now() + aheadMs(), { ...SYSTEM_DISK, write })
}

const first = fc.boolean()
const text = fc.integer({ min: 0, max: 99 }).map((number) => `texto ${number}`)
const wish: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), docx: text }),
  fc.record({ kind: fc.constant('replace' as const), docx: text, first }),
  fc.record({
    kind: fc.constant('replace' as const),
    schema: fc.option(text.map((title) => JSON.stringify({ title }))),
    first,
  }),
  fc.record({ kind: fc.constant('remove' as const), first }),
  fc.record({ kind: fc.constant('read' as const) }),
)
// What lies about is old or new as it likes: nothing but patience may depend on a clock.
const sweep: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('sweep' as const),
  isOld: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
})
const sweeps = fc.array(sweep, { minLength: 1, maxLength: 3 })
const process_ = fc.record({
  wishes: fc.oneof(
    { weight: 4, arbitrary: fc.array(wish, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: sweeps },
  ),
  killedAfter: fc.option(fc.nat({ max: 60 }), { freq: 3 }),
})
const ALL = 100_000
const beginning = fc.constantFrom(...(Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[]))
const anyhow = fc.record({
  beginning,
  processes: fc.array(process_, { minLength: 2, maxLength: 4 }),
  // Who goes on, and for how many calls.
  schedule: fc.array(
    fc.tuple(
      fc.nat({ max: 3 }),
      fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 60 })),
    ),
    { minLength: 2, maxLength: 20 },
  ),
})
// One stands still somewhere, while others change, forget and remove whatever he looked at.
const stalled = fc
  .record({
    beginning,
    late: wish,
    after: fc.integer({ min: 1, max: 45 }),
    meanwhile: fc.array(wish, { minLength: 1, maxLength: 2 }),
    sweeps,
    isSweptBefore: fc.boolean(),
  })
  .map(({ late, after: calls, meanwhile, sweeps: swept, isSweptBefore, ...rest }) => {
    const order = isSweptBefore ? [2, 1] : [1, 2]
    return {
      ...rest,
      processes: [[late], meanwhile, swept].map((wishes) => ({ wishes, killedAfter: null })),
      schedule: [[0, calls] as const, ...order.map((index) => [index, ALL] as const)],
    }
  })
const run = fc.oneof(anyhow, stalled)

const undo = takeSteps()
after(undo)

test('whatever several processes do to a template, in any order of their calls and whoever is killed, happens one after the other', async () => {
  const property = fc.asyncProperty(run, async (played) => {
    await assertExplained(played)
  })
  await fc.assert(property, { numRuns: RUNS, examples: [[FINISHED_MEANWHILE]] })
})

// One sweep gives a directory its link back between two looks of another, to which everything is old.
const FINISHED_MEANWHILE: Run = {
  beginning: 'a plain directory, half on its way',
  processes: [
    { wishes: [{ kind: 'sweep', isOld: [true] }], killedAfter: null },
    { wishes: [{ kind: 'sweep', isOld: [false] }], killedAfter: null },
  ],
  schedule: [
    [0, 8],
    [1, 14],
    [0, 2],
  ],
}

const DOCX: Wish = { kind: 'replace', docx: 'otra', first: false }
const SCHEMA: Wish = { kind: 'replace', schema: '{}', first: false }
// Who stands still, what others do meanwhile, and what a sweep takes for old, in the order in which it looks.
const STALLS = [
  ['nothing', { kind: 'create', docx: 'una' }, [{ kind: 'read' }], [true]],
  ['nothing', { kind: 'create', docx: 'una' }, [{ kind: 'create', docx: 'otra' }], [true]],
  ['version', SCHEMA, [DOCX], [true]],
  ['version', SCHEMA, [DOCX], [false, true]],
  ['version', SCHEMA, [DOCX], [false, false, true, true, true, true]],
  ['version', SCHEMA, [DOCX], [true, false, true, true, true, true]],
  ['version', SCHEMA, [{ kind: 'read' }], [false, true]],
  ['version', { kind: 'remove', first: true }, [DOCX], [false, true]],
  ['removed', { kind: 'create', docx: 'una' }, [{ kind: 'create', docx: 'otra' }], [false, true]],
  ['version', { kind: 'read' }, [{ kind: 'replace', schema: null, first: false }], [true]],
  ['a plain directory', SCHEMA, [DOCX], [true]],
] as const satisfies readonly (readonly [string, Wish, readonly Wish[], readonly boolean[]])[]

for (const [index, [beginning, late, meanwhile, isOld]] of inTurn([...STALLS.entries()], 3)) {
  test(`whoever stands still at any call while others go on does no harm afterwards (${index + 1}: ${late.kind} of ${beginning})`, async () => {
    const processes = [[late], meanwhile, [{ kind: 'sweep', isOld } as const]]
    const state = { stoodAt: 0, isOver: false }
    while (!state.isOver) {
      state.stoodAt += 1
      const schedule = [[0, state.stoodAt] as const, [1, ALL] as const, [2, ALL] as const]
      const steps = await assertExplained({
        beginning,
        processes: processes.map((wishes) => ({ wishes, killedAfter: null })),
        schedule,
      })
      // It had ended before anybody else began.
      state.isOver = (steps[0] ?? 0) <= state.stoodAt
    }
    assert.ok(state.stoodAt > 2)
  })
}

interface Run {
  readonly beginning: keyof typeof BEGINNINGS
  readonly processes: readonly Process[]
  /** Which process makes how many calls. */
  readonly schedule: readonly (readonly [number, number])[]
}

interface Process {
  readonly wishes: readonly Wish[]
  readonly killedAfter: number | null
}

/** Returns how many calls each process made. */
async function assertExplained(played: Run): Promise<readonly number[]> {
  const { beginning: name, processes } = played
  const folder = await mkdtemp(join(tmpdir(), 'oficina-laws-test-'))
  try {
    await mkdir(join(folder, '.versions'))
    const state = await BEGINNINGS[name](folder)
    const { happened, steps } = await play(folder, played)
    await finish(folder, happened)
    const isSwept = processes.some(({ wishes }) => wishes.some(({ kind }) => kind === 'sweep'))
    if (!isSwept) {
      for (const { answer } of happened) assert.notEqual(answer, 'unavailable')
    }
    assert.ok(isExplained(state, happened), `no order explains ${JSON.stringify(happened)}`)
    return steps
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function play(folder: string, { processes, schedule }: Run) {
  const happened: Happened[] = []
  const now = { ticks: 0, tick: () => (now.ticks += 1) }
  const problems: unknown[] = []
  const actors = await Promise.all(
    processes.map(async ({ wishes, killedAfter }) => {
      const ages = wishes.flatMap((one) => (one.kind === 'sweep' ? one.isOld : []))
      const looked = { times: 0 }
      const store = storeOf(folder, () =>
        ages[looked.times++ % Math.max(1, ages.length)] === true ? LATER_MS : 0,
      )
      const find = await firstVersion(folder)
      const actor = new Actor()
      actor.start(async () => {
        for (const one of wishes) {
          const item: Happened = {
            wish: one,
            asked: now.tick(),
            answered: Number.POSITIVE_INFINITY,
            answer: undefined,
          }
          happened.push(item)
          try {
            item.answer = await fulfil(store, one, find)
            item.answered = now.tick()
          } catch (error) {
            problems.push(error)
          }
        }
      })
      return { actor, limit: killedAfter ?? Number.POSITIVE_INFINITY }
    }),
  )
  const isAlive = ({ actor, limit }: (typeof actors)[number]) =>
    !actor.isDone && actor.steps < limit
  const turns = [...schedule, ...actors.map((_, index) => [index, ALL] as const)]
  for (const [index, count] of turns) {
    const chosen = actors[index]
    if (chosen === undefined) continue
    for (let step = 0; step < count && isAlive(chosen); step += 1) await chosen.actor.step()
  }
  assert.deepEqual(problems, [])
  return { happened, steps: actors.map(({ actor }) => actor.steps) }
}

/** What the template was at the beginning: for changes that name it. */
async function firstVersion(folder: string): Promise<string | undefined> {
  return (await storeOf(folder).find(SLUG))?.version
}

async function fulfil(
  store: FolderTemplates,
  wanted: Wish,
  version: string | undefined,
): Promise<string> {
  try {
    return await answered(store, wanted, version)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'STORAGE_UNAVAILABLE') return 'unavailable'
    throw error
  }
}

async function answered(
  store: FolderTemplates,
  wanted: Wish,
  version: string | undefined,
): Promise<string> {
  switch (wanted.kind) {
    case 'sweep':
      await store.sweep()
      return 'swept'
    case 'read':
      return shown(await read(store))
    case 'create':
      return outcomeOf((await store.create(SLUG, { docx: Buffer.from(wanted.docx) })) ?? 'taken', {
        ...wanted,
        schema: null,
      })
    case 'remove':
      return outcomeOf(await store.remove(SLUG, allowing(wanted, version)))
    case 'replace':
      return outcomeOf(
        await store.replace(SLUG, partsOf(wanted), allowing(wanted, version)),
        wanted,
      )
  }
}

function allowing(
  { first: isOnlyFirst }: { readonly first: boolean },
  version: string | undefined,
) {
  return (current: TemplateVersion) => !isOnlyFirst || current.version === version
}

function partsOf({ docx, schema }: Pick<Wish & { kind: 'replace' }, 'docx' | 'schema'>) {
  return {
    ...(docx === undefined ? {} : { docx: Buffer.from(docx) }),
    ...(schema === undefined ? {} : { schema: schema === null ? null : Buffer.from(schema) }),
  }
}

/** What is told of it must be of what was wanted, and not of what another has made of it since. */
function outcomeOf(
  done: TemplateVersion | boolean | 'taken' | undefined,
  { docx, schema }: Pick<Wish & { kind: 'replace' }, 'docx' | 'schema'> = {},
): string {
  if (done === undefined) return 'absent'
  if (done === false) return 'refused'
  if (done === 'taken') return 'taken'
  if (done !== true && docx !== undefined) assert.equal(done.sizeBytes, Buffer.byteLength(docx))
  if (done !== true && schema !== undefined) assert.equal(done.hasSchema, schema !== null)
  return 'done'
}

async function read(store: FolderTemplates): Promise<Omit<State, 'isFirst'> | undefined> {
  for (let look = 0; look < 100; look += 1) {
    const template = await store.find(SLUG)
    if (template === undefined) return undefined
    const docx = await store.readDocx(template)
    const schema = await store.readSchema(template)
    if (docx === undefined || (schema === undefined && template.hasSchema)) continue
    return { docx: docx.toString(), schema: schema?.toString() }
  }
  throw new Error('it was gone a hundred times')
}

/** Afterwards another process finds it, changes it, and removes all that lies about. */
async function finish(folder: string, happened: Happened[]): Promise<void> {
  const store = storeOf(folder, () => LATER_MS)
  const add = async (wanted: Wish) => {
    const asked = 1e9 + happened.length
    const answer = await fulfil(store, wanted, undefined)
    happened.push({ wish: wanted, asked, answered: asked, answer })
    assert.notEqual(answer, 'unavailable')
    return answer
  }
  const found = await add({ kind: 'read' })
  await store.open()
  const versions = await readdir(join(folder, '.versions'))
  const there = await store.list()
  assert.equal(there.length, found === 'nothing' ? 0 : 1)
  // A directory that a person put there is none until it is changed.
  assert.ok(versions.length <= there.length, versions.join())
  assert.ok(versions.length === there.length || (await isOfAPerson(folder)))
  assert.deepEqual(await readdir(join(folder, '.next')).catch(() => []), [])
  assert.equal(await add({ kind: 'read' }), found)
  const last = { docx: 'última', first: false }
  await add(found === 'nothing' ? { kind: 'create', ...last } : { kind: 'replace', ...last })
  await add({ kind: 'read' })
}

async function isOfAPerson(folder: string): Promise<boolean> {
  const target = await readlink(join(folder, SLUG)).catch(() => undefined)
  return target?.startsWith('.versions/') !== true
}
