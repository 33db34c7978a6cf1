import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Ajv } from 'ajv'
import fc from 'fast-check'

import type { Kind, Place, Unfit } from '../src/kind.ts'
import { either, isObject, jsonOrText, kindsOf, nullable, optionalField } from '../src/kinds.ts'

class Refused extends Error {
  readonly why: Unfit
  readonly place: Place

  constructor(why: Unfit, place: Place) {
    super(`${why.problem} at ${place.join('.')}`)
    this.why = why
    this.place = place
  }
}

const kinds = kindsOf((why, place) => new Refused(why, place))
const {
  anyJson,
  anyObject,
  boolean,
  choice,
  integer,
  integerChoice,
  jsonText,
  list,
  object,
  text,
  textsByName,
} = kinds

const KINDS: Readonly<Record<string, Kind<unknown>>> = {
  boolean,
  integer: integer(),
  bounded: integer({ min: -2, max: 40 }),
  policy: integerChoice([1, 3]),
  text: jsonText({ maxLength: 3 }),
  word: jsonText({ isRequired: true, pattern: /^[a-z]*$/ }),
  choice: choice(['a', 'b']),
  list: list(nullable(integer({ min: 0 })), { maxItems: 2 }),
  object: object({ id: integer(), name: optionalField(jsonText()) }),
  open: object({ id: integer() }, { isOpen: true }),
  texts: textsByName({ maxItems: 2 }),
  either: either((value) => typeof value === 'number', integer(), object({ of: list(boolean) })),
  any: anyJson,
  'any object': anyObject,
}

// Values that are often near to what some kind takes.
const leaf = fc.oneof(
  fc.constantFrom(
    null,
    true,
    1,
    3,
    -2,
    40,
    41,
    0.5,
    2 ** 53,
    '',
    'a',
    'abc',
    'abcd',
    'A',
    '\0',
    '\uD800',
  ),
  fc.integer(),
  fc.string(),
)
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'name', 'of', 'x'), tie('value'), { maxKeys: 3 }),
  ),
}))

const ajv = new Ajv({ strict: false, unicodeRegExp: true })

/** JSON Schema has no undefined; kinds leave limits open by it. */
function validator({ schema }: Kind<unknown>) {
  return ajv.compile(JSON.parse(JSON.stringify(schema)))
}

for (const [name, kind] of Object.entries(KINDS)) {
  test(`what the kind ${name} accepts fits its schema, and what it refuses is refused in words`, () => {
    const fits = validator(kind)
    const seen = { accepted: 0, refused: 0 }
    const check = (value: unknown): void => {
      try {
        kind.check(value, ['at'])
      } catch (error) {
        assert.ok(error instanceof Refused, String(error))
        assert.equal(error.place[0], 'at')
        seen.refused += 1
        return
      }
      assert.ok(fits(value), JSON.stringify(value))
      seen.accepted += 1
    }
    fc.assert(fc.property(anyValue, check), { numRuns: 300 })
    for (const value of [true, 0, 1, 'a', [0], { id: 1 }, { of: [true] }, '\0']) check(value)
    assert.ok(seen.accepted > 0 && seen.refused > 0, JSON.stringify(seen))
  })
}

test('a refusal names the way to the value', () => {
  const drafts = list(object({ to: list(integer({ max: 9 })) }))
  const refusalOf = (value: unknown): unknown => {
    try {
      drafts.check(value, ['drafts'])
      return undefined
    } catch (error) {
      return error instanceof Refused ? { ...error.why, place: error.place } : error
    }
  }
  assert.deepEqual(refusalOf([{ to: [1] }, { to: [2, 10] }]), {
    problem: 'range',
    bound: 'max',
    limit: 9,
    place: ['drafts', 1, 'to', 1],
  })
  assert.deepEqual(refusalOf([{}]), { problem: 'missing', place: ['drafts', 0, 'to'] })
  assert.deepEqual(refusalOf([{ to: [], x: 1 }]), {
    problem: 'unexpected',
    place: ['drafts', 0, 'x'],
  })
})

test('a text is counted in code points', () => {
  assert.equal(text({ maxLength: 2 }).check('😀😀', ['at']), '😀😀')
  assert.throws(() => text({ maxLength: 2 }).check('😀😀x', ['at']), Refused)
})

test('JSON or text takes JSON as JSON, and what is none as text', () => {
  const kind = jsonOrText(either((value) => typeof value === 'number', integer(), jsonText()))
  assert.deepEqual(
    ['7', '"7"', 'seven'].map((one) => kind.check(one, ['at'])),
    [7, '7', 'seven'],
  )
})

test('an array is no object, nor is null', () => {
  assert.deepEqual([[], null, {}].map(isObject), [false, false, true])
})
