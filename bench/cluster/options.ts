export interface Options {
  readonly database: 'plain' | 'citus'
  readonly nats: 'with' | 'without'
  /** Which parts of the bench run, in this order. */
  readonly stages: readonly Stage[]
  /** Only these parts of the cluster die; all when empty. */
  readonly victims: readonly string[]
  /** How often each of them dies. */
  readonly times: number
  /** Seconds of load before and after each death, and of each measurement. */
  readonly seconds: number
  /** Where the table goes as JSON; nowhere when undefined. */
  readonly output: string | undefined
  readonly keepsFolder: 'yes' | 'no'
}

export const STAGES = ['kill', 'restart', 'backup', 'throughput'] as const
export type Stage = (typeof STAGES)[number]

export const HELP = `All of it on this machine: PostgreSQL (or Citus: a coordinator and two workers), PgBouncer, NATS, two processes of
the ERP, three of the chat, two of documents, and nginx before them with deploy/nginx.conf. Loads go through nginx.

  npm run bench cluster/cluster [options]

  --database=plain|citus   one PostgreSQL (default), or a Citus cluster
  --no-nats                without nats-server: wake-ups by LISTEN/NOTIFY
  --stages=${STAGES.join(',')}
                           which of these run (all by default):
                             kill        kill -9 of each part in turn, under load; what was acknowledged is counted
                             restart     every process is stopped and started again in order, under load
                             backup      back up under load, restore beside it, count
                             throughput  with one, two and three processes of each service
  --victims=erp 1,nginx    only these parts die
  --times=N                how often each dies: 1 to 100, default 1; what goes wrong seldom needs many
  --seconds=N              of load before and after each death, and of each measurement: 2 to 60, default 4
  --output=FILE            the results as JSON
  --keep                   leaves the folder with logs and data where it is, and prints its name
  --help                   this text

Needs Debian's postgresql-15, pgbouncer, nginx, nats-server and poppler-utils (and Citus 13 for PostgreSQL 15). Without
--times it ends in less than ten minutes; everything is stopped and removed at the end, also by SIGINT and SIGTERM.
`

/** @throws Error that names the option and what is allowed */
export function readOptions(args: readonly string[]): Options {
  const given = new Map<string, string>()
  for (const arg of args) {
    const [, name, value = ''] = /^--([a-z-]+)(?:=(.*))?$/.exec(arg) ?? []
    if (name === undefined || !NAMES.includes(name)) {
      throw new Error(
        `unknown option ${arg}; known are ${NAMES.map((known) => `--${known}`).join(', ')}`,
      )
    }
    given.set(name, value)
  }
  return {
    database: oneOf('database', given.get('database') ?? 'plain', ['plain', 'citus']),
    nats: given.has('no-nats') ? 'without' : 'with',
    stages: (given.get('stages') ?? STAGES.join(','))
      .split(',')
      .map((stage) => oneOf('stages', stage, STAGES)),
    victims: (given.get('victims') ?? '').split(',').filter((name) => name !== ''),
    times: wholeNumber('times', given.get('times') ?? '1', 1, 100),
    seconds: wholeNumber('seconds', given.get('seconds') ?? '4', 2, 60),
    output: given.get('output'),
    keepsFolder: given.has('keep') ? 'yes' : 'no',
  }
}

const NAMES = [
  'database',
  'no-nats',
  'stages',
  'victims',
  'times',
  'seconds',
  'output',
  'keep',
  'help',
]

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((choice) => choice === value)
  if (found === undefined)
    throw new Error(`--${name}: "${value}" is not one of ${allowed.join(', ')}`)
  return found
}

function wholeNumber(name: string, raw: string, least: number, most: number): number {
  const value = Number(raw)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`--${name}: "${raw}" is not a whole number from ${least} to ${most}`)
  }
  return value
}
