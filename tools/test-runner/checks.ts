import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ROOT } from './root.ts'

interface Check {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

const CHECKS: readonly Check[] = [
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
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'dead code', command: 'knip', args: [] },
]

/** Runs all checks side by side, even when one fails, so that one run shows everything that is wrong. */
export async function passChecks(): Promise<boolean> {
  const running = CHECKS.map((check) => ({ check, ended: runCheck(check) }))
  let failed = 0
  for (const { check, ended } of running) {
    const { code, output } = await ended
    process.stdout.write(`── ${check.name}\n${code === 0 ? '' : output}`)
    if (code !== 0) failed += 1
  }
  return failed === 0
}

function runCheck({ command, args }: Check): Promise<{ code: number; output: string }> {
  const child = spawn(join(ROOT, 'node_modules', '.bin', command), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('close', (code) => done({ code: code ?? 1, output: chunks.join('') }))
  })
}
