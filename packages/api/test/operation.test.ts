import assert from 'node:assert/strict'
import { test } from 'node:test'

import { described, kindsOf } from '../src/kinds.ts'
import { operationSchema } from '../src/operation.ts'
import { required, type Parameters } from '../src/parameter.ts'

const { text } = kindsOf(({ problem }) => new Error(problem))

function schemaOf(path: string, named?: Parameters, parameters: Parameters = {}): object {
  return operationSchema(
    {
      method: 'GET',
      path,
      summary: 'Read it',
      parameters,
      ...(named === undefined ? {} : { named }),
    },
    { security: [], responses: {} },
  )
}

test('what a path names is described by its declaration', () => {
  const slug = required(described(text(), 'Of the template.'))
  assert.deepEqual(schemaOf('/templates/:slug/tags', { slug }), {
    summary: 'Read it',
    params: {
      type: 'object',
      properties: { slug: { type: 'string', description: 'Of the template.' } },
      required: ['slug'],
    },
    response: {},
  })
})

for (const [path, named, parameters, message] of [
  ['/a/:id', {}, {}, '/a/:id: the path names [id], declared are []'],
  ['/a', { id: required(text()) }, {}, '/a: the path names [], declared are [id]'],
  [
    '/a/:id',
    { id: required(text()) },
    { id: required(text()) },
    '/a/:id: id is also declared beside the path',
  ],
] as const) {
  test(`a declaration is refused where ${message}`, () => {
    assert.throws(() => schemaOf(path, named, parameters), { message })
  })
}
