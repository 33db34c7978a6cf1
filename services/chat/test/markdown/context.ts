/** The organization that messages are rendered in. */

import type { MarkdownContext } from '../../src/markdown/markdown-context.ts'

const ZOE = { id: 7, fullName: 'Zoe' }
const IAGO = { id: 11, fullName: 'Iago' }
const OTHELLO = { id: 12, fullName: 'Othello' }

export const CONTEXT: MarkdownContext = {
  realmUrl: 'http://zulip.testserver',
  users: {
    byName: (name) =>
      [ZOE, IAGO, OTHELLO].filter((user) => user.fullName.toLowerCase() === name.toLowerCase()),
    byId: (id) => [ZOE, IAGO, OTHELLO].find((user) => user.id === id),
  },
  groups: { byName: (name) => (name === 'support' ? { id: 3, name: 'support' } : undefined) },
  channels: { byName: (name) => (name === 'Denmark' ? { id: 1, name: 'Denmark' } : undefined) },
  linkifiers: [],
  emoji: { byName: () => undefined },
  uploads: { image: () => undefined, isAudio: () => false },
  alertWords: [],
  emptyTopicName: 'general chat',
  translateEmoticons: false,
  inlineImagePreview: true,
  camo: { uri: 'https://external-content.zulipcdn.net/external_content/', key: 'dummy' },
  wildcardsAllowed: true,
}
