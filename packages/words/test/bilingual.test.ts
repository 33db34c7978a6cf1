import assert from 'node:assert/strict'
import { test } from 'node:test'

import { quoted, speaker } from '../src/bilingual.ts'

const { say, tell, inBoth } = speaker({
  'Not found': 'No se encontró',
  'There is no %{what} %{name}': 'No existe %{what} %{name}',
  'a template': 'una plantilla',
})

test('a text is said in both languages', () => {
  assert.deepEqual(say('Not found'), { en: 'Not found', es: 'No se encontró' })
})

test('a text of the table is told as it stands, and one that was filled in', () => {
  assert.equal(tell('Not found', 'es'), 'No se encontró')
  assert.deepEqual(inBoth('Not found'), say('Not found'))
  const named = say('There is no %{what} %{name}', { what: 'x', name: 7 })
  assert.equal(tell(named, 'en'), 'There is no x 7')
})

test('values stand where a text names them, other texts in the same language', () => {
  assert.deepEqual(say('There is no %{what} %{name}', { what: say('a template'), name: '$&' }), {
    en: 'There is no a template $&',
    es: 'No existe una plantilla $&',
  })
})

test('a value that reads as a name is not filled in again', () => {
  const { en } = say('There is no %{what} %{name}', { what: '%{name}', name: 'x' })
  assert.equal(en, 'There is no %{name} x')
})

test('what somebody else said stays as it is', () => {
  assert.deepEqual(quoted('PKCS7 %{x}'), { en: 'PKCS7 %{x}', es: 'PKCS7 %{x}' })
})
