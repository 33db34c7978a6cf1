import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createLog } from '../../packages/kit/src/log.ts'
import { startEmbeddedPostgres } from '../../packages/postgres/src/embedded-postgres.ts'
import {
  landedVersions,
  loadLandedDatabase,
  unpackLandedFiles,
} from '../../packages/testkit/src/landed-data.ts'
import { buildErp } from '../../services/erp/src/service.ts'
import { environment } from '../documents/report.ts'
import { benchConfig } from './bench-config.ts'
import { withClient } from './database.ts'
import { growTables } from './grow-tables.ts'

// How long an update takes: the data of the oldest version that is kept, as they are and with its largest tables grown, are
// brought up to date by a start, on a PostgreSQL with full durability.
const ROWS = Number(process.env['ROWS'] ?? 100_000)
const TABLES = Number(process.env['TABLES'] ?? 20)

interface Updated {
  readonly seconds: number
  readonly tables: readonly string[]
  readonly databaseMb: number
}

/** Starts today's service on the oldest data, with so many rows in its largest tables; 0: as they are. */
async function update(version: string, rows: number): Promise<Updated> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-bench-'))
  const log = createLog({ service: 'bench', level: 'error', format: 'json' })
  const server = await startEmbeddedPostgres({ dataDir, log, durability: 'safe' })
  try {
    const url = await server.ensureDatabase('bench')
    await loadLandedDatabase(version, 'erp', url)
    await unpackLandedFiles(version, dataDir)
    const grown = await withClient(url, async (client) => {
      await client.query('vacuum analyze')
      const tables = rows === 0 ? [] : await growTables(client, { tables: TABLES, rows })
      await client.query('vacuum analyze')
      const { rows: found } = await client.query<{ mb: number }>(
        'select (pg_database_size(current_database()) / 1048576)::int as mb',
      )
      return { tables, databaseMb: found[0]?.mb ?? 0 }
    })
    const began = performance.now()
    const service = await buildErp({
      config: benchConfig(url, dataDir, { adminUsuario: 'admin', adminPassword: 'una-clave' }),
      log,
      metrics: undefined,
      now: Date.now,
    })
    const seconds = Math.round((performance.now() - began) / 100) / 10
    await service.app.close()
    await service.close()
    return { seconds, ...grown }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const [oldest = ''] = await landedVersions()
const asItIs = await update(oldest, 0)
const grown = await update(oldest, ROWS)
const result = {
  what: `update of the data of ${oldest}: as they are, and with ${grown.tables.length} tables of ${ROWS} rows`,
  ...environment(),
  asItIs: { seconds: asItIs.seconds, databaseMb: asItIs.databaseMb },
  grown,
}
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
await writeFile(
  join(import.meta.dirname, '..', 'results', 'erp-update.json'),
  `${JSON.stringify(result, null, 2)}\n`,
)
