import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

// A message now and then is enough.
const TELL_EVERY_BYTES = 64 * 1024 * 1024

/** By which an archive is recognized when its import goes on: SHA-256 of its bytes, or of a folder's list of files. */
export async function contentDigest(
  path: string,
  show: (step: string, done: number, total: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  const facts = await stat(path)
  if (facts.isDirectory()) {
    for (const name of (await readdir(path, { recursive: true })).toSorted()) {
      const { size, mtimeMs } = await stat(join(path, name))
      hash.update(`${name} ${size} ${mtimeMs}\n`)
    }
    return hash.digest('hex')
  }
  let [done, told] = [0, 0]
  for await (const chunk of createReadStream(path)) {
    // The stream is one of bytes.
    hash.update(chunk as Buffer)
    done += (chunk as Buffer).length
    if (done - told < TELL_EVERY_BYTES) continue
    told = done
    show('reading the archive', done, facts.size)
  }
  return hash.digest('hex')
}
