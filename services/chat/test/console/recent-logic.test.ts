import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import {
  conversationKey,
  RecentIndex,
  type ConversationPlace,
  type NotedMessage,
} from '../../console/recent/recent-index.ts'

const topic = (name: string, channelId = 1): ConversationPlace => ({
  kind: 'topic',
  channelId,
  topic: name,
})
const message = (id: number, senderId: number, conversation: ConversationPlace): NotedMessage => ({
  id,
  senderId,
  timestamp: id,
  conversation,
})

const shown = (index: RecentIndex) =>
  index.conversations().map(({ key, lastId, senderIds }) => [key, lastId, senderIds])

test('the latest conversation comes first, with those who wrote, the latest first', () => {
  const index = new RecentIndex()
  index.add([
    message(1, 10, topic('almuerzo')),
    message(2, 11, topic('Almuerzo')),
    message(3, 12, { kind: 'direct', userIds: [12, 11] }),
    message(4, 10, topic('almuerzo')),
    message(5, 10, topic('almuerzo', 2)),
  ])
  assert.deepEqual(shown(index), [
    ['2:almuerzo', 5, [10]],
    ['1:almuerzo', 4, [10, 11]],
    ['dm:11,12', 3, [12]],
  ])
})

test('a moved or deleted message changes both conversations, and an empty one is gone', () => {
  const index = new RecentIndex()
  index.add([message(1, 10, topic('a')), message(2, 11, topic('a')), message(3, 12, topic('b'))])
  index.move([2, 99], { channelId: 1, topic: 'b' })
  assert.deepEqual(shown(index), [
    ['1:b', 3, [12, 11]],
    ['1:a', 1, [10]],
  ])
  index.remove([1, 3])
  assert.deepEqual(shown(index), [['1:b', 2, [11]]])
})

test('whatever happens in whatever order, the index says what its messages say', () => {
  const place = fc.constantFrom(topic('a'), topic('A'), topic('b', 2), {
    kind: 'direct' as const,
    userIds: [3],
  })
  const id = fc.integer({ min: 1, max: 30 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), id, sender: id, place }),
    fc.record({ kind: fc.constant('move' as const), id }),
    fc.record({ kind: fc.constant('remove' as const), id }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = new RecentIndex()
      const model = new Map<number, NotedMessage>()
      for (const one of steps) {
        if (one.kind === 'add') {
          const added = message(one.id, one.sender, one.place)
          index.add([added])
          model.set(one.id, added)
        } else if (one.kind === 'move') {
          index.move([one.id], { channelId: 9, topic: 'z' })
          const known = model.get(one.id)
          if (known !== undefined) model.set(one.id, { ...known, conversation: topic('z', 9) })
        } else {
          index.remove([one.id])
          model.delete(one.id)
        }
      }
      const groups = Map.groupBy([...model.values()], (one) => conversationKey(one.conversation))
      const wanted = [...groups].map(([key, messages]) => {
        const latest = messages.toSorted((one, other) => other.id - one.id)
        return [key, latest[0]?.id, [...new Set(latest.map(({ senderId }) => senderId))]]
      })
      assert.deepEqual(
        shown(index),
        wanted.toSorted((one, other) => Number(other[1]) - Number(one[1])),
      )
    }),
  )
})
