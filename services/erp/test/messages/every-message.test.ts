import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { Message } from '../../src/messages/message.ts'
import { ENGLISH, joined, type Speech } from '../../src/messages/speech.ts'

const TABLES = join(import.meta.dirname, '../../src/messages')

/** A language whose names tell that it was asked for them. */
const SPANISH: Speech = {
  language: 'es',
  model: (name) => `«${name}»`,
  field: (name) => `«${name}»`,
  choice: (value) => `«${value}»`,
  amount: (text) => text,
  all: joined('es-MX', 'conjunction'),
  any: joined('es-MX', 'disjunction'),
}

const LIST = ['⟨uno⟩', '⟨dos⟩']
const PART = new Message(() => '⟨parte⟩')

/** Values that are no texts, by their names; a name that is missing here stands for a text. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  actions: LIST,
  against: PART,
  all: LIST,
  answer: 'autorizada',
  allowed: LIST,
  beyond: LIST,
  by: LIST,
  condition: [
    [
      { field: 'estado', in: LIST },
      { field: 'cfdi', empty: true },
    ],
    [{ field: 'tipo', not_in: LIST }],
  ],
  counts: new Map([['Compra', 2]]),
  credited: 'iva',
  document: PART,
  exception: 'margen_bajo',
  detail: 'existencias',
  fields: LIST,
  folios: LIST,
  first: LIST,
  headers: LIST,
  initial: LIST,
  missing: LIST,
  regimes: LIST,
  invoices: LIST,
  keys: LIST,
  kind: 'BN',
  known: LIST,
  lacking: [{ model: '⟨modelo⟩', keys: LIST, since: '⟨día⟩' }],
  lacks: 'centre',
  loans: LIST,
  moves: LIST,
  numbers: LIST,
  operation: 'delete',
  origin: LIST,
  part: 'logo',
  parts: PART,
  payments: [{ amount: '⟨importe⟩', folio: '⟨folio⟩' }],
  records: PART,
  person: 'fisica',
  rates: [
    [null, '⟨tasa⟩'],
    ['⟨menor⟩', '⟨mayor⟩'],
  ],
  rights: LIST,
  seen: { mime: 'image/png' },
  states: LIST,
  told: PART,
  type: 'text',
  types: LIST,
  unknown: LIST,
  unit: 'month',
  used: [PART],
  values: LIST,
  waiting: LIST,
  what: PART,
  where: { path: '⟨ruta⟩', line: 2, name: '⟨campo⟩' },
  why: PART,
}

/** The same where a row says something else when there is nothing, or another kind of thing. */
const OTHERWISE: Readonly<Record<string, unknown>> = {
  ...SAMPLES,
  action: null,
  back: null,
  folios: [],
  count: 1,
  decimals: 0,
  id: null,
  lacking: [{ model: '⟨modelo⟩', keys: [], since: '⟨día⟩' }],
  last: null,
  line: null,
  max: null,
  moves: [],
  nearest: null,
  numbers: ['⟨uno⟩'],
  others: 0,
  reference: null,
  row: null,
  seen: 'unknown',
  until: null,
  quantity: '1',
  rates: [],
  state: null,
  where: { path: '⟨ruta⟩', line: null, name: '⟨campo⟩' },
}

/** Any value that a row asks for. */
function valuesOf(samples: Readonly<Record<string, unknown>>): unknown {
  return new Proxy(samples, {
    get: (of, name) => (Object.hasOwn(of, name) ? of[String(name)] : `⟨${String(name)}⟩`),
  })
}

/** Every row of every table, by its name: what stands in capitals and makes a message. */
async function rows(): Promise<ReadonlyMap<string, (values: unknown) => Message>> {
  const found = new Map<string, (values: unknown) => Message>()
  for (const file of readdirSync(TABLES)) {
    const table: Readonly<Record<string, unknown>> = await import(join(TABLES, file))
    for (const [name, value] of Object.entries(table)) {
      if (!/^[A-Z][A-Z0-9_]+$/.test(name) || value === ENGLISH || name === 'OR_MEANT') continue
      const parts = typeof value === 'function' ? { '': value } : Object(value)
      for (const [part, row] of Object.entries(parts)) {
        assert.ok(typeof row === 'function', `${file}: ${name} is no row of a table`)
        found.set(`${file}: ${name} ${part}`, (values) => {
          const made: unknown = row(values)
          assert.ok(made instanceof Message, `${file}: ${name} makes no message`)
          return made
        })
      }
    }
  }
  return found
}

// What a value that is missing, or is no text, becomes in a sentence.
const BROKEN = /undefined|\[object|NaN|=>|\s{2}|\s[.,;:](?!\w)|^\s|\s$|\.\./

for (const [which, samples] of [
  ['every value', SAMPLES],
  ['what may be missing gone', OTHERWISE],
] as const) {
  test(`every message is whole in both languages, with ${which}`, async () => {
    const all = await rows()
    assert.ok(all.size > 100, `${all.size} rows`)
    for (const [name, row] of all) {
      const told = row(valuesOf(samples))
      const [english, spanish] = [told.in(ENGLISH), told.in(SPANISH)]
      for (const text of [english, spanish]) {
        assert.doesNotMatch(text, BROKEN, `${name}: ${text}`)
      }
      assert.notEqual(spanish, english, name)
    }
  })
}

test('a message is a sentence, or has no subject and begins with a small letter', async () => {
  for (const [name, row] of await rows()) {
    const told = row(valuesOf(SAMPLES))
    const [english, spanish] = [told.in(ENGLISH), told.in(SPANISH)]
    // What ends in a part ends as the part does.
    const isWhole = (text: string) => /[.?:]$/.test(text)
    if (isWhole(english) || isWhole(spanish)) {
      const ends = [english, spanish].map((text) => isWhole(text) || text.endsWith('⟩'))
      assert.deepEqual(ends, [true, true], `${name}: ${english} / ${spanish}`)
    } else {
      assert.match(english, /^[\p{Ll}\d⟨<]|⟩$/u, `${name}: ${english}`)
    }
  }
})

test('Spanish addresses people as «tú» and keeps to its own signs', async () => {
  for (const [name, row] of await rows()) {
    const spanish = row(valuesOf(SAMPLES)).in(SPANISH)
    assert.doesNotMatch(spanish, /\b(?:usted|su perfil|intente|debes de)\b/i, `${name}: ${spanish}`)
    assert.doesNotMatch(spanish, /(?<!¿[^?]*)\?/, `${name}: ${spanish}`)
  }
})
