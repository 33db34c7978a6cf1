import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { listedChannels } from '../../console/settings/channels/listed-channels.ts'
import { privacyFlags, privacyOf, PRIVACIES } from '../../console/settings/channels/privacy.ts'
import {
  holdersOf,
  sameValue,
  valueOf,
  type GroupSettingValue,
} from '../../console/settings/controls/group-setting-value.ts'
import { moved } from '../../console/settings/controls/moved.ts'
import { PERMISSION_GROUPS } from '../../console/settings/declared/realm-settings.ts'
import { testLinkifier } from '../../console/settings/organization/linkifier-test.ts'
import { changedNames, realmPatch } from '../../console/settings/organization/realm-values.ts'

const NOBODY = 1
const ids = fc.uniqueArray(fc.integer({ min: 2, max: 40 }), { maxLength: 6 })

test('what a picker makes of a group setting is that setting again', () => {
  fc.assert(
    fc.property(ids, ids, (people, groups) => {
      const value = valueOf({ people, groups }, NOBODY)
      const again = valueOf(holdersOf(value, NOBODY), NOBODY)
      assert.ok(sameValue(value, again))
      const held = holdersOf(value, NOBODY)
      assert.deepEqual(new Set(held.people), new Set(people))
      assert.deepEqual(new Set(held.groups), new Set(groups))
    }),
  )
})

test('nobody, one group, and everything else are written as the service writes them', () => {
  assert.equal(valueOf({ people: [], groups: [] }, NOBODY), NOBODY)
  assert.equal(valueOf({ people: [], groups: [7] }, NOBODY), 7)
  assert.deepEqual(valueOf({ people: [9, 3], groups: [7] }, NOBODY), {
    direct_members: [3, 9],
    direct_subgroups: [7],
  })
  const unsorted: GroupSettingValue = { direct_members: [9, 3], direct_subgroups: [] }
  assert.ok(sameValue(unsorted, { direct_members: [3, 9], direct_subgroups: [] }))
})

test('moving keeps everything, and moving back is moving nothing', () => {
  fc.assert(
    fc.property(ids, fc.nat(), (all, at) => {
      const index = all.length === 0 ? 0 : at % all.length
      const after = moved(all, index, 1)
      assert.deepEqual(new Set(after), new Set(all))
      assert.equal(after.length, all.length)
      if (index + 1 < all.length) assert.deepEqual(moved(after, index + 1, -1), all)
      else assert.deepEqual(after, all)
    }),
  )
})

test('the privacy of a channel is told from its flags', () => {
  for (const privacy of PRIVACIES) assert.equal(privacyOf(privacyFlags(privacy)), privacy)
})

const CHANNELS = [
  ['Obra 10', 'Cimbra y acero', 5, null, false],
  ['obra 9', '', 20, 3, false],
  ['Compras', 'Todo de la obra', 1, 90, false],
  ['Vieja', '', 2, 0, true],
] as const

test('channels are listed by what is wanted, found by name before description', () => {
  const all = CHANNELS.map(([name, description, subscribers, weekly, isArchived], index) => ({
    stream_id: index,
    name,
    description,
    subscriber_count: subscribers,
    stream_weekly_traffic: weekly,
    is_archived: isArchived,
  }))
  const isSubscribed = (id: number): boolean => id === 0
  const listed = (question: Partial<Parameters<typeof listedChannels>[1]>) =>
    listedChannels(all, { which: 'all', typed: '', order: 'name', isSubscribed, ...question }).map(
      ({ name }) => name,
    )
  assert.deepEqual(listed({}), ['Compras', 'obra 9', 'Obra 10'])
  assert.deepEqual(listed({ order: 'subscribers' }), ['obra 9', 'Obra 10', 'Compras'])
  assert.deepEqual(listed({ order: 'traffic' }), ['Compras', 'obra 9', 'Obra 10'])
  assert.deepEqual(listed({ which: 'subscribed' }), ['Obra 10'])
  assert.deepEqual(listed({ which: 'available' }), ['Compras', 'obra 9'])
  assert.deepEqual(listed({ which: 'archived' }), ['Vieja'])
  assert.deepEqual(listed({ typed: '#OBRA' }), ['obra 9', 'Obra 10', 'Compras'])
})

test('a linkifier is tried on a text before it is added', () => {
  const template = 'https://erp.example.com/{kind}/{id}'
  assert.deepEqual(testLinkifier('(?P<kind>OC|RC)-(?P<id>[0-9]+)', template, 'la OC-099 llegó'), {
    kind: 'found',
    matched: 'OC-099',
    url: 'https://erp.example.com/OC/099',
  })
  assert.deepEqual(testLinkifier('(?i)oc-(?P<id>.+)', 'https://x/{id}', 'OC-a b'), {
    kind: 'found',
    matched: 'OC-a b',
    url: 'https://x/a%20b',
  })
  assert.deepEqual(testLinkifier('#(?P<id>[0-9]+)', template, 'nada'), { kind: 'none' })
  assert.deepEqual(testLinkifier('#(?P<id>[0-9+)', template, '#12'), { kind: 'invalid' })
})

test('only what differs is sent of the organization, in the words of the wire', () => {
  const editing = PERMISSION_GROUPS.find(({ key }) => key === 'editing')?.settings ?? []
  const present: Readonly<Record<string, unknown>> = {
    allow_message_editing: true,
    message_content_edit_limit_seconds: 600,
  }
  const edits = { allow_message_editing: true, message_content_edit_limit_seconds: null }
  const names = changedNames(editing, (name) => present[name], edits)
  assert.deepEqual(names, ['message_content_edit_limit_seconds'])
  assert.deepEqual(realmPatch(editing, names, edits), {
    message_content_edit_limit_seconds: '"unlimited"',
  })
})
