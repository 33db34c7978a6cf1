import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { ROOT } from './test-runner/root.ts'

const HELP = `Measures a service, mostly beside a peer. bench/README.md has what each shows.

Usage:
  npm run bench PROGRAM [ARGUMENT…]   one program, with arguments of its own
  npm run bench FOLDER                all programs of a folder, one after the other
`

/** The programs of `bench/`, as `erp/list` for `bench/erp/bench-list.ts`; the other files are their parts. */
function programs(): ReadonlyMap<string, string> {
  const files = globSync('bench/*/bench-*.ts', { cwd: ROOT }).toSorted()
  const begun = files.filter((file) => !/^export /m.test(readFileSync(join(ROOT, file), 'utf8')))
  return new Map(begun.map((file) => [nameOf(file), join(ROOT, file)]))
}

/** `erp/list` for `bench/erp/bench-list.ts`. */
function nameOf(file: string): string {
  return relative('bench', file).replace('bench-', '').replace(/\.ts$/, '')
}

function run(path: string, args: readonly string[]): number {
  const folder = dirname(path)
  // Peers that only benches need are not installed with the services.
  if (existsSync(join(folder, 'package-lock.json')) && !existsSync(join(folder, 'node_modules'))) {
    const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' })
    if (status !== 0) return 1
  }
  return spawnSync(process.execPath, [path, ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}

function main([wanted, ...args]: readonly string[]): number {
  const all = programs()
  const list = `${HELP}\nPrograms:\n${[...all.keys()].map((name) => `  ${name}\n`).join('')}`
  if (wanted === undefined || wanted === '--help' || wanted === '-h') {
    process.stdout.write(list)
    return 0
  }
  const program = all.get(wanted)
  if (program !== undefined) return run(program, args)
  const folder = [...all].filter(([name]) => name.startsWith(`${wanted}/`))
  if (folder.length === 0) {
    process.stderr.write(`${wanted} is neither a program nor a folder of bench/.\n\n${list}`)
    return 1
  }
  const failed = folder.filter(([, path]) => run(path, args) !== 0)
  for (const [name] of failed) process.stderr.write(`${name} failed\n`)
  return failed.length === 0 ? 0 : 1
}

process.exitCode = main(process.argv.slice(2))
