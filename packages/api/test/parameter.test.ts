import assert from 'node:assert/strict'
import { test } from 'node:test'

import { described, kindsOf } from '../src/kinds.ts'
import { parametersSchema } from '../src/operation.ts'
import {
  defaulted,
  ignoredFields,
  optional,
  readForm,
  readObject,
  required,
} from '../src/parameter.ts'

class Refused extends Error {}

const { integer, jsonText, text } = kindsOf(
  ({ problem }, place) => new Refused(`${place.join('.')}: ${problem}`),
)

const DECLARED = {
  id: required(integer(), 'message_id'),
  topic: optional(text()),
  count: defaulted(integer({ max: 9 }), 3),
}

const WORDS = {
  missing: (name: string) => new Refused(`${name} is missing`),
  ambiguous: (first: string, second: string) => new Refused(`${first} or ${second}`),
  notJson: (name: string) => new Refused(`${name} is no JSON`),
}

function form(fields: Readonly<Record<string, string>>) {
  return readForm(DECLARED, new Map(Object.entries(fields)), WORDS)
}

test('a form gives each parameter by its kind, under any of its names, or what stands for it', () => {
  assert.deepEqual(form({ message_id: '7', topic: '7' }), { id: 7, topic: '7', count: 3 })
})

for (const [fields, message] of [
  [{}, 'id is missing'],
  [{ id: '7', message_id: '7' }, 'id or message_id'],
  [{ id: 'seven' }, 'id is no JSON'],
  [{ id: '7', count: '10' }, 'count: range'],
] as const) {
  test(`the form ${JSON.stringify(fields)} is refused: ${message}`, () => {
    assert.throws(() => form(fields), { message })
  })
}

test('the fields that nobody asked for are named, sorted', () => {
  const fields = new Map([
    ['z', ''],
    ['message_id', ''],
    ['a', ''],
  ])
  assert.deepEqual(ignoredFields(DECLARED, fields), ['a', 'z'])
})

const OBJECT = {
  slug: required(jsonText({ isRequired: true })),
  pages: defaulted(integer({ max: 9 }), 1),
  note: optional(jsonText()),
}

function object(fields: Readonly<Record<string, unknown>>) {
  return readObject(
    OBJECT,
    fields,
    {
      missing: (place) => new Refused(`${place.join('.')} is missing`),
      isRefusal: (error) => error instanceof Refused,
      together: (errors) => new Refused(errors.map(({ message }) => message).join(', ')),
    },
    ['request'],
  )
}

test('an object gives each parameter by its kind; null is as good as absent', () => {
  assert.deepEqual(object({ slug: 'a', note: null }), { slug: 'a', pages: 1, note: undefined })
})

test('all problems of an object are told at once', () => {
  assert.throws(() => object({ pages: 10, note: 1 }), {
    message: 'request.slug is missing, request.pages: range, request.note: type',
  })
})

test('a field that every object has by its prototype is absent', () => {
  const declared = { constructor: required(jsonText()) }
  assert.throws(
    () =>
      readObject(
        declared,
        {},
        {
          missing: () => new Refused('missing'),
          isRefusal: (error) => error instanceof Refused,
          together: ([first]) => first ?? new Refused('none'),
        },
      ),
    { message: 'missing' },
  )
})

test('the schema of parameters says which are required, what stands for absent ones, and other names', () => {
  const { id, count } = DECLARED
  const topic = optional(described(text(), 'What it is about.'))
  assert.deepEqual(parametersSchema({ id, topic, count }), {
    type: 'object',
    properties: {
      id: { type: 'integer', description: 'Also: message_id.' },
      topic: { type: 'string', description: 'What it is about.' },
      count: { type: 'integer', maximum: 9, default: 3 },
    },
    required: ['id'],
  })
})
