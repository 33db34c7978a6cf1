import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

import { ROOT } from './root.ts'

export interface Check {
  readonly name: string
  /** Of a package of this repository. */
  readonly command: string
  readonly args: readonly string[]
}

const LINT = ['--type-aware', '--deny-warnings']

const TYPES: Check = { name: 'types', command: 'tsc', args: [] }

/** In the order in which they begin: one that is done soon, then the longest. */
export const ALL_CHECKS: readonly Check[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: LINT },
  TYPES,
  { name: 'dead code', command: 'knip', args: [] },
]

// What the formatter reads; it refuses a call with nothing that it knows.
const FORMATTED = /\.(?:tsx?|m?js|json|md|ya?ml|css)$/
const SOURCE = /\.tsx?$/

/**
 * What is worth asking of changed files: their format and lint, and all types, since a change shows where it is used.
 * @param changed paths from the root of files that still exist
 */
export function checksOf(changed: readonly string[]): readonly Check[] {
  const formatted = changed.filter((path) => FORMATTED.test(path))
  const sources = changed.filter((path) => SOURCE.test(path))
  return [
    ...(formatted.length === 0
      ? []
      : [{ name: 'format', command: 'oxfmt', args: ['--check', ...formatted] }]),
    ...(sources.length === 0
      ? []
      : [{ name: 'lint', command: 'oxlint', args: [...LINT, ...sources] }, TYPES]),
  ]
}

// Each takes a gigabyte at most, beside tests with browsers and offices.
const SIDE_BY_SIDE = 2

/**
 * Runs all checks, even when one fails, so that one run shows everything that is wrong. They take what processor time
 * the tests beside them leave; what one of them found is shown when it ends.
 * @returns the names of those that failed
 */
export async function runChecks(checks: readonly Check[]): Promise<readonly string[]> {
  const [failed, left]: [string[], Check[]] = [[], [...checks]]
  const lane = async () => {
    for (let check = left.shift(); check !== undefined; check = left.shift()) {
      const { code, output } = await runCheck(check)
      process.stdout.write(`── ${check.name}${code === 0 ? '' : ` failed\n${output}`}\n`)
      if (code !== 0) failed.push(check.name)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane))
  return failed
}

function runCheck({ command, args }: Check): Promise<{ code: number; output: string }> {
  const child = spawn(join(ROOT, 'node_modules', '.bin', command), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('close', (code) => done({ code: code ?? 1, output: chunks.join('') }))
  })
}
