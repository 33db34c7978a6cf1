import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { join, sql, trusted } from '../src/sql.ts'

test('each value becomes a parameter and none becomes text', () => {
  const statement = sql`select * from t where a = ${1} and b = ${"x'; drop table t"}`
  assert.equal(statement.text, 'select * from t where a = $1 and b = $2')
  assert.deepEqual(statement.values, [1, "x'; drop table t"])
})

test('fragments nest to any depth with their parameters in order', () => {
  const inner = sql`b = ${2} and ${sql`c = ${3}`}`
  const statement = sql`select ${1} where ${inner} order by ${trusted('d')} limit ${4}`
  assert.equal(statement.text, 'select $1 where b = $2 and c = $3 order by d limit $4')
  assert.deepEqual(statement.values, [1, 2, 3, 4])
})

test('joining conditions keeps as many parameters as there are values', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (values) => {
      const statement = join(
        values.map((value) => sql`x = ${value}`),
        ' and ',
      )
      assert.deepEqual(statement.values, values)
      assert.equal(statement.text, values.map((_, index) => `x = $${index + 1}`).join(' and '))
    }),
  )
})
