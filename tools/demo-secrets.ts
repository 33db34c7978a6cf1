import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Secrets that the all-in-one start generates once, so that a newcomer needs no configuration. */
export interface DemoSecrets {
  readonly documentsApiKey: string
  readonly erpPassword: string
  readonly chatPassword: string
  /** 32 letters and digits, as Zulip's keys are. */
  readonly chatApiKey: string
  /** Of the ERP's bot in the chat. */
  readonly chatBotApiKey: string
}

const OWNER_ONLY = 0o600

/** The demo secrets of a data directory: made at the first start, the same at every later one. */
export async function demoSecrets(dataDir: string): Promise<DemoSecrets> {
  const file = join(dataDir, 'demo-secrets.json')
  const known = await readKnown(file)
  const secrets: DemoSecrets = {
    documentsApiKey: known['documentsApiKey'] ?? randomBytes(18).toString('base64url'),
    erpPassword: known['erpPassword'] ?? randomBytes(9).toString('base64url'),
    chatPassword: known['chatPassword'] ?? randomBytes(9).toString('base64url'),
    chatApiKey: known['chatApiKey'] ?? randomBytes(16).toString('hex'),
    chatBotApiKey: known['chatBotApiKey'] ?? randomBytes(16).toString('hex'),
  }
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: OWNER_ONLY })
  return secrets
}

async function readKnown(file: string): Promise<Readonly<Record<string, string>>> {
  try {
    // Written by this function; a missing or foreign key is simply generated again.
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Error(`${file} cannot be read; mend or remove it`, { cause: error })
  }
}
