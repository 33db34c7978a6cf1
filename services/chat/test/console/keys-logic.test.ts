import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  conflictsOf,
  isBeginning,
  keyMap,
  keysFor,
  parsedOwnKeys,
  withKeys,
} from '../../console/keys/key-map.ts'
import { SHORTCUTS } from '../../console/keys/shortcut-list.ts'

test('no two shortcuts that can be meant at once begin with the same keys', () => {
  for (const { id, keys } of SHORTCUTS) {
    for (const one of keys) assert.deepEqual(conflictsOf(id, one, {}), [], `${id}: ${one}`)
  }
})

test('every shortcut has an id of its own', () => {
  const ids = SHORTCUTS.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('keys that another shortcut has are told, also the beginning of a sequence', () => {
  assert.deepEqual(conflictsOf('reply', 'n', {}), ['nextUnreadTopic'])
  assert.deepEqual(conflictsOf('reply', 'n i', {}), ['nextUnreadTopic'])
  assert.deepEqual(conflictsOf('reply', 'n', { nextUnreadTopic: ['n i'] }), ['nextUnreadTopic'])
  assert.deepEqual(conflictsOf('reply', 'n', { nextUnreadTopic: [] }), [])
})

test('the same keys may do something else in an area that is never open at the same time', () => {
  assert.deepEqual(conflictsOf('markRead', 'shift+h', {}), [])
  assert.deepEqual(conflictsOf('toggleSubscription', 'n', {}), ['newChannel'])
})

test('own keys take the place of the default ones, and the default ones are not kept', () => {
  const own = withKeys({}, 'inbox', ['g i', 'g i'])
  assert.deepEqual(own, { inbox: ['g i'] })
  assert.deepEqual(keysFor('inbox', own), ['g i'])
  assert.deepEqual(keyMap(own).get('g i'), ['inbox'])
  assert.equal(keyMap(own).get('shift+i'), undefined)
  assert.equal(isBeginning('g', keyMap(own)), true)
  assert.equal(isBeginning('g', keyMap({})), false)
  assert.deepEqual(withKeys(own, 'inbox', ['shift+i']), {})
})

test('what was stored by another version, or spoilt, does no harm', () => {
  assert.deepEqual(parsedOwnKeys(undefined), {})
  assert.deepEqual(parsedOwnKeys('{'), {})
  assert.deepEqual(parsedOwnKeys('[]'), {})
  assert.deepEqual(parsedOwnKeys('{"inbox":["g i",3],"gone":["x"],"reply":"r"}'), {
    inbox: ['g i'],
  })
})
