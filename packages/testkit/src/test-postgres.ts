import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type pg from 'pg'
import { openDatabase, sqlState } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { startEmbeddedPostgres } from '@oficina/postgres/embedded-postgres.ts'

import {
  closeTemplate,
  databaseUrl,
  dropDatabase,
  joinNodes,
  testNodes,
  type TestNode,
} from './test-cluster.ts'

/** A database that one test process has to itself. */
export interface TestDatabase {
  readonly url: string
  /** As a service's configuration names it: behind PgBouncer, if the tests are run so. */
  readonly settings: { readonly databaseUrl: string; readonly databaseDirectUrl?: string }
  drop(): Promise<void>
}

export interface TemplateOptions {
  /**
   * Changes whenever `build` would give another result, such as a hash of the migrations. Undefined for a database of
   * which there will be no other: it is built itself, and no template is kept.
   */
  readonly key: string | undefined
  /** Fills an empty database; with a key it runs once for all test processes of one server. */
  readonly build: (url: string) => Promise<void>
}

const DUPLICATE_DATABASE = '42P04'

/**
 * A database cloned from a template that is built once, if it has a key. The server is the one of `TEST_DATABASE_URL`, which the test
 * runner starts; a test file that is run by hand gets a throw-away server of its own.
 */
export async function testDatabase({ key, build }: TemplateOptions): Promise<TestDatabase> {
  const server = await testServer()
  const nodes = await testNodes(server.url)
  const name = `test_${randomBytes(8).toString('hex')}`
  try {
    if (key === undefined) await buildDatabase(nodes, { key: name, build })
    else await cloneTemplate(nodes, name, { key: `template_${key}`, build })
  } finally {
    // A test whose set-up fails drops nothing, and a connection left open would keep its process from ending.
    await Promise.all(nodes.map(({ admin }) => admin.end()))
  }
  const url = databaseUrl(server.url, name)
  return {
    url,
    settings: settingsOf(url, name),
    drop: async () => {
      for (const node of nodes) await dropDatabase(node.url, name)
      await server.stop()
    },
  }
}

interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

/** A PostgreSQL server for tests: the runner's, or one of this process's own. */
export async function testServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() }
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-test-'))
  const log = createLog({ service: 'test', level: 'fatal', format: 'json' })
  const server = await startEmbeddedPostgres({ dataDir, log, durability: 'throw-away' })
  return {
    url: server.url('postgres'),
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Nodes = readonly [TestNode, ...TestNode[]]

/** What `build` makes of an empty database of that name. */
interface Building extends TemplateOptions {
  readonly key: string
}

async function cloneTemplate(nodes: Nodes, name: string, template: Building): Promise<void> {
  await buildTemplate(nodes, template)
  // Each node of a cluster copies its part; what it knows of the others is in the copy.
  const clone = `create database ${name} template ${template.key} strategy file_copy`
  await Promise.all(nodes.map(({ admin }) => admin.query(clone)))
}

async function buildTemplate(nodes: Nodes, { key, build }: Building): Promise<void> {
  const [{ admin }] = nodes
  // Test processes start at once; the first builds, the others wait for it here.
  await admin.query('select pg_advisory_lock(hashtext($1))', [key])
  try {
    const { rowCount } = await admin.query(
      'select 1 from pg_database where datname = $1 and datistemplate',
      [key],
    )
    if (rowCount === 0) {
      for (const node of nodes) {
        // A half-built template of an interrupted run is not marked as a template yet: it is thrown away.
        await node.admin.query(`update pg_database set datistemplate = false where datname = $1`, [
          key,
        ])
        await node.admin.query(`drop database if exists ${key} with (force)`)
      }
      await buildDatabase(nodes, { key, build })
      // The one that is asked whether it is a template comes last.
      for (const node of nodes.toReversed()) await closeTemplate(node, key)
    }
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [key])
  }
}

async function buildDatabase(nodes: Nodes, { key, build }: Building): Promise<void> {
  for (const { admin } of nodes) await createDatabase(admin, key)
  await joinNodes(nodes, key)
  await build(databaseUrl(nodes[0].url, key))
}

async function createDatabase(admin: pg.Client, name: string): Promise<void> {
  try {
    await admin.query(`create database ${name}`)
  } catch (error) {
    if (sqlState(error) !== DUPLICATE_DATABASE) throw error
  }
}

/** `TEST_POOLER_URL` is that of any database through a pooler. */
function settingsOf(url: string, name: string): TestDatabase['settings'] {
  const pooler = process.env['TEST_POOLER_URL']
  if (pooler === undefined) return { databaseUrl: url }
  return { databaseUrl: databaseUrl(pooler, name), databaseDirectUrl: url }
}

/** Opens a test database for direct statements of a test. */
export function openTestDatabase(url: string) {
  const log = createLog({ service: 'test', level: 'fatal', format: 'json' })
  return openDatabase({ url, poolSize: 5, log, applicationName: 'test' })
}
