import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { createLog } from '@oficina/kit/log.ts'
import { startEmbeddedPostgres } from '@oficina/postgres/embedded-postgres.ts'

import { buildErp } from '../../services/erp/src/service.ts'
import { benchConfig } from './bench-config.ts'

const PASSWORD = 'una-clave-de-prueba'

/** The ERP in this process, on a PostgreSQL of its own with full durability, with a first company. */
export interface ErpUnderTest {
  /** A connection of the owner, to the tables. */
  readonly db: pg.Client
  /** Where the API is. */
  readonly base: string
  /** The header that proves the administrator. */
  readonly authorization: string
  /** As the administrator: an object goes as JSON, a text as JSON lines. @throws Error for what is refused */
  post(path: string, body: object | string): Promise<any>
  stop(): Promise<void>
}

export interface PacUnderTest {
  readonly url: string
  readonly user: string
  readonly password: string
}

/** With a PAC, which is not on the network, or without one. */
export async function startErp(pac?: PacUnderTest): Promise<ErpUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-bench-'))
  const log = createLog({ service: 'bench', level: 'error', format: 'json' })
  const server = await startEmbeddedPostgres({ dataDir, log, durability: 'safe' })
  const admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
  await admin.query('create database bench')
  await admin.end()
  const service = await buildErp({
    config: {
      ...benchConfig(server.url('bench'), dataDir, {
        adminUsuario: 'admin',
        adminPassword: PASSWORD,
      }),
      ...(pac === undefined ? {} : settingsOf(pac)),
    },
    log,
    metrics: undefined,
    now: Date.now,
  })
  const base = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/api/v1`
  const db = new pg.Client({ connectionString: server.url('bench') })
  await db.connect()
  await db.query('set search_path = public')
  const login = await send(base, '/auth/login', { usuario: 'admin', password: PASSWORD })
  const authorization = `Bearer ${login.data.token}`
  return {
    db,
    base,
    authorization,
    post: (path, body) => send(base, path, body, { authorization }),
    stop: async () => {
      await db.end()
      await service.app.close()
      await service.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function settingsOf({ url, user, password }: PacUnderTest) {
  return {
    pacUrl: url,
    pacUser: user,
    pacPassword: password,
    pacUrlAllow: '127.0.0.1',
    satStatusUrl: `${url}/ConsultaCFDIService.svc`,
  }
}

async function send(
  base: string,
  path: string,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<any> {
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json'
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const json: any = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(json).slice(0, 2_000))
  return json
}
