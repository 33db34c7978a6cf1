import { fork, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import type { Service } from './service-list.ts'
import type { TerminalScreen } from './terminal-screen.ts'

/** Where a service's output goes: through the screen of a terminal, or unchanged to this process's own output. */
export type Output = TerminalScreen | 'unchanged'

export interface ServiceChild {
  readonly pid: number | undefined
  /** The service's address once it listens, or undefined when it ended before. */
  readonly ready: Promise<string | undefined>
  /** How it ended: the exit code, or the signal that killed it. */
  readonly ended: Promise<number | string>
  kill(signal: NodeJS.Signals): void
}

/** Starts one service as a process of its own; when this process dies, it stops by itself. */
export function startService(
  service: Service,
  environment: Readonly<Record<string, string>>,
  output: Output,
): ServiceChild {
  const main = fileURLToPath(new URL(`../services/${service.name}/src/main.ts`, import.meta.url))
  const stream = output === 'unchanged' ? 'inherit' : 'pipe'
  const child = fork(main, {
    env: {
      ...process.env,
      ...environment,
      ...(output === 'unchanged' ? {} : { LOG_FORMAT: 'json' }),
    },
    // Ctrl-C at a terminal reaches the whole process group; the launcher alone decides who stops when.
    detached: true,
    stdio: ['ignore', stream, stream, 'ipc'],
  })
  if (output !== 'unchanged') show(child, service.name, output)
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? 1))
    child.once('error', (error) => resolve(error.message))
  })
  const listening = new Promise<string>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'url' in message && typeof message.url === 'string') {
        resolve(message.url)
      }
    })
  })
  return {
    pid: child.pid,
    ready: Promise.race([listening, ended.then(() => undefined)]),
    ended,
    kill: (signal) => {
      child.kill(signal)
    },
  }
}

function show(child: ChildProcess, name: string, screen: TerminalScreen): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => screen.record(line))
  }
  child.once('close', () => screen.forget(name))
}
