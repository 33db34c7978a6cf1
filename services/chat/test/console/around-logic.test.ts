import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inboxRows, type InboxInput } from '../../console/inbox/inbox-rows.ts'
import { lastPiece, searchWords } from '../../console/search/search-words.ts'
import {
  channelSections,
  isQuietApart,
  type ListedChannel,
} from '../../console/sidebar/channel-sections.ts'
import { leftRows } from '../../console/sidebar/left-rows.ts'
import { peopleRows, type ListedPerson } from '../../console/sidebar/people-rows.ts'

const channel = (id: number, name: string, more: Partial<ListedChannel> = {}): ListedChannel => ({
  id,
  name,
  isMuted: false,
  isPinned: false,
  isActive: true,
  folderId: null,
  ...more,
})

test('channels stand by name below pinned, folders in their order, others; quiet ones apart', () => {
  const channels = [
    channel(1, 'zeta'),
    channel(2, 'Árbol'),
    channel(3, 'obra 10', { folderId: 7 }),
    channel(4, 'obra 9', { folderId: 7 }),
    channel(5, 'fijo', { isPinned: true, folderId: 7 }),
    channel(6, 'ruido', { isMuted: true }),
    channel(7, 'viejo', { isActive: false, folderId: 8 }),
    channel(8, 'perdido', { folderId: 99 }),
  ]
  const folders = [
    { id: 8, name: 'Archivo' },
    { id: 7, name: 'Obras' },
    { id: 9, name: 'Vacía' },
  ]
  const options = { folders, hasFolders: true, isQuietApart: true }
  assert.deepEqual(channelSections(channels, options), [
    { key: 'pinned', channels: [5], quiet: [] },
    { key: 'folder-8', name: 'Archivo', folderId: 8, channels: [], quiet: [7] },
    { key: 'folder-7', name: 'Obras', folderId: 7, channels: [4, 3], quiet: [] },
    { key: 'other', channels: [2, 8, 1], quiet: [6] },
  ])
  const flat = channelSections(channels, { ...options, hasFolders: false, isQuietApart: false })
  assert.deepEqual(
    flat.map(({ key, channels: shown }) => [key, shown]),
    [
      ['pinned', [5]],
      ['other', [2, 4, 3, 8, 7, 1]],
    ],
  )
})

test('quiet channels are a step away where the person has many, always or never', () => {
  assert.deepEqual(
    [isQuietApart(1, 29), isQuietApart(1, 30), isQuietApart(2, 1), isQuietApart(3, 1000)],
    [false, true, true, false],
  )
})

const shownWords = (typed: string): readonly string[] =>
  searchWords(typed).map((word) =>
    word.kind === 'text'
      ? `text ${word.text}`
      : `${word.isNegated ? 'not ' : ''}${word.operator.name} ${word.operand}`,
  )

test('what is typed is taken apart into operators and the words to look for', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['channel:general lunch today', ['channel general', 'text lunch today']],
    ['stream:obra+12 topic:"pagos a destajo"', ['channel obra 12', 'topic pagos a destajo']],
    ['-is:starred from:ana@x.mx', ['not is starred', 'sender ana@x.mx']],
    ['"as it stands" c%2B%2B', ['text "as it stands" c%2B%2B']],
    ['topic:c%2B%2B', ['topic c++']],
    ['https://x.mx has:', ['text https://x.mx has:']],
    ['-near:12', ['near 12']],
    ['', []],
  ]
  for (const [typed, wanted] of cases) assert.deepEqual(shownWords(typed), wanted, typed)
})

test('suggestions are for the piece at the end of what was typed', () => {
  assert.deepEqual(lastPiece('channel:general top'), { before: 'channel:general ', piece: 'top' })
  assert.deepEqual(lastPiece('topic:"dos pal'), { before: '', piece: 'topic:"dos pal' })
  assert.deepEqual(lastPiece('uno '), { before: 'uno ', piece: '' })
})

test('people of the open channel come first, and who is there before who is not', () => {
  const listed = (id: number, name: string, more: Partial<ListedPerson> = {}): ListedPerson => ({
    id,
    name,
    presence: 'offline',
    seen: 0,
    isSelf: false,
    ...more,
  })
  const people = [
    listed(1, 'Zoe', { presence: 'active' }),
    listed(2, 'Ana', { isSelf: true }),
    listed(3, 'Beto', { presence: 'idle' }),
    listed(4, 'álvaro'),
    listed(5, 'Carla'),
  ]
  const keys = (here: ReadonlySet<number> | undefined) =>
    peopleRows({ people, here, hasMore: true }).map(({ key }) => key)
  assert.deepEqual(keys(new Set([2, 3])), [
    'here',
    'here:2',
    'here:3',
    'others',
    'others:1',
    'others:4',
    'others:5',
    'all',
  ])
  assert.deepEqual(keys(undefined).slice(0, 3), ['everybody', 'everybody:2', 'everybody:1'])
})

const line = (lastId: number, more: object = {}) => ({
  count: 1,
  lastId,
  isMentioned: false,
  isMuted: false,
  isFollowed: false,
  ...more,
})

test('the inbox hides what is muted, but for what mentions the person, and folds', () => {
  const channels = new Map([
    [
      7,
      {
        channelId: 7,
        name: 'obra',
        topics: [
          { topic: 'viejo', ...line(3) },
          { topic: 'nuevo', ...line(9) },
          { topic: 'ruido', ...line(4, { isMuted: true }) },
          { topic: 'llamado', ...line(5, { isMuted: true, isMentioned: true }) },
        ],
      },
    ],
  ])
  const input: InboxInput = {
    directs: [{ direct: '2', name: 'Beto', ...line(8) }],
    channels,
    sections: [{ key: 'other', channels: [7], quiet: [] }],
    filter: 'unmuted',
    typed: '',
    isFolded: () => false,
    plain: (text) => text.toLowerCase(),
    topicName: (topic) => topic,
  }
  const keys = (more: Partial<InboxInput> = {}) =>
    inboxRows({ ...input, ...more }).map(({ key }) => key)
  const topics = ['topic:7:nuevo', 'topic:7:llamado', 'topic:7:viejo']
  const head = ['inbox:directs', 'dm:2', 'inbox:other', 'inbox:channel:7']
  assert.deepEqual(keys(), [...head, ...topics])
  assert.deepEqual(keys({ isFolded: (part) => part === 'inbox:channel:7' }), head)
  assert.deepEqual(keys({ filter: 'followed' }), [])
  assert.equal(keys({ filter: 'all' }).length, head.length + 4)
  assert.deepEqual(keys({ typed: 'viej' }), ['inbox:other', 'inbox:channel:7', 'topic:7:viejo'])
})

test('a fold hides the lines of its section, and a filter shows what it found in spite of it', () => {
  const channels = Array.from({ length: 1_000 }, (_, index) => index + 1)
  const rows = (folded: readonly string[], isFiltered = false) =>
    leftRows({
      views: [],
      directs: ['2'],
      moreDirects: 3,
      sections: [{ key: 'other', channels, quiet: [2_000] }],
      titleOf: (section) => section,
      openChannel: 5,
      topicsBelow: (id) => (id === 5 ? { topics: ['uno', 'dos'], hasMore: true } : undefined),
      isFolded: (part) => folded.includes(part),
      isFiltered,
    })
  // Heads of views, directs and channels; a direct and the step to more; topics and the step to all of them; two ends.
  const open = 3 + 2 + channels.length + 3 + 2
  assert.equal(rows([]).length, open)
  assert.equal(rows(['quiet:other']).length, open + 1)
  assert.deepEqual(
    rows(['left:other', 'left:directs']).map(({ key }) => key),
    ['left:views', 'left:directs', 'left:other', 'browse'],
  )
  assert.equal(rows(['left:other'], true).filter(({ kind }) => kind === 'channel').length, 1_001)
})
