import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { after, before, test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { otlpReceiver, type OtlpReceiver } from '@oficina/testkit/otlp-receiver.ts'
import { withTraces } from '@oficina/traces/with-traces.ts'

import { documentsStub, DOCUMENTS_KEY, type DocumentsStub } from '../actions/joined/joined-stubs.ts'
import { purchasing } from '../actions/purchase-fixture.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// Deep: it starts three services, and waits until a collector is given up.
// A service of its own: it traces, which concerns its whole process.
// A process of its own: services that others share would be traced too.

const API = '/api/v1'
const loaded: string[] = []
const hooks = registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.includes('opentelemetry')) loaded.push(specifier)
    return next(specifier, context)
  },
})
const said: string[] = []
const log = createLog({
  service: 'erp-test',
  level: 'warn',
  format: 'json',
  write: (line) => said.push(line),
})
const OFF = {
  otlpEndpoint: undefined,
  otlpTracesEndpoint: undefined,
  otelDisabled: false,
  otelServiceName: undefined,
  otelSampled: 1,
  otelDelayMs: 20,
}

let documents: DocumentsStub

before(async () => {
  documents = await documentsStub()
})
after(async () => {
  hooks.deregister()
  await documents.close()
})

interface Traced {
  readonly erp: ErpTest
  readonly stop: () => Promise<void>
}

/** The service as its process builds it. */
async function traced(otlpEndpoint: string | undefined): Promise<Traced> {
  const found: { erp?: ErpTest } = {}
  const service = await withTraces('erp', { ...OFF, otlpEndpoint }, log, async () => {
    const erp = await startOwnErp({
      joined: { documentsUrl: documents.url, documentsApiKey: DOCUMENTS_KEY },
    })
    found.erp = erp
    // The test stops both at once.
    return { app: undefined as never, close: () => erp.stop() }
  })
  assert.ok(found.erp !== undefined)
  const stopped = { is: undefined as Promise<void> | undefined }
  return { erp: found.erp, stop: () => (stopped.is ??= service.close()) }
}

test('without a collector nothing is traced, and nothing of it is loaded', async (t) => {
  const { erp, stop } = await traced(undefined)
  t.after(stop)
  assert.equal((await erp.admin.get(`${API}/Moneda?per_page=1`)).status, 200)
  await stop()
  assert.deepEqual(loaded, [])
})

test('a request is one trace from its caller to its statements and to documents, without anything that was sent', async (t) => {
  const collector: OtlpReceiver = await otlpReceiver()
  t.after(() => collector.stop())
  const { erp, stop } = await traced(collector.url)
  t.after(stop)
  const company = await purchasing(erp, erp.admin)
  const id = await company.purchase('10000.00')
  const traceId = 'abcdef0123456789abcdef0123456789'
  const asked = erp.admin.with({
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    'x-request-id': 'pedido-7',
  })
  const answer = await asked.get(`${API}/Compra/${id}/pdf?secreto=clave-secreta`)
  assert.equal(answer.status, 200, answer.text)
  const spans = await eventually('the spans are there', () => {
    const found = collector.spans.filter((span) => span.traceId === traceId)
    return found.some(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7') ? found : undefined
  })
  await stop()
  const request = spans.find(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7')
  assert.deepEqual(
    [request?.service, request?.name, request?.attributes],
    [
      'oficina-erp',
      `GET ${API}/:modelo/:id/pdf`,
      {
        'http.request.method': 'GET',
        'http.route': `${API}/:modelo/:id/pdf`,
        'oficina.request_id': 'pedido-7',
        'http.response.status_code': 200,
      },
    ],
  )
  const statements = spans.filter(({ attributes }) => 'db.query.text' in attributes)
  assert.ok(statements.length > 0)
  for (const { parentSpanId } of statements) assert.equal(parentSpanId, request?.spanId)
  // It is rendered, uploaded since documents lacks it, and rendered again.
  const calls = spans.filter(({ name }) => name === 'POST documents')
  assert.equal(calls.length, 3)
  for (const { parentSpanId } of calls) assert.equal(parentSpanId, request?.spanId)
  assert.deepEqual(
    new Set(documents.traceparents.filter((header) => header?.includes(traceId))),
    new Set(calls.map(({ spanId }) => `00-${traceId}-${spanId}-01`)),
  )
  const sent = collector.text()
  for (const secret of ['clave-secreta', DOCUMENTS_KEY, erp.adminLogin.password, 'Bearer']) {
    assert.ok(!sent.includes(secret), secret)
  }
})

test('a collector that is away takes nothing from anybody, and is told of once', async (t) => {
  const collector = await otlpReceiver()
  await collector.stop()
  said.length = 0
  const { erp, stop } = await traced(collector.url)
  t.after(stop)
  for (let round = 0; round < 20; round += 1) {
    assert.equal((await erp.admin.get(`${API}/Moneda?per_page=1`)).status, 200)
  }
  await eventually('it is told', () => said.length > 0)
  await stop()
  assert.deepEqual(
    said.map((line) => JSON.parse(line).msg),
    ['traces cannot be sent to the collector'],
  )
})
