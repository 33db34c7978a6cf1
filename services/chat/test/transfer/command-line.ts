import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { parseConfig } from '@oficina/kit/config.ts'
import { createLog } from '@oficina/kit/log.ts'

import { runCommand } from '../../src/commands/run-command.ts'
import { settings } from '../../src/config.ts'
import { SECRET } from '../chat-server.ts'
import { type ChatTest } from '../chat-service.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

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

/** The same in this process, which is faster. */
export async function run(
  {
    databaseUrl,
    dataDir,
    settings: own = {},
  }: Pick<ChatTest, 'databaseUrl' | 'dataDir'> & {
    readonly settings?: Readonly<Record<string, string>>
  },
  ...args: readonly string[]
): Promise<CommandResult> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, CHAT_SECRET: SECRET, ...own }
  const config = parseConfig(settings({ isTerminal: false }), env)
  if (!config.ok) throw new Error('the settings are right')
  const texts = { stdout: '', stderr: '' }
  const code = await runCommand(
    {
      config: config.value,
      log: createLog({ service: 'chat', level: 'silent', format: 'json' }),
      now: Date.now,
      output: { write: (text) => (texts.stdout += text) },
      progress: { write: (text) => (texts.stderr += text) },
    },
    args,
  )
  return { code, ...texts }
}
