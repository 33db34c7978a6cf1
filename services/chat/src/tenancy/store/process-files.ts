import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SECRET_BYTES = 32

/** Reads a small file, creating it with `make()` if it does not exist; of two processes at once, one creates it. */
async function ensureFile(path: string, make: () => string): Promise<string> {
  try {
    await writeFile(path, make(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}

/** The key with which API keys are encrypted: the environment's, or one stored beside the data. */
export async function serverSecret(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'hex')
  await mkdir(dataDir, { recursive: true })
  const text = await ensureFile(join(dataDir, 'chat-secret'), () =>
    randomBytes(SECRET_BYTES).toString('hex'),
  )
  return Buffer.from(text, 'hex')
}

/** The number by which this process recognizes its event queues after a restart. */
export async function processIdentity(dataDir: string): Promise<number> {
  await mkdir(dataDir, { recursive: true })
  const text = await ensureFile(join(dataDir, 'chat-process'), () =>
    String(randomBytes(4).readUInt32BE() >>> 1),
  )
  return Number(text)
}
