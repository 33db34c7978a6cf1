import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  MODULE,
  nextWord,
  standingOf,
  withChange,
  withCopied,
  type Changes,
  type OwnRight,
  type ProfileLink,
  type Word,
} from '../../console/admin/profile-rights.ts'
import { runEach } from '../../console/admin/run-each.ts'

function says(words: Readonly<Record<string, Word>>): ReadonlyMap<string, OwnRight> {
  return new Map(
    Object.entries(words).map(([key, word], index) => [key, { id: index + 1, word, limit: null }]),
  )
}

const NONE: Changes = new Map()
const READ = { key: 'Compra.leer', moduleKey: 'modulo:compras.leer' }

function chainOf(...words: Readonly<Record<string, Word>>[]): readonly ProfileLink[] {
  return words.map((own, index) => ({ id: index + 1, name: `Perfil ${index}`, own: says(own) }))
}

test('a right is granted by its own row, by that of its module, or by a profile it inherits from', () => {
  const standing = (...words: Readonly<Record<string, Word>>[]) =>
    standingOf(chainOf(...words), NONE, READ)
  assert.deepEqual(standing({}), { word: undefined, from: undefined })
  assert.deepEqual(standing({ 'Compra.leer': 'granted' }), { word: 'granted', from: undefined })
  assert.deepEqual(standing({ 'modulo:compras.leer': 'granted' }), {
    word: 'granted',
    from: MODULE,
  })
  assert.deepEqual(standing({}, {}, { 'modulo:compras.leer': 'granted' }), {
    word: 'granted',
    from: 'Perfil 2',
  })
})

test('a refusal wins over any grant, whoever says it', () => {
  const own = { 'Compra.leer': 'granted' } as const
  for (const key of ['Compra.leer', 'modulo:compras.leer']) {
    const { word, from } = standingOf(chainOf(own, { [key]: 'refused' }), NONE, READ)
    assert.deepEqual([word, from], ['refused', 'Perfil 1'])
  }
  const changed = withChange(chainOf(own), NONE, { key: 'modulo:compras.leer', word: 'refused' })
  assert.equal(standingOf(chainOf(own), changed, READ).word, 'refused')
})

test('a change that leads back to what is stored is none', () => {
  const chain = chainOf({ 'Compra.leer': 'granted' })
  const words: (Word | undefined)[] = []
  let changes = NONE
  let word: Word | undefined = 'granted'
  for (let press = 0; press < 3; press += 1) {
    word = nextWord(word)
    words.push(word)
    changes = withChange(chain, changes, { key: 'Compra.leer', word })
  }
  assert.deepEqual(words, ['refused', undefined, 'granted'])
  assert.equal(changes.size, 0)
})

test('copying adds what the other says, and only what differs', () => {
  const chain = chainOf({ 'A.leer': 'granted', 'B.leer': 'granted' })
  const copied = withCopied(chain, NONE, says({ 'A.leer': 'granted', 'C.leer': 'refused' }))
  assert.deepEqual([...copied], [['C.leer', 'refused']])
})

test('what is done to each goes on behind a failure, and says how far it is', async () => {
  const told: number[] = []
  const failures = await runEach(
    [1, 2, 3, 4, 5, 6, 7],
    async (item) => {
      if (item % 3 === 0) throw new Error(`no ${item}`)
    },
    ({ done, total }) => {
      assert.equal(total, 7)
      told.push(done)
    },
  )
  assert.deepEqual(
    failures.map(({ item }) => item).toSorted((one, other) => one - other),
    [3, 6],
  )
  assert.deepEqual(told, [0, 1, 2, 3, 4, 5, 6, 7])
})
