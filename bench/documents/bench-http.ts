import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import autocannon from 'autocannon'

import { compileTemplate, renderTemplate } from '../../services/documents/src/docx/template.ts'
import { MUSTACHE } from './engines.ts'
import { invoiceData } from './invoice-data.ts'
import { invoiceTemplate } from './invoice-template.ts'
import { environment, median } from './report.ts'

const KEY = 'bench'
const SECONDS = 5
const ROUNDS = 5
const CONNECTIONS = 32
// The largest that fits a JSON body of 1 MB.
const LARGE_ROWS = 7_000

const template = invoiceTemplate(MUSTACHE)
const folder = mkdtempSync(join(tmpdir(), 'oficina-bench-http-'))
const service = spawn(
  process.execPath,
  [resolve(import.meta.dirname, '../../services/documents/src/main.ts')],
  {
    env: {
      PATH: '/usr/bin:/bin',
      API_KEY: KEY,
      PORT: '3970',
      LOG_LEVEL: 'warn',
      TEMPLATES_DIR: join(folder, 'templates'),
      TMP_DIR: join(folder, 'tmp'),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
const url = 'http://127.0.0.1:3970'
try {
  await ready()
  await upload()
  const rows: object[] = []
  for (const count of [10, 100]) rows.push(await compare(count))
  const health = await healthUnderLoad()
  const result = {
    what: 'Renders over HTTP against renders in process; health under large renders.',
    ...environment(),
    connections: CONNECTIONS,
    rows,
    health,
  }
  writeFileSync(
    resolve(import.meta.dirname, '../results/documents-http.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(JSON.stringify(result, null, 2))
} finally {
  service.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

async function ready(): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(`${url}/health`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the service did not start')
}

async function upload(): Promise<void> {
  const form = new FormData()
  form.append('slug', 'invoice')
  form.append('file', new Blob([new Uint8Array(template)]), 'invoice.docx')
  const answer = await fetch(`${url}/templates`, {
    method: 'POST',
    headers: { 'x-api-key': KEY },
    body: form,
  })
  if (answer.status !== 201) throw new Error(await answer.text())
}

function inProcess(body: string): number {
  const compiled = compileTemplate(template)
  const endMs = performance.now() + SECONDS * 1_000
  let count = 0
  while (performance.now() < endMs) {
    const { data } = JSON.parse(body) as { data: unknown }
    if (!renderTemplate(compiled, data).ok) throw new Error('the render failed')
    count += 1
  }
  return count / SECONDS
}

async function load(
  path: string,
  body: string | undefined,
  connections: number,
): Promise<autocannon.Result> {
  const result = await autocannon({
    url: url + path,
    connections,
    duration: SECONDS,
    ...(body === undefined ? {} : { method: 'POST' as const, body }),
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} failures`)
  return result
}

async function compare(count: number): Promise<object> {
  const body = JSON.stringify({ slug: 'invoice', data: invoiceData(count) })
  const inside: number[] = []
  const outside: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    inside.push(inProcess(body))
    outside.push((await load('/render', body, CONNECTIONS)).requests.average)
  }
  const share = median(outside) / median(inside)
  return { rows: count, inProcessPerSecond: median(inside), httpPerSecond: median(outside), share }
}

async function healthUnderLoad(): Promise<object> {
  const body = JSON.stringify({ slug: 'invoice', data: invoiceData(LARGE_ROWS) })
  const renders = load('/render', body, 4)
  const health = await load('/health', undefined, 1)
  const { requests } = await renders
  return {
    rows: LARGE_ROWS,
    rendersPerSecond: requests.average,
    healthP50Ms: health.latency.p50,
    healthP99Ms: health.latency.p99,
  }
}
