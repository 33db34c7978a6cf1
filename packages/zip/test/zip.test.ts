import assert from 'node:assert/strict'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
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

/** The same archive as programs write it that do not know whether it becomes large; and where its records stand. */
function asLarge(of: Files, { offset = 0 } = {}) {
  const plain = assembled(of)
  const place = recordAt(plain)
  const records: Buffer[] = []
  for (let at = place; at < plain.length - 22;) {
    const nameEnd = at + 46 + plain.readUInt16LE(at + 28)
    const record = Buffer.from(plain.subarray(at, nameEnd))
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    extra.writeBigUInt64LE(BigInt(record.readUInt32LE(24)), 4)
    extra.writeBigUInt64LE(BigInt(record.readUInt32LE(20)), 12)
    extra.writeBigUInt64LE(BigInt(record.readUInt32LE(42) + offset), 20)
    for (const field of [20, 24, 42]) record.writeUInt32LE(0xffffffff, field)
    record.writeUInt16LE(extra.length, 30)
    records.push(record, extra)
    at = nameEnd
  }
  const directory = Buffer.concat(records)
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  for (const field of [24, 32]) end64.writeBigUInt64LE(BigInt(records.length / 2), field)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  end64.writeBigUInt64LE(BigInt(place + offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(place + offset + directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.from(plain.subarray(-22))
  end.writeUInt16LE(0xffff, 8)
  end.writeUInt16LE(0xffff, 10)
  for (const field of [12, 16]) end.writeUInt32LE(0xffffffff, field)
  const archive = Buffer.concat([plain.subarray(0, place), directory, end64, locator, end])
  return { archive, place, end64At: place + directory.length }
}

test('an archive in the form of large ones is read from a file, and refused in memory', async () => {
  const { archive } = asLarge(FILES)
  assert.deepEqual(await readFromFile(archive), FILES)
  assert.equal(read(archive), 'zip64')
})

test('entries beyond four gigabytes of an archive are read', async () => {
  const beyond = 2 ** 32 + 7
  const { archive } = asLarge(FILES, { offset: beyond })
  const path = join(folder, `${(files += 1)}.zip`)
  const file = await open(path, 'w')
  // Nothing but the end is written: the rest takes no room on the disk.
  await file.write(archive, 0, archive.length, beyond)
  await file.close()
  const zip = await openZip(path)
  const long = Buffer.concat(await Array.fromAsync(zip.read('carpeta/long.txt'))).toString()
  await zip.close()
  await rm(path)
  assert.equal(long, FILES['carpeta/long.txt'])
})

test('a list of entries that is longer than the reader allows is refused', async () => {
  const path = join(folder, `${(files += 1)}.zip`)
  const { archive, place, end64At } = asLarge(FILES)
  await writeFile(path, archive)
  const listBytes = end64At - place
  await (await openZip(path, { maxDirectoryBytes: listBytes })).close()
  await assert.rejects(openZip(path, { maxDirectoryBytes: listBytes - 1 }), /too-many-entries/)
  await rm(path)
})

test('a large archive whose records do not agree, or lead elsewhere, is refused', async () => {
  const { archive: whole, place, end64At } = asLarge({ 'a.txt': 'text' })
  const locatorAt = end64At + 56
  const huge = 2n ** 63n
  type Change = readonly [kind: string, at: number, value: bigint | number]
  const extraAt = place + 46 + 'a.txt'.length
  for (const [kind, at, value] of [
    ['damaged-end', locatorAt, 0],
    ['several-volumes', locatorAt + 4, 1],
    ['several-volumes', locatorAt + 16, 2],
    ['damaged-end', locatorAt + 8, BigInt(locatorAt)],
    ['damaged-end', locatorAt + 8, huge],
    ['damaged-end', end64At, 0],
    ['several-volumes', end64At + 16, 1],
    ['several-volumes', end64At + 20, 1],
    ['damaged-end', end64At + 24, 2n],
    ['damaged-end', end64At + 32, huge],
    ['damaged-end', end64At + 40, 10_000n],
    ['damaged-end', end64At + 48, huge],
    ['damaged-directory', end64At + 48, 0n],
    // The old record says something else.
    ['damaged-end', locatorAt + 20 + 16, 1],
    // No field of large sizes, one that is too short, one with impossible numbers.
    ['damaged-directory', extraAt, 0x0018_0002],
    ['damaged-directory', extraAt, 0x0010_0001],
    ['damaged-directory', extraAt, 0x0100_0001],
    ['damaged-directory', extraAt + 4, huge],
    ['damaged-entry', extraAt + 4, 1n],
    ['damaged-entry', extraAt + 12, 2n ** 40n],
    ['damaged-entry', extraAt + 20, 2n ** 40n],
  ] satisfies readonly Change[]) {
    const archive = Buffer.from(whole)
    if (typeof value === 'bigint') archive.writeBigUInt64LE(value, at)
    else archive.writeUInt32LE(value, at)
    assert.equal(await readFromFile(archive), kind, `${kind} ${at - place} ${value}`)
  }
  const cut = assembled({ 'a.txt': 'text' })
  cut.writeUInt32LE(0xffffffff, cut.length - 22 + 16)
  assert.equal(read(cut), 'zip64')
  assert.equal(await readFromFile(cut), 'damaged-end')
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
