import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { decodePart, encodePart } from '../../console/narrow/address-part.ts'
import { howToNotify, type Hearing } from '../../console/notify/how-to-notify.ts'
import type { Message } from '../../console/state/conversations/messages.ts'
import { POLICY } from '../../console/state/realm/policy.ts'

const ME = 1
const OTHER = 2

function message(type: Message['type'], flags: readonly string[] = [], senderId = OTHER): Message {
  return {
    id: 7,
    type,
    sender_id: senderId,
    sender_full_name: 'Other',
    sender_email: 'other@example.com',
    avatar_url: null,
    content: '<p>hello</p>',
    content_type: 'text/html',
    recipient_id: 3,
    sender_realm_str: '',
    client: 'website',
    topic_links: [],
    timestamp: 0,
    subject: 'lunch',
    display_recipient: 'general',
    flags,
    reactions: [],
    submessages: [],
    is_me_message: false,
  }
}

const SUBSCRIBED: NonNullable<Hearing['subscription']> = {
  stream_id: 9,
  color: '#000000',
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
}

function hearing(more: {
  readonly settings?: Partial<Hearing['settings']>
  readonly subscription?: Partial<NonNullable<Hearing['subscription']>>
  readonly policy?: number
  readonly mutedUsers?: readonly number[]
}): Hearing {
  const settings = {
    enable_desktop_notifications: true,
    enable_sounds: true,
    enable_stream_desktop_notifications: false,
    enable_stream_audible_notifications: false,
    enable_followed_topic_desktop_notifications: true,
    enable_followed_topic_audible_notifications: true,
    enable_followed_topic_wildcard_mentions_notify: true,
    wildcard_mentions_notify: true,
    ...more.settings,
  }
  return {
    // The rule reads these alone.
    settings: settings as Hearing['settings'],
    ownId: ME,
    mutedUsers: new Set(more.mutedUsers),
    subscription: { ...SUBSCRIBED, ...more.subscription },
    policy: more.policy ?? POLICY.none,
  }
}

const BOTH = { isShown: true, isHeard: true }
const NEITHER = { isShown: false, isHeard: false }

test('direct messages, mentions and alert words are told; other messages of a channel are not, unless it says so', () => {
  const plain = hearing({})
  assert.deepEqual(howToNotify(message('private'), plain), BOTH)
  assert.deepEqual(howToNotify(message('stream', ['mentioned']), plain), BOTH)
  assert.deepEqual(howToNotify(message('stream', ['has_alert_word']), plain), BOTH)
  assert.deepEqual(howToNotify(message('stream'), plain), NEITHER)
  const loud = hearing({ subscription: { desktop_notifications: true } })
  assert.deepEqual(howToNotify(message('stream'), loud), { isShown: true, isHeard: false })
  const quiet = hearing({
    settings: { enable_stream_desktop_notifications: true },
    subscription: { desktop_notifications: false },
  })
  assert.deepEqual(howToNotify(message('stream'), quiet), NEITHER)
})

test('one’s own messages, read ones and those of muted people are not told', () => {
  assert.deepEqual(howToNotify(message('private', [], ME), hearing({})), NEITHER)
  assert.deepEqual(howToNotify(message('private', ['read']), hearing({})), NEITHER)
  assert.deepEqual(howToNotify(message('private'), hearing({ mutedUsers: [OTHER] })), NEITHER)
})

test('what is muted is silent, but for whoever is named, and for topics that are followed', () => {
  const channel = { subscription: { is_muted: true, desktop_notifications: true } }
  assert.deepEqual(howToNotify(message('stream'), hearing(channel)), NEITHER)
  assert.deepEqual(howToNotify(message('stream', ['mentioned']), hearing(channel)), BOTH)
  const all = message('stream', ['stream_wildcard_mentioned'])
  assert.deepEqual(howToNotify(all, hearing(channel)), NEITHER)
  const followed = hearing({ ...channel, policy: POLICY.followed })
  assert.deepEqual(howToNotify(message('stream'), followed), BOTH)
  const muted = hearing({ policy: POLICY.muted })
  assert.deepEqual(howToNotify(message('stream', ['has_alert_word']), muted), NEITHER)
})

test('mentions of all are told as the channel says, else as the person does', () => {
  const all = message('stream', ['stream_wildcard_mentioned'])
  assert.deepEqual(howToNotify(all, hearing({})), BOTH)
  const off = { settings: { wildcard_mentions_notify: false } }
  assert.deepEqual(howToNotify(all, hearing(off)), NEITHER)
  const here = hearing({ ...off, subscription: { wildcard_mentions_notify: true } })
  assert.deepEqual(howToNotify(all, here), BOTH)
})

test('any text comes back from a part of an address, and stands there without a separator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const part = encodePart(text)
      assert.equal(decodePart(part), text)
      assert.doesNotMatch(part, /[/#?% ]/)
    }),
  )
  assert.equal(encodePart('a b/c.d'), 'a.20b.2Fc.2Ed')
  assert.equal(decodePart('.zz'), undefined)
})
