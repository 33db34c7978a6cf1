import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import type { Service } from './service-list.ts'

export interface RunningService {
  /** The service's address once it listens, or undefined when it ended before. */
  readonly ready: Promise<string | undefined>
  /** Asks it to finish its requests and waits until it has ended. */
  stop(): Promise<void>
}

/** Starts one service as a process of its own; when this process dies, it stops by itself. */
export function startService(
  service: Service,
  environment: Readonly<Record<string, string>>,
): RunningService {
  const main = fileURLToPath(new URL(`../services/${service.name}/src/main.ts`, import.meta.url))
  const child = fork(main, {
    env: { ...process.env, ...environment },
    // Ctrl-C at a terminal goes to the whole group; the launcher alone decides who stops when.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const listening = new Promise<string | undefined>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'url' in message && typeof message.url === 'string') {
        resolve(message.url)
      }
    })
  })
  return {
    ready: Promise.race([listening, ended.then(() => undefined)]),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
