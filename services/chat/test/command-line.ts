import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { SECRET, type ChatTest } from './chat-service.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command of the service, as an operator starts it. */
export function startCommand(
  { databaseUrl, dataDir }: Pick<ChatTest, 'databaseUrl' | 'dataDir'>,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<CommandResult> } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      CHAT_SECRET: SECRET,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'fatal',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()))
  const ended = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => resolve({ code, ...texts }))
  })
  return { child, ended }
}

export async function run(
  chat: Pick<ChatTest, 'databaseUrl' | 'dataDir'>,
  ...args: readonly string[]
): Promise<CommandResult> {
  return await startCommand(chat, args).ended
}
