import { spawn, type ChildProcess } from 'node:child_process'

import { apiError, type ApiError } from '../../errors.ts'
import { FILE_INFECTED, SCAN_UNAVAILABLE } from '../../messages/attachments.ts'
import { Semaphore } from '../semaphore.ts'

/** Looks at a received file. @throws ApiError FILE_INFECTED; UNAVAILABLE when it could not be looked at */
export type VirusScan = (path: string, signal: AbortSignal) => Promise<void>

export interface ScanOptions {
  /** The program and its arguments, with blanks between them; the file's path follows. */
  readonly command: string
  readonly timeoutMs: number
  readonly onFailure: (reason: string) => void
}

// A scanner loads its signatures into memory; more at once would only be slower.
const SCANS = { atOnce: 2, waiting: 32 }
const CLEAN = 0
const INFECTED = 1
// Where programs are; nothing else of the service's environment, which holds secrets.
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

/**
 * Runs the command for each file, without a shell: exit 0 is clean, 1 infected, as ClamAV's programs end; anything else
 * and a run that takes too long are failures, after which nothing is kept.
 * @source docs/decisions/0244-erp-attachments.md, "Virus scan"
 */
export function virusScan({ command, timeoutMs, onFailure }: ScanOptions): VirusScan {
  const [program = '', ...fixed] = command.split(/\s+/).filter((part) => part !== '')
  const turns = new Semaphore({ ...SCANS, waitMs: timeoutMs })
  return async (path, signal) => {
    const giveBack = await turns.take(signal)
    try {
      const end = await endOf(
        program,
        [...fixed, path],
        AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      )
      signal.throwIfAborted()
      if (end === CLEAN) return
      if (end === INFECTED) throw infected()
      onFailure(end === null ? 'it took too long, or cannot be started' : `it ended with ${end}`)
      throw unavailable()
    } finally {
      giveBack()
    }
  }
}

function infected(): ApiError {
  return apiError('FILE_INFECTED', FILE_INFECTED(), 'archivo')
}

function unavailable(): ApiError {
  return apiError('UNAVAILABLE', SCAN_UNAVAILABLE(), undefined, { 'retry-after': '5' })
}

/** The exit code; null when it was killed, or could not be started. */
async function endOf(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number | null> {
  // A group of its own, so that its children end with it.
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env: ENVIRONMENT })
  const kill = () => killGroup(child)
  signal.addEventListener('abort', kill, { once: true })
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve(null))
      child.once('exit', (code) => resolve(code))
      if (signal.aborted) kill()
    })
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}
