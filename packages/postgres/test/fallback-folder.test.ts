import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'

import { fallbackFolder, removeOrphans } from '../src/fallback-folder.ts'

let root = ''
let home = ''
let dataDir = ''
// Another file system where the machine has one there; the laws are the same.
const otherRoot = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
let other = ''

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'oficina-elsewhere-'))
  other = await mkdtemp(join(otherRoot, 'oficina-elsewhere-'))
})

after(async () => {
  await rm(root, { recursive: true, force: true })
  await rm(other, { recursive: true, force: true })
})

beforeEach(async () => {
  const place = await mkdtemp(join(root, 'place-'))
  home = join(place, 'home')
  dataDir = join(place, 'data')
  await mkdir(dataDir)
})

test('a data directory finds its database again', async () => {
  const folder = await fallbackFolder(dataDir, home)
  assert.equal(await fallbackFolder(dataDir, home), folder)
  assert.deepEqual(await removeOrphans(home), [])
  assert.ok(existsSync(folder))
})

test('a data directory that is moved keeps its database', async () => {
  const folder = await fallbackFolder(dataDir, home)
  await rename(dataDir, `${dataDir}-moved`)
  assert.deepEqual(await removeOrphans(home), [])
  assert.equal(await fallbackFolder(`${dataDir}-moved`, home), folder)
})

test('a copy of a data directory gets a database of its own', async () => {
  const folder = await fallbackFolder(dataDir, home)
  await cp(dataDir, `${dataDir}-copy`, { recursive: true })
  assert.notEqual(await fallbackFolder(`${dataDir}-copy`, home), folder)
  assert.equal(await fallbackFolder(dataDir, home), folder)
})

test('the database of a data directory that no longer exists is removed', async () => {
  const folder = await fallbackFolder(dataDir, home)
  await rm(dataDir, { recursive: true })
  assert.deepEqual(await removeOrphans(home), [folder])
  assert.ok(!existsSync(folder))
})

test('a data directory that was emptied begins with an empty database', async () => {
  const folder = await fallbackFolder(dataDir, home)
  await rm(dataDir, { recursive: true })
  await mkdir(dataDir)
  const next = await fallbackFolder(dataDir, home)
  assert.notEqual(next, folder)
  assert.deepEqual(await removeOrphans(home), [folder])
  assert.ok(existsSync(next))
})

test('a database that a live process uses is not removed', async () => {
  const folder = await fallbackFolder(dataDir, home)
  await writeFile(join(folder, 'owner.pid'), String(process.pid))
  await rm(dataDir, { recursive: true })
  assert.deepEqual(await removeOrphans(home), [])
  assert.ok(existsSync(folder))
})

test('what else lies beside the databases is left alone', async () => {
  await mkdir(join(home, 'data-of-an-older-version'), { recursive: true })
  await mkdir(join(home, 'postgres-linux-x64-18.4.0'))
  assert.deepEqual(await removeOrphans(home), [])
})

test('on another file system it is the same, and a disk that is not mounted counts as there', async () => {
  const far = join(other, 'data')
  await mkdir(far)
  const folder = await fallbackFolder(far, home)
  assert.equal(await fallbackFolder(far, home), folder)
  assert.deepEqual(await removeOrphans(home), [])
  const place = { dataDir: join(root, 'not-mounted', 'data'), device: -1 }
  const unmounted = join(home, 'data-unmounted')
  await mkdir(unmounted)
  await writeFile(join(unmounted, 'belongs-to'), JSON.stringify(place))
  await rm(far, { recursive: true })
  assert.deepEqual(await removeOrphans(home), [folder])
  assert.ok(existsSync(unmounted))
})
