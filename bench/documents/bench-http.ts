import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { compileTemplate, renderTemplate } from '../../services/documents/src/docx/template.ts'
import { LeanClient } from '../lean-client.ts'
import { MUSTACHE } from './engines.ts'
import { invoiceData } from './invoice-data.ts'
import { invoiceTemplate } from './invoice-template.ts'
import { environment, median } from './report.ts'

const KEY = 'bench'
const PORT = 3970
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
      PORT: String(PORT),
      LOG_LEVEL: 'warn',
      TEMPLATES_DIR: join(folder, 'templates'),
      TMP_DIR: join(folder, 'tmp'),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
const url = `http://127.0.0.1:${PORT}`
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

interface Load {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

async function load(
  request: string,
  { body = '', connections }: { readonly body?: string; readonly connections: number },
): Promise<Load> {
  const client = new LeanClient(PORT)
  const head = `${request} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`
  const times: number[] = []
  const endMs = performance.now() + SECONDS * 1_000
  const one = async () => {
    while (performance.now() < endMs) {
      const startedMs = performance.now()
      const { status, body: text } = await client.send(head, body)
      if (status !== 200) throw new Error(`${status}: ${text.toString()}`)
      times.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  client.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { perSecond: times.length / SECONDS, p50Ms: at(0.5), p99Ms: at(0.99) }
}

async function compare(count: number): Promise<object> {
  const body = JSON.stringify({ slug: 'invoice', data: invoiceData(count) })
  const inside: number[] = []
  const outside: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    inside.push(inProcess(body))
    outside.push((await load('POST /render', { body, connections: CONNECTIONS })).perSecond)
  }
  const share = median(outside) / median(inside)
  return { rows: count, inProcessPerSecond: median(inside), httpPerSecond: median(outside), share }
}

async function healthUnderLoad(): Promise<object> {
  const body = JSON.stringify({ slug: 'invoice', data: invoiceData(LARGE_ROWS) })
  const renders = load('POST /render', { body, connections: 4 })
  const health = await load('GET /health', { connections: 1 })
  return {
    rows: LARGE_ROWS,
    rendersPerSecond: (await renders).perSecond,
    healthP50Ms: health.p50Ms,
    healthP99Ms: health.p99Ms,
  }
}
