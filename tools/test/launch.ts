import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { eventually } from '@oficina/testkit/eventually.ts'
import { postgresFolder } from '@oficina/testkit/postgres-folder.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

interface LaunchOptions {
  readonly dataDir: string
  /** What stands behind `npm start --`. */
  readonly names?: readonly string[]
  readonly through?: 'node' | 'npm'
  readonly environment?: Readonly<Record<string, string>>
}

interface Started {
  readonly name: string
  readonly isAlive: () => boolean
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test compares whole values; what it reads is asserted anyway.
type Loose = Record<string, any>

/** `npm start` on free ports, without the ERP's demonstration. */
export interface Launch {
  output(): string
  /** What was written up to the banner's end, once it is there. */
  banner(): Promise<string>
  /** The address of a service, as the banner tells it. */
  url(service: string): string
  records(service: string): readonly Loose[]
  pidOf(service: string): number
  postgresPid(): Promise<number>
  /** The launcher, its services and PostgreSQL. */
  processes(): Promise<readonly Started[]>
  /** Sends a signal to the process that was started, npm or the launcher, and waits until it has ended. */
  stop(signal: NodeJS.Signals): Promise<number | null>
  readonly ended: Promise<number | null>
}

export function launch({
  dataDir,
  names = [],
  through = 'node',
  environment,
}: LaunchOptions): Launch {
  const [command, args] =
    through === 'npm'
      ? ['npm', ['start', '--', ...names]]
      : [process.execPath, ['tools/start.ts', ...names]]
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...withoutNpm(process.env),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ERP_DEMO: '0',
      // Nothing is converted here, and an office is the dearest part of a start.
      OFFICE_SPARES: '0',
      DOCUMENTS_PORT: '0',
      ERP_PORT: '0',
      CHAT_PORT: '0',
      ...environment,
    },
  })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  const output = () => chunks.join('')
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  const records = (service: string) =>
    recordsIn(output()).filter((one) => one['service'] === service)
  const pidOf = (service: string) =>
    Number(records('launcher').findLast(({ msg }) => msg === `starting ${service}`)?.['pid'])
  const postgresPid = async () => {
    const file = join(await postgresFolder(dataDir), 'postgres', 'postmaster.pid')
    return Number((await readFile(file, 'utf8')).split('\n')[0])
  }
  return {
    output,
    ended,
    records,
    pidOf,
    postgresPid,
    banner: () =>
      eventually('the banner is there', () => {
        if (child.exitCode !== null) return output()
        return /^[^]*Oficina runs\.[^]*?─\n/.exec(output())?.[0]
      }),
    url: (service) =>
      new RegExp(`^ +${service} +(http://127\\.0\\.0\\.1:\\d+)`, 'm').exec(output())?.[1] ?? '',
    processes: async () => {
      const launcher = Number(
        await readFile(join(await postgresFolder(dataDir), 'owner.pid'), 'utf8'),
      )
      const services = ['documents', 'erp', 'chat'].filter((name) => pidOf(name) > 0)
      const pids = services.map((name) => [name, pidOf(name)] as const)
      return [
        ['launcher', launcher] as const,
        ['PostgreSQL', await postgresPid()] as const,
        ...pids,
      ].map(([name, pid]) => ({ name, isAlive: () => isAlive(pid) }))
    },
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** The environment without what npm put there for its own scripts: whoever starts the launcher is no script of npm's. */
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('npm_')),
  )
}

function recordsIn(output: string): readonly Loose[] {
  return output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // No such process.
    return false
  }
}
