import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { Clock } from '@oficina/kit/clock.ts'
import type { Bucket } from '@oficina/objects/bucket.ts'

import { checkedPlace, isPlace, type Placing, type Uploads } from './upload-folder.ts'

const FILES = 'chat/uploads/'
const NOTES = 'chat/placing/'
const HEALTH_MS = 5_000
// No request takes nearly as long: who wrote an older note is gone.
const STALE_MS = 3_600_000
// Long enough to follow a redirect, too short to pass it on.
const SIGNED_SECONDS = 60

function keyOf(place: string): string {
  return FILES + checkedPlace(place)
}

/**
 * Uploads in a bucket. They are received on this machine's disk, since their size is not known before their end; a note
 * in the bucket names the place of a file until what refers to it is written, so that any process can look after it.
 * @source docs/decisions/0010-object-storage.md, Uploads
 */
export function uploadsInBucket(bucket: Bucket, local: Uploads, now: Clock): Uploads {
  const noteAt = (key: string, place: string): Placing => ({
    place,
    finish: () => bucket.remove(key),
  })
  return {
    folder: local.folder,
    publicOrigin: bucket.publicOrigin,
    receive: (stream, signal) => local.receive(stream, signal),
    discard: (file) => local.discard(file),
    place: async (place, source) => {
      const key = keyOf(place)
      const note = `${NOTES}${randomBytes(12).toString('hex')}`
      await bucket.write(note, Buffer.from(place))
      try {
        await bucket.write(key, source)
      } catch (error) {
        // It may have arrived although the answer did not; what cannot be removed now is found by the note.
        const removed = bucket.remove(key).then(() => bucket.remove(note))
        await removed.catch(() => undefined)
        throw error
      }
      if (!(source instanceof Uint8Array)) await rm(source.path, { force: true })
      return noteAt(note, place)
    },
    save: async (place, bytes) => void (await bucket.write(keyOf(place), bytes)),
    take: async (place, path) => {
      await bucket.write(keyOf(place), await fileAt(path))
      await rm(path, { force: true })
    },
    copy: async (place, path) => void (await bucket.write(keyOf(place), await fileAt(path))),
    fetch: async (place, folder) => await download(bucket, keyOf(place), folder),
    sizeOf: async (place) => (await bucket.head(keyOf(place)))?.sizeBytes,
    open: async (place, range) => await bucket.open(keyOf(place), range),
    health: healthOf(bucket, now),
    signedUrl: async (place, answer) =>
      await bucket.signedUrl(keyOf(place), { ...answer, lifeSeconds: SIGNED_SECONDS }),
    remove: async (place) => {
      await bucket.remove(keyOf(place))
      for await (const { key } of bucket.list(`${keyOf(place)}/`)) await bucket.remove(key)
    },
    sweep: async () => [...(await local.sweep()), ...(await oldNotes(bucket, now, noteAt))],
    close: async () => {
      await local.close()
      bucket.close()
    },
  }
}

function healthOf(bucket: Bucket, now: Clock): Uploads['health'] {
  const seen = { atMs: -HEALTH_MS, isReachable: Promise.resolve(true) }
  return async () => {
    if (Math.abs(now() - seen.atMs) >= HEALTH_MS) {
      seen.atMs = now()
      seen.isReachable = bucket.head(`${FILES}health`).then(
        () => true,
        () => false,
      )
    }
    return { isReachable: await seen.isReachable }
  }
}

async function fileAt(path: string) {
  return { path, sizeBytes: (await stat(path)).size }
}

/** A copy on this disk, under a name that nothing else has. */
async function download(bucket: Bucket, key: string, folder: string): Promise<string | undefined> {
  const found = await bucket.open(key)
  if (found === undefined) return undefined
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomBytes(9).toString('hex')}-${basename(key)}`)
  await pipeline(found.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return path
}

async function oldNotes(
  bucket: Bucket,
  now: Clock,
  noteAt: (key: string, place: string) => Placing,
): Promise<readonly Placing[]> {
  const notes: Placing[] = []
  for await (const { key, updatedAt } of bucket.list(NOTES)) {
    if (now() - updatedAt.getTime() < STALE_MS) continue
    const found = await bucket.read(key)
    if (found === undefined || found === 'unchanged') continue
    const place = found.bytes.toString()
    if (isPlace(place)) notes.push(noteAt(key, place))
  }
  return notes
}
