import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import * as fc from 'fast-check'

import { openZip, ZipFailure } from '../src/open-zip.ts'
import { inflateEntry, readZip, type ZipLimits } from '../src/read-zip.ts'
import { zipBytes } from '../src/stream-zip.ts'
import { assembleZip, buildPrefix, textEntry } from '../src/write-zip.ts'
import { DOS_EPOCH } from '../src/zip-format.ts'

type Files = Readonly<Record<string, string>>

const LIMITS: ZipLimits = {
  maxEntries: 10,
  maxPartBytes: 1024 * 1024,
  maxTotalBytes: 1024 * 1024,
  maxRatio: 200,
}

let folder: string
let files = 0

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
})

after(() => rm(folder, { recursive: true }))

/** The archive as the writer makes it that has all of it in memory. */
function assembled(of: Files): Buffer {
  const entries = Object.entries(of).map(([name, text]) =>
    textEntry(name, Buffer.from(text), DOS_EPOCH, 6),
  )
  const fixed = entries.slice(0, 1)
  return assembleZip(buildPrefix(fixed), entries.slice(fixed.length))
}

/** The archive as the writer makes it that knows no size before. */
async function streamed(of: Files): Promise<Buffer> {
  async function* entries() {
    for (const [name, text] of Object.entries(of))
      yield await Promise.resolve({ name, text: once(text) })
  }
  return Buffer.concat(await Array.fromAsync(zipBytes(entries())))
}

async function* once(text: string) {
  yield await Promise.resolve(text)
}

/** What the reader of archives in memory finds. */
function read(archive: Buffer): Files | string {
  const entries = readZip(archive, LIMITS)
  if (!entries.ok) return entries.error.kind
  const found: Record<string, string> = {}
  for (const entry of entries.value) {
    const content = inflateEntry(entry)
    if (!content.ok) return content.error.kind
    found[entry.name] = content.value.toString()
  }
  return found
}

/** What the reader of archives in files finds. */
async function readFromFile(archive: Buffer): Promise<Files | string> {
  const path = join(folder, `${(files += 1)}.zip`)
  await writeFile(path, archive)
  try {
    const zip = await openZip(path)
    try {
      const found: Record<string, string> = {}
      for (const name of zip.names)
        found[name] = Buffer.concat(await Array.fromAsync(zip.read(name))).toString()
      return found
    } finally {
      await zip.close()
    }
  } catch (error) {
    if (error instanceof ZipFailure) return error.problem.kind
    throw error
  } finally {
    await rm(path)
  }
}

const FILES: Files = {
  'empty.txt': '',
  'short.txt': 'Ñandú',
  'carpeta/long.txt': 'A line that comes again. '.repeat(100),
}

test('what either writer writes, either reader gives back', async () => {
  for (const archive of [assembled(FILES), await streamed(FILES)]) {
    assert.deepEqual(read(archive), FILES)
    assert.deepEqual(await readFromFile(archive), FILES)
  }
})

test('an archive that was changed in one byte gives what it held, or is refused, by either reader', async () => {
  const archive = assembled(FILES)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(archive.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const changed = Buffer.from(archive)
        changed[at] = (changed[at] ?? 0) ^ by
        for (const found of [read(changed), await readFromFile(changed)]) {
          if (typeof found !== 'string') assert.deepEqual(found, FILES)
        }
      },
    ),
  )
})

/** Where the record of the only entry of an archive stands in its directory. */
function recordAt(archive: Buffer): number {
  return archive.readUInt32LE(archive.length - 22 + 16)
}

test('an entry that unpacks to more or to other bytes than declared is refused by either reader', async () => {
  for (const [field, value] of [
    [16, 0],
    [24, 10],
    [24, 1_000_000],
  ] as const) {
    const archive = assembled({ a: 'A line that comes again. '.repeat(100) })
    archive.writeUInt32LE(value, recordAt(archive) + field)
    assert.equal(read(archive), 'damaged-entry')
    assert.equal(await readFromFile(archive), 'damaged-entry')
  }
})

test('an entry whose two headers do not say the same is refused by either reader', async () => {
  const archive = assembled({ 'a.txt': 'text' })
  archive.write('b.txt', 30)
  assert.equal(read(archive), 'damaged-entry')
  assert.equal(await readFromFile(archive), 'damaged-entry')
})

test('what is declared beyond the archive is refused by either reader', async () => {
  const whole = assembled({ 'a.txt': 'text' })
  const end = whole.length - 22
  const cases: readonly (readonly [kind: string, at: number, value: number])[] = [
    ['damaged-end', end + 12, 1_000],
    ['damaged-end', end + 16, 1_000],
    ['zip64', end + 16, 0xffffffff],
    ['damaged-directory', recordAt(whole), 0],
    ['damaged-entry', recordAt(whole) + 42, 1_000],
    ['damaged-entry', recordAt(whole) + 20, 1_000],
  ]
  for (const [kind, at, value] of cases) {
    const archive = Buffer.from(whole)
    archive.writeUInt32LE(value, at)
    assert.equal(read(archive), kind)
    assert.equal(await readFromFile(archive), kind)
  }
  assert.equal(read(Buffer.from('no archive')), 'no-archive')
  assert.equal(await readFromFile(Buffer.alloc(0)), 'no-archive')
})

test('names that differ in case only, or lead elsewhere, and limits are refused before anything is unpacked', () => {
  const cases: readonly (readonly [kind: string, files: Files])[] = [
    ['twice', { 'a.txt': '1', 'A.TXT': '2' }],
    ['outside', { '../a.txt': '1' }],
    ['outside', { '/a.txt': '1' }],
    ['bad-name', { 'a\\b.txt': '1' }],
    ['entry-too-large', { a: 'x'.repeat(LIMITS.maxPartBytes + 1) }],
    ['archive-too-large', { a: 'x'.repeat(LIMITS.maxTotalBytes), b: 'x' }],
    ['too-many-entries', Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`${i}`, '']))],
  ]
  for (const [kind, of] of cases) assert.equal(read(assembled(of)), kind)
})
