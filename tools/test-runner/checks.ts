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

/** In the order in which they begin: one that is done soon, then the longest. */
const CHECKS: readonly Check[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  {
    name: 'types of the consoles',
    command: 'tsc',
    args: ['--noEmit', '-p', 'tsconfig.browser.json'],
  },
  {
    name: 'types of their tests',
    command: 'tsc',
    args: ['--noEmit', '-p', 'tsconfig.console-tests.json'],
  },
  { name: 'dead code', command: 'knip', args: [] },
]

// Each takes a gigabyte at most, beside tests with browsers and offices.
const SIDE_BY_SIDE = 2

/**
 * Runs all checks, even when one fails, so that one run shows everything that is wrong. They take what processor time
 * the tests beside them leave; what one of them found is shown when it ends.
 * @returns the names of those that failed
 */
export async function runChecks(checks = CHECKS): Promise<readonly string[]> {
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
