import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createMetrics } from '@oficina/http/metrics.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { startOwnErp } from '../erp-service.ts'

// A service of its own: it is measured.

test('the metrics tell how long each route takes, and how long its work waits for a connection', async (t) => {
  const metrics = createMetrics()
  const erp = await startOwnErp({ metrics })
  t.after(async () => {
    await erp.stop()
    await metrics.close()
  })
  const port = await metrics.listen(0, '127.0.0.1')
  assert.equal((await erp.admin.get('/api/v1/Moneda/1')).status, 200)
  assert.equal((await erp.admin.get('/api/v1/Moneda/987654321')).status, 404)
  const { text } = await exchange(`http://127.0.0.1:${port}/metrics`, 'GET')
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length),
    )
  for (const status of [200, 404]) {
    const labels = `method="GET",route="/api/v1/:modelo/:id",status="${status}"`
    assert.equal(value(`http_request_duration_seconds_count{${labels}}`), 1, labels)
    assert.equal(value(`http_request_duration_seconds_bucket{le="60",${labels}}`), 1, labels)
  }
  assert.ok(value('database_pool_wait_seconds_count{pool="oficina-erp"}') >= 2)
  assert.equal(value('database_pool_waiting{pool="oficina-erp"}'), 0)
  assert.ok(value('database_pool_connections{pool="oficina-erp",state="idle"}') >= 1)
  // Paths name records.
  assert.ok(!text.includes('987654321'))
})
