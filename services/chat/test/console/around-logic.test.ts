import assert from 'node:assert/strict'
import { test } from 'node:test'

import { lastPiece, searchWords } from '../../console/search/search-words.ts'
import {
  channelSections,
  isQuietApart,
  type ListedChannel,
} from '../../console/sidebar/channel-sections.ts'

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
