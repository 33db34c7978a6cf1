import assert from 'node:assert/strict'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

const API = '/api/v1'
const CALLS = [
  ['GET', ''],
  ['POST', ''],
  ['GET', '/1'],
  ['PUT', '/1'],
  ['DELETE', '/1'],
] as const

/** Whatever the caller asks of these models is answered with 403. */
export async function assertAllRefused(
  client: HttpClient,
  models: readonly string[],
): Promise<void> {
  for (const name of models) {
    const statuses = await Promise.all(
      CALLS.map(async ([method, path]) => {
        const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
        const { status } = await client.send(method, `${API}/${name}${path}`, body)
        return [name, method, status]
      }),
    )
    assert.deepEqual(
      statuses,
      CALLS.map(([method]) => [name, method, 403]),
    )
  }
}
