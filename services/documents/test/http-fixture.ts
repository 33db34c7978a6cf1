import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { createLog } from '@oficina/kit/log.ts'
import type { Resolver } from '@oficina/outbound/checked-dial.ts'
import { endWithTest } from '@oficina/testkit/end-with-test.ts'
import { fakeClock, type FakeClock } from '@oficina/testkit/fake-clock.ts'
import { httpClient, listen, type HttpClient } from '@oficina/testkit/http-client.ts'
import { type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { buildDocuments, type DocumentsConfig } from '../src/service.ts'
import type { Disk } from '../src/store/durable-files.ts'

export const KEY = 'clave-de-prueba'

/** The service on directories of its own. */
export interface DocumentsTest {
  readonly folder: string
  /** With the key. */
  readonly client: HttpClient
  readonly stranger: HttpClient
  readonly clock: FakeClock
  upload(slug: string, docx: Buffer, schema?: object): Promise<TestAnswer>
  put(slug: string, parts: Parts, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>
  render(slug: string, data: object, more?: object): Promise<TestAnswer>
  stop(): Promise<void>
}

/** A form's fields by name. */
type Parts = {
  readonly file?: Buffer
  readonly schema?: string
  readonly schema_clear?: string
  readonly translations?: string
  readonly translations_clear?: string
}

export interface Options {
  readonly config?: Partial<DocumentsConfig>
  readonly resolve?: Resolver
  readonly disk?: Disk
  readonly validationTimeoutMs?: number
  /** Origins of other pages that may call it. */
  readonly corsOrigins?: readonly string[]
}

export async function startDocuments({
  config,
  resolve,
  disk,
  validationTimeoutMs,
  corsOrigins = [],
}: Options = {}): Promise<DocumentsTest> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-documents-test-'))
  const clock = fakeClock()
  await mkdir(join(folder, 'images'))
  const service = await buildDocuments({
    config: {
      apiKey: KEY,
      templatesDir: join(folder, 'templates'),
      imagesDir: join(folder, 'images'),
      tmpDir: join(folder, 'tmp'),
      maxUploadMb: 1,
      maxImageMb: 0.5,
      officeConcurrency: 1,
      officeTimeoutMs: 60_000,
      officeQueueLimit: 100,
      officeSpares: 0,
      officePath: undefined,
      httpFetchTimeoutMs: 1_000,
      locale: 'en-US',
      timezone: 'UTC',
      imageUrlAllow: '',
      demo: false,
      searchPath: '',
      ...config,
    },
    log: createLog({ service: 'test', level: process.env['TEST_LOG'] ?? 'silent', format: 'json' }),
    metrics: undefined,
    http: { corsOrigins },
    now: clock.now,
    ...(resolve === undefined ? {} : { resolve }),
    ...(disk === undefined ? {} : { disk }),
    ...(validationTimeoutMs === undefined ? {} : { validationTimeoutMs }),
  })
  const stranger = await httpClient(await listen(service.app))
  const client = stranger.with({ 'x-api-key': KEY })
  return {
    folder,
    client,
    stranger,
    clock,
    upload: (slug, docx, schema) =>
      client.post(
        '/templates',
        form({
          slug,
          file: docx,
          ...(schema === undefined ? {} : { schema: JSON.stringify(schema) }),
        }),
      ),
    put: (slug, parts, headers = {}) =>
      client.send('PUT', `/templates/${slug}`, { body: form(parts), headers }),
    render: (slug, data, more = {}) => client.post('/render', { slug, data, ...more }),
    stop: endWithTest(async () => {
      await service.app.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    }),
  }
}

export function form(fields: Readonly<Record<string, string | Buffer | undefined>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (typeof value === 'string' && name !== 'schema') data.append(name, value)
    else
      data.append(
        name,
        new Blob([new Uint8Array(Buffer.from(value))]),
        name === 'file' ? 'a.docx' : 'a.json',
      )
  }
  return data
}

export function codeOf(answer: TestAnswer): string {
  return answer.json?.error?.code
}

// Often enough to meet every stall, and so seldom that asking is not most of the work.
const HEALTH_EVERY_MS = 50

/**
 * The most that this thread worked between two answers of /health while something else was under way, in milliseconds
 * of its own time: how much else the machine has to do does not count.
 */
export async function longestStall(
  { stranger }: DocumentsTest,
  work: Promise<unknown>,
): Promise<number> {
  const state = { isDone: false, longestMs: 0 }
  const finish = () => {
    state.isDone = true
  }
  void work.then(finish, finish)
  while (!state.isDone) {
    const before = process.threadCpuUsage()
    await delay(HEALTH_EVERY_MS)
    await stranger.get('/health')
    const { user, system } = process.threadCpuUsage(before)
    state.longestMs = Math.max(state.longestMs, (user + system) / 1_000)
  }
  return state.longestMs
}
