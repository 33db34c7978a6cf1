import assert from 'node:assert/strict'
import { test } from 'node:test'

import { plannedAnew, sql, trusted, withName } from '../src/sql.ts'
import { nameOfStatement } from '../src/statement-names.ts'

const ofPlace = (id: number) => nameOfStatement(sql`select a from t where id = ${id}`)

test('a statement has a name from its second use on, whatever its values are', () => {
  assert.equal(ofPlace(1), undefined)
  const name = ofPlace(2)
  assert.notEqual(name, undefined)
  assert.equal(ofPlace(3), name)
})

test('two places that write the same text, and two texts of one place, have names of their own', () => {
  const here = () => nameOfStatement(sql`select b from t`)
  const there = () => nameOfStatement(sql`select b from t`)
  const sorted = (way: string) => nameOfStatement(sql`select c from t order by c ${trusted(way)}`)
  const twice = [here, there, () => sorted('asc'), () => sorted('desc')]
  for (const name of twice) name()
  const names = twice.map((name) => name())
  assert.ok(names.every((name) => name !== undefined))
  assert.equal(new Set(names).size, names.length)
})

test('a place that writes more texts than it may name leaves the later ones without', () => {
  const named = Array.from({ length: 40 }, (_, i) => {
    const column = () => nameOfStatement(sql`select ${trusted(`c${i}`)} from t`)
    column()
    return column()
  })
  assert.deepEqual(
    named.map((name) => name !== undefined),
    named.map((_, i) => i < 32),
  )
})

test('what no place writes, what looks at its values and several commands have no name; a given name stays', () => {
  for (const _ of [1, 2, 3]) {
    assert.equal(nameOfStatement(trusted('begin')), undefined)
    assert.equal(nameOfStatement(plannedAnew(sql`select d from t`)), undefined)
    assert.equal(nameOfStatement(sql`select 1; select 2`), undefined)
    assert.equal(nameOfStatement(withName('mine', sql`select e from t`)), 'mine')
  }
})
