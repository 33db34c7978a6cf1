import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Options } from './options.ts'
import { BALANCER_COMMAND } from './parts/balancer.ts'
import { NATS_COMMAND } from './parts/nats.ts'
import { POOLER_COMMAND } from './parts/pooler.ts'
import { POSTGRES_BINARIES } from './parts/postgres.ts'

const CITUS_LIBRARY = '/usr/lib/postgresql/15/lib/citus.so'

/** What is missing, each with the Debian package that has it; empty when all is there. */
export function missingPrograms({ database, nats }: Options): readonly string[] {
  const needed = [
    [join(POSTGRES_BINARIES, 'postgres'), 'postgresql-15'],
    [POOLER_COMMAND, 'pgbouncer'],
    [BALANCER_COMMAND, 'nginx'],
    ['/usr/bin/pdftotext', 'poppler-utils'],
    ...(nats === 'with' ? [[NATS_COMMAND, 'nats-server']] : []),
    ...(database === 'citus' ? [[CITUS_LIBRARY, 'postgresql-15-citus-13 of Citus']] : []),
  ] as const
  return needed
    .filter(([path]) => !existsSync(path ?? ''))
    .map(([path, name]) => `${path} (Debian: ${name})`)
}
