import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openApiCheck } from '@oficina/testkit/openapi-check.ts'

import type { Endpoint } from '../../src/api/endpoint.ts'
import { routeSchema } from '../../src/api/openapi.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { EVENTS_ANSWER } from '../../wire/events.ts'
import { REGISTER_ANSWER } from '../../wire/register.ts'
import type { ObjectShape } from '../../wire/shape.ts'

/** Where a schema allows objects with any fields or lists of anything, as paths into it. */
function vague(schema: unknown, place: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen =
    'type' in schema &&
    ((schema.type === 'object' && !('additionalProperties' in schema)) ||
      (schema.type === 'array' && !('items' in schema)))
  const inner = Object.entries(schema).flatMap(([name, part]) => vague(part, `${place}/${name}`))
  return isOpen ? [place, ...inner] : inner
}

test('every operation declares all that its answer, its objects and its lists hold', () => {
  const found = ENDPOINTS.flatMap(({ method, path, answer }) =>
    vague(answer?.schema, `${method} ${path}`),
  )
  assert.deepEqual(found, [])
})

/** Holds an answer to the description of an operation that answers so. */
function check(operation: Endpoint | undefined, body: object): string {
  assert.ok(operation)
  const { response } = routeSchema(operation) as { response: Record<string, object> }
  const schema = response['200'] ?? {}
  const responses = { 200: { content: { 'application/json': { schema } } } }
  const fits = openApiCheck({ paths: { '/it': { get: { responses } } } })
  const whole = { result: 'success', msg: '', ...body }
  const seen = { method: 'GET', path: '/it', status: 200, contentType: 'application/json' }
  try {
    fits({ ...seen, body: whole })
    return 'fits'
  } catch (error) {
    assert.match(String(error), /differs from the OpenAPI document/)
    return 'differs'
  }
}

const operationOf = (answer: ObjectShape) => ENDPOINTS.find((one) => one.answer === answer)
const EVENTS = operationOf(EVENTS_ANSWER)
const REGISTER = operationOf(REGISTER_ANSWER)

const events = (...list: readonly object[]) => ({ queue_id: 'q', events: list })

test('an event with a field too few, of another type or too many is not what the API’s description says', () => {
  const typing = { id: 1, type: 'reminders', op: 'remove', reminder_id: 7 }
  const { reminder_id: _id, ...missing } = typing
  assert.equal(check(EVENTS, events(typing)), 'fits')
  assert.equal(check(EVENTS, events(missing)), 'differs')
  assert.equal(check(EVENTS, events({ ...typing, reminder_id: '7' })), 'differs')
  assert.equal(check(EVENTS, events({ ...typing, extra: 1 })), 'differs')
  assert.equal(check(EVENTS, events({ ...typing, op: 'forget' })), 'differs')
})

test('a state with an undeclared field is not what the API’s description says', () => {
  const state = {
    queue_id: 'q',
    last_event_id: -1,
    zulip_version: '11.0',
    zulip_merge_base: '11.0',
    zulip_feature_level: 421,
    starred_messages: [1],
  }
  assert.equal(check(REGISTER, state), 'fits')
  assert.equal(check(REGISTER, { ...state, starred_messages: ['1'] }), 'differs')
  assert.equal(check(REGISTER, { ...state, starred: [1] }), 'differs')
})

test('an operation without fields of its own answers with none', () => {
  const [silent] = ENDPOINTS.filter(({ answer }) => answer === undefined)
  assert.ok(silent)
  assert.equal(check(silent, {}), 'fits')
  assert.equal(check(silent, { id: 1 }), 'differs')
})
