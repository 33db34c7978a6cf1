import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { environment, median } from '../documents/report.ts'
import {
  COMPANIES,
  DEEP_COMPANY,
  DEEP_ROWS,
  insertMovements,
  ROWS,
  SINCE,
  startDatabases,
  withClient,
} from './database.ts'
import { load, type LoadResult } from './load.ts'
import { BARE, logIn, OURS, PLATFORMATIC, startServer, type Contender } from './servers.ts'

// The list of facts and figures in bench/README.md, ours and its peers in one run on one PostgreSQL: `npm run bench erp/list`.
// One server runs at a time; autocannon is a process of its own and shares the two cores.
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const WARM_UP_SECONDS = Math.ceil(SECONDS / 2)
const CONNECTIONS = 16
const STARTS = 5
const PORT = 3_960

interface Measured {
  readonly withTotal: LoadResult
  readonly withoutTotal: LoadResult
  readonly single: LoadResult
  readonly residentMb: number
}

const dataDir = process.env['BENCH_DIR'] ?? mkdtempSync(join(tmpdir(), 'oficina-bench-erp-'))
const databases = await startDatabases(dataDir)
try {
  const contenders = [BARE, OURS, PLATFORMATIC]
  const rounds = new Map<Contender, Measured[]>(contenders.map((contender) => [contender, []]))
  // Turn by turn, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) rounds.get(contender)?.push(await measureList(contender))
  }
  const list = contenders.map((contender) => best(contender, rounds.get(contender) ?? []))
  const metadata = await measureMetadata()
  const start = await measureStart()
  const deep = await measureDeepPage()
  const result = {
    what: `${ROWS} rows in ${COMPANIES} companies, 25 rows since ${SINCE} by date and id, exact total; autocannon`,
    ...environment(),
    connections: CONNECTIONS,
    seconds: SECONDS,
    rounds: ROUNDS,
    list,
    metadata,
    start,
    deep,
  }
  writeFileSync(
    resolve(import.meta.dirname, '../results/erp-list.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(JSON.stringify(result, null, 2))
} finally {
  await databases.stop()
  if (process.env['BENCH_DIR'] === undefined) rmSync(dataDir, { recursive: true, force: true })
}

async function measureList(contender: Contender): Promise<Measured> {
  const path = contender.list({ withTotal: true })
  const server = await startServer(contender, databases, { port: PORT, path })
  try {
    const headers = await contender.headers(server.base)
    await prove(contender, server.base + path, headers)
    const run = (withTotal: boolean, connections: number, seconds = SECONDS) =>
      load(server.base + contender.list({ withTotal }), { headers, connections, seconds })
    await run(true, CONNECTIONS, WARM_UP_SECONDS)
    const measured = {
      withTotal: await run(true, CONNECTIONS),
      withoutTotal: await run(false, CONNECTIONS),
      single: await run(true, 1),
      residentMb: server.residentMb(),
    }
    console.log(contender.name, JSON.stringify(measured))
    return measured
  } finally {
    await server.stop()
  }
}

/** Everybody answers the same rows and the same total, or the comparison is void. */
async function prove(
  contender: Contender,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await fetch(url, { headers })
  const { rows, total } = contender.check(answer, await answer.json())
  if (rows !== 25 || total !== 4_900) {
    throw new Error(`${contender.name} answered ${rows} rows of ${total}`)
  }
}

/** The median of the rounds, and all of them. */
function best({ name, note }: Contender, rounds: readonly Measured[]) {
  const middle = (of: (measured: Measured) => number) => median(rounds.map(of))
  return {
    name,
    note,
    withTotalPerSecond: middle(({ withTotal }) => withTotal.perSecond),
    withTotalP99Ms: middle(({ withTotal }) => withTotal.p99Ms),
    withoutTotalPerSecond: middle(({ withoutTotal }) => withoutTotal.perSecond),
    singlePerSecond: middle(({ single }) => single.perSecond),
    singleP50Ms: middle(({ single }) => single.p50Ms),
    residentMb: middle(({ residentMb }) => residentMb),
    rounds,
  }
}

async function measureMetadata() {
  const ours = await measurePath(OURS, '/api/v1/metadata/MovimientoBancario')
  const bare = await measurePath(BARE, '/static')
  return { ours, bare, share: ours.perSecond / bare.perSecond }
}

async function measurePath(contender: Contender, path: string) {
  const server = await startServer(contender, databases, { port: PORT, path })
  try {
    const url = server.base + path
    await load(url, { headers: {}, connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
    const bytes = (await (await fetch(url)).arrayBuffer()).byteLength
    const loaded = await load(url, { headers: {}, connections: CONNECTIONS, seconds: SECONDS })
    return { ...loaded, bytes }
  } finally {
    await server.stop()
  }
}

/** From the start of the process to its first answer, on a database that is up to date. */
async function measureStart() {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const server = await startServer(OURS, databases, { port: PORT, path: '/health' })
    times.push(Math.round(server.firstAnswerMs))
    memory.push(server.residentMb())
    await server.stop()
  }
  return { medianMs: median(times), times, residentMb: median(memory) }
}

/** Page 1 against a page near the end of a million rows of one company, by `after`. */
async function measureDeepPage() {
  await withClient(databases.erp, async (client) => {
    await insertMovements(client, DEEP_COMPANY, DEEP_ROWS)
    await client.query('vacuum analyze public.movimiento_bancario')
  })
  const server = await startServer(OURS, databases, { port: PORT, path: '/health' })
  try {
    const token = await logIn(server.base, `deep@E${DEEP_COMPANY}`)
    const headers = { authorization: `Bearer ${token}` }
    const first = `${server.base}/api/v1/MovimientoBancario?sort=fecha&count=false&fields=folio,fecha,importe,referencia,moneda`
    const page = DEEP_ROWS / 25 - 2
    const answer = await fetch(`${first}&page=${page}`, { headers })
    const { meta } = (await answer.json()) as { meta: { after: string } }
    const deep = `${first}&after=${encodeURIComponent(meta.after)}`
    const run = (url: string, seconds: number) =>
      load(url, { headers, connections: CONNECTIONS, seconds })
    await run(first, WARM_UP_SECONDS)
    const pages = { first: await run(first, SECONDS), deep: await run(deep, SECONDS) }
    return { rows: DEEP_ROWS, page, ...pages, times: pages.first.perSecond / pages.deep.perSecond }
  } finally {
    await server.stop()
  }
}
