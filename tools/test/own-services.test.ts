import assert from 'node:assert/strict'
import { test } from 'node:test'

import { importsOf, readSources, type Sources } from '../house/sources.ts'

const sources = readSources()
const OWN = /\bstart(?:Own\w+|Console|SmallConsole)\((?!\))|\bstartOwn\w+\(/
const REASON = /^\/\/ A service of its own: \S.*\.$/m

/** Whether a test file starts a service of its own, itself or by what its fixtures do. */
function hasOwnService(all: Sources, path: string): boolean {
  const fixtures = importsOf(all, path).filter((one) => /^services\/\w+\/test\//.test(one))
  const isStarted = (one: string) => /\bstartOwn\w+\(/.test(all.get(one) ?? '')
  const offered = new Set(
    ['erp', 'chat'].flatMap((service) => [
      `services/${service}/test/${service}-service.ts`,
      `services/${service}/test/console/console-fixture.ts`,
      `services/${service}/test/console/small-console.ts`,
    ]),
  )
  return (
    OWN.test(all.get(path) ?? '') || fixtures.some((one) => !offered.has(one) && isStarted(one))
  )
}

test('a test file of the ERP or the chat that starts a service of its own says why', () => {
  const silent = [...sources.keys()]
    .filter((path) => /^services\/(?:erp|chat)\/test\/.*\.test\.ts$/.test(path))
    .filter((path) => hasOwnService(sources, path) && !REASON.test(sources.get(path) ?? ''))
  assert.deepEqual(silent, [])
})
