import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { acceptedLanguage } from '../src/accepted-language.ts'

test('the language with the highest quality among those that the service speaks is taken', () => {
  assert.equal(acceptedLanguage('es-MX,es;q=0.9,en;q=0.8'), 'es')
  assert.equal(acceptedLanguage('en;q=0.8, es;q=0.9'), 'es')
  assert.equal(acceptedLanguage('fr-CA, en-GB;q=0.5, es;q=0.4'), 'en')
  assert.equal(acceptedLanguage('ES-419'), 'es')
})

test('English is spoken where nothing is asked for that the service speaks', () => {
  for (const header of [undefined, '', '*', 'fr', 'es;q=0', 'es;q=no', 'español', ',,;;=']) {
    assert.equal(acceptedLanguage(header), 'en', String(header))
  }
})

test('any header has a language', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (header) => {
      assert.match(acceptedLanguage(header), /^e[ns]$/)
    }),
  )
})
