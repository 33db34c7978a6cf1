import { spawn } from 'node:child_process'

import { CHILD_ENVIRONMENT } from './office-process.ts'
import { killGroup } from './process-group.ts'

export interface BoundedRunOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly environment?: Readonly<Record<string, string>>
}

export type RunOutcome =
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: string }
  /** There is no such program. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'abandoned' }

// These programs print a few lines.
const MAX_OUTPUT_BYTES = 64 * 1024

/** Runs a program without a shell; at its time limit, or when `signal` aborts, it is killed with all its children. */
export async function runBounded(
  command: string,
  args: readonly string[],
  { timeoutMs, signal, environment = {} }: BoundedRunOptions,
): Promise<RunOutcome> {
  if (signal?.aborted === true) return { kind: 'abandoned' }
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...CHILD_ENVIRONMENT, ...environment },
  })
  const state: { stopped: 'timeout' | 'abandoned' | undefined; stdout: string } = {
    stopped: undefined,
    stdout: '',
  }
  const stop = (reason: 'timeout' | 'abandoned') => {
    state.stopped ??= reason
    if (child.pid !== undefined) killGroup(child.pid)
  }
  const abandon = () => stop('abandoned')
  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  signal?.addEventListener('abort', abandon, { once: true })
  child.stdout.on('data', (chunk: Buffer) => {
    if (state.stdout.length < MAX_OUTPUT_BYTES) state.stdout += chunk.toString('utf8')
  })
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve({ kind: 'missing' }))
      child.once('close', (code) =>
        resolve(
          state.stopped === undefined
            ? { kind: 'ended', code: code ?? 1, stdout: state.stdout }
            : { kind: state.stopped },
        ),
      )
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abandon)
  }
}
