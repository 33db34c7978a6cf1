import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { otlpReceiver, type OtlpReceiver } from '@oficina/testkit/otlp-receiver.ts'
import { testDatabase } from '@oficina/testkit/test-postgres.ts'

import {
  ended,
  freePort,
  OWNER_AUTHORIZATION,
  startProcess,
} from '../../services/chat/test/chat-process.ts'
import {
  PROCESS_KEY,
  startDocumentsProcess,
} from '../../services/documents/test/documents-process.ts'

// Deep: it starts the chat and documents as processes, as an operator who measures and traces them.

const TRACE = 'abcdef0123456789abcdef0123456789'
const CALLER = '00f067aa0ba902b7'
const TRACED = { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'pedido-7' }

interface Telemetry {
  readonly collector: OtlpReceiver
  readonly settings: Readonly<Record<string, string>>
  /** The value of a series; NaN: there is none. */
  value(series: string): Promise<number>
  metrics(): Promise<string>
}

/** A collector and a port for metrics, until `work` has ended. */
async function measured(work: (telemetry: Telemetry, folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-telemetry-'))
  const collector = await otlpReceiver()
  const port = await freePort()
  const metrics = async () => (await exchange(`http://127.0.0.1:${port}/metrics`, 'GET', {})).text
  const value = async (series: string) => {
    const line = (await metrics()).split('\n').find((one) => one.startsWith(`${series} `))
    return Number(line?.slice(series.length) ?? 'none')
  }
  const settings = {
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
  }
  try {
    await work({ collector, settings, metrics, value }, folder)
  } finally {
    await collector.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The span of the request that was sent with `TRACED`. */
async function requestSpan({ collector }: Telemetry) {
  return await eventually('the span of the request is there', () =>
    collector.spans.find(
      ({ parentSpanId, traceId }) => traceId === TRACE && parentSpanId === CALLER,
    ),
  )
}

async function assertCounted(telemetry: Telemetry, method: string, route: string, status: number) {
  const labels = `method="${method}",route="${route}",status="${status}"`
  assert.equal(await telemetry.value(`http_request_duration_seconds_count{${labels}}`), 1, labels)
  const all = `http_request_duration_seconds_bucket{le="60",${labels}}`
  assert.equal(await telemetry.value(all), 1, labels)
}

test('a chat process tells its routes and waits for connections, and traces a request into its statements', async () => {
  const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
  try {
    await measured(async (telemetry, dataDir) => {
      const { child, url } = await startProcess({
        databaseUrl: database.url,
        dataDir,
        settings: telemetry.settings,
      })
      try {
        const headers = { authorization: OWNER_AUTHORIZATION, ...TRACED }
        const query = 'anchor=newest&num_before=7&num_after=0&client_gravatar=secreto'
        const read = await exchange(`${url}/api/v1/messages/987654321?${query}`, 'GET', { headers })
        assert.equal(read.status, 400, read.text)

        const route = '/api/v1/messages/:message_id'
        await assertCounted(telemetry, 'GET', route, 400)
        const pool = 'pool="oficina-chat"'
        assert.ok((await telemetry.value(`database_pool_wait_seconds_count{${pool}}`)) >= 1)
        assert.equal(await telemetry.value(`database_pool_waiting{${pool}}`), 0)
        const idle = `database_pool_connections{${pool},state="idle"}`
        assert.ok((await telemetry.value(idle)) >= 1)
        // Paths name messages, and queries are what somebody sent.
        assert.doesNotMatch(await telemetry.metrics(), /987654321|secreto/v)

        const request = await requestSpan(telemetry)
        assert.deepEqual(
          [request.service, request.name, request.attributes],
          [
            'oficina-chat',
            `GET ${route}`,
            {
              'http.request.method': 'GET',
              'http.route': route,
              'oficina.request_id': 'pedido-7',
              'http.response.status_code': 400,
            },
          ],
        )
        const statements = telemetry.collector.spans.filter(
          ({ attributes, traceId }) => traceId === TRACE && 'db.query.text' in attributes,
        )
        assert.ok(statements.length > 0)
        for (const { parentSpanId } of statements) assert.equal(parentSpanId, request.spanId)
        assert.doesNotMatch(telemetry.collector.text(), /987654321|secreto|correct-horse|Basic/v)
      } finally {
        child.kill('SIGTERM')
        await ended(child)
      }
    })
  } finally {
    await database.drop()
  }
})

test('a documents process tells its routes and its offices, and traces a request', async () => {
  await measured(async (telemetry, folder) => {
    const documents = await startDocumentsProcess(folder, telemetry.settings)
    try {
      const headers = { 'x-api-key': PROCESS_KEY, ...TRACED }
      const body = { slug: 'plantilla-secreta', data: { dato: 'secreto' }, format: 'docx' }
      const answer = await exchange(`${documents.url}/render`, 'POST', { headers, body })
      assert.equal(answer.status, 404, answer.text)

      await assertCounted(telemetry, 'POST', '/render', 404)
      const converted = await documents.convert('Hola', 'hola.txt')
      assert.equal(converted.status, 200, converted.text.slice(0, 300))
      assert.equal(await telemetry.value('office_conversions'), 1)
      assert.ok((await telemetry.value('office_restarts')) >= 1)
      for (const gauge of ['queued', 'active', 'failures']) {
        assert.equal(await telemetry.value(`office_${gauge}`), 0, gauge)
      }
      for (const gauge of ['instances', 'spares']) {
        assert.ok((await telemetry.value(`office_${gauge}`)) >= 0, gauge)
      }
      const shown = await telemetry.metrics()
      // It has no database.
      assert.doesNotMatch(shown, /database_pool_\w+\{|secret/v)

      const request = await requestSpan(telemetry)
      assert.deepEqual(
        [request.service, request.name, request.attributes],
        [
          'oficina-documents',
          'POST /render',
          {
            'http.request.method': 'POST',
            'http.route': '/render',
            'oficina.request_id': 'pedido-7',
            'http.response.status_code': 404,
          },
        ],
      )
      for (const secret of ['secret', PROCESS_KEY]) {
        assert.ok(!telemetry.collector.text().includes(secret), secret)
      }
    } finally {
      await documents.stop()
    }
  })
})
