import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openApiCheck } from '../src/openapi-check.ts'

const check = openApiCheck({
  components: { schemas: { Id: { type: 'integer' } } },
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id'],
                  additionalProperties: false,
                  properties: { id: { $ref: '#/components/schemas/Id' } },
                },
              },
            },
          },
        },
      },
    },
  },
})

const GOOD = {
  method: 'GET',
  path: '/things/7',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: { id: 7 },
}

test('an answer that fits the document passes', () => {
  assert.doesNotThrow(() => check(GOOD))
})

test('an answer that the document does not allow fails, whatever is wrong with it', () => {
  const wrong = [
    { ...GOOD, body: { id: 'x' } },
    { ...GOOD, body: {} },
    { ...GOOD, body: { id: 7, more: 1 } },
    { ...GOOD, status: 201 },
    { ...GOOD, contentType: 'text/plain' },
    { ...GOOD, path: '/other' },
    { ...GOOD, method: 'POST' },
  ]
  for (const answer of wrong) assert.throws(() => check(answer), JSON.stringify(answer))
})

test('an error of a path that the document does not know passes', () => {
  assert.doesNotThrow(() => check({ ...GOOD, path: '/other', status: 404 }))
})
