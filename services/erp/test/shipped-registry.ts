import assert from 'node:assert/strict'
import { join } from 'node:path'

import { DICTIONARY_DIR, loadRegistry } from '../src/dictionary-files.ts'
import type { Registry } from '../src/dictionary/types.ts'

const known: { registry?: Registry } = {}

/** The models that come with the service, compiled once for all test files of a run, and read once a process. */
export function shippedRegistry(): Registry {
  known.registry ??= readRegistry()
  return known.registry
}

function readRegistry(): Registry {
  const shared = process.env['TEST_CACHE_DIR']
  const loaded = loadRegistry(DICTIONARY_DIR, shared === undefined ? null : join(shared, 'erp'))
  assert.ok(loaded.ok)
  return loaded.value
}
