/** Whom a message notifies, and what it shows of those it names. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { MarkdownContext } from '../../src/markdown/markdown-context.ts'
import { namesIn } from '../../src/markdown/referenced-names.ts'
import { renderMarkdown, type Rendered } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

function render(text: string, changes: Partial<MarkdownContext> = {}): Rendered {
  return renderMarkdown(text, { ...CONTEXT, ...changes })
}

function inParagraph(html: string): string {
  return `<p>${html}</p>`
}

test('a mention names and notifies its person', () => {
  const rendered = render('hi @**Zoe**')
  assert.equal(
    rendered.html,
    inParagraph('hi <span class="user-mention" data-user-id="7">@Zoe</span>'),
  )
  assert.deepEqual(rendered.mentionedUserIds, [7])
})

test('a silent mention names its person and notifies nobody', () => {
  const rendered = render('hi @_**Zoe|7**')
  assert.equal(
    rendered.html,
    inParagraph('hi <span class="user-mention silent" data-user-id="7">Zoe</span>'),
  )
  assert.deepEqual(rendered.mentionedUserIds, [])
})

test('a name and an id of two different people is no mention', () => {
  assert.equal(render('@**Zoe|11**').html, inParagraph('@<strong>Zoe|11</strong>'))
  assert.deepEqual(render('@**|11**').mentionedUserIds, [11])
})

test('unknown people and groups stay text', () => {
  assert.equal(render('@**Nobody**').html, inParagraph('@<strong>Nobody</strong>'))
  assert.equal(render('@*nobody*').html, inParagraph('@<em>nobody</em>'))
})

test('quoted mentions are silent, in both kinds of quote', () => {
  for (const text of ['> @**Zoe** @*support*', '```quote\n@**Zoe** @*support*\n```']) {
    const rendered = render(text)
    assert.match(rendered.html, /class="user-mention silent"/)
    assert.match(rendered.html, /class="user-group-mention silent"/)
    assert.deepEqual([rendered.mentionedUserIds, rendered.mentionedGroupIds], [[], []])
  }
})

test('code mentions nobody', () => {
  for (const text of ['`@**Zoe**`', '```\n@**Zoe**\n```', '    @**Zoe**']) {
    assert.deepEqual(render(text).mentionedUserIds, [])
  }
})

test('a mention inside a word is none', () => {
  assert.deepEqual(render('mail@**Zoe**').mentionedUserIds, [])
  assert.deepEqual(render('(@**Zoe**').mentionedUserIds, [7])
})

test('a deactivated person is named but not notified', () => {
  const gone = { id: 7, fullName: 'Zoe', isActive: false }
  const rendered = render('@**Zoe**', { users: { byName: () => [gone], byId: () => gone } })
  assert.match(rendered.html, /user-mention silent/)
  assert.deepEqual(rendered.mentionedUserIds, [])
})

test('groups are mentioned by one star', () => {
  const rendered = render('@*support* and @_*support*')
  assert.equal(
    rendered.html,
    inParagraph(
      '<span class="user-group-mention" data-user-group-id="3">@support</span> and ' +
        '<span class="user-group-mention silent" data-user-group-id="3">support</span>',
    ),
  )
  assert.deepEqual(rendered.mentionedGroupIds, [3])
})

for (const name of ['all', 'everyone', 'channel', 'stream']) {
  test(`@**${name}** mentions the channel`, () => {
    const rendered = render(`@**${name}**`)
    assert.equal(
      rendered.html,
      inParagraph(
        `<span class="user-mention channel-wildcard-mention" data-user-id="*">@${name}</span>`,
      ),
    )
    assert.deepEqual([rendered.channelWildcard, rendered.topicWildcard], [true, false])
    assert.equal(render(`@_**${name}**`).channelWildcard, false)
  })
}

test('@**topic** mentions the topic', () => {
  const rendered = render('@**topic**')
  assert.equal(rendered.html, inParagraph('<span class="topic-mention">@topic</span>'))
  assert.deepEqual([rendered.channelWildcard, rendered.topicWildcard], [false, true])
})

test('where wildcards are not allowed they stay text', () => {
  const rendered = render('@**all**', { wildcardsAllowed: false })
  assert.equal(rendered.html, inParagraph('@<strong>all</strong>'))
  assert.equal(rendered.channelWildcard, false)
})

test('channels, topics and messages are linked', () => {
  assert.equal(
    render('#**Denmark**').html,
    inParagraph(
      '<a class="stream" data-stream-id="1" href="/#narrow/channel/1-Denmark">#Denmark</a>',
    ),
  )
  const topic = '<a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-Denmark/topic/'
  assert.equal(
    render('#**Denmark>a (b).**').html,
    inParagraph(`${topic}a.20.28b.29.2E">#Denmark &gt; a (b).</a>`),
  )
  assert.equal(
    render('#**Denmark>a**', { topicAnchor: () => 9 }).html,
    inParagraph(`${topic}a/with/9">#Denmark &gt; a</a>`),
  )
  assert.equal(
    render('#**Denmark>a@12**').html,
    inParagraph(
      '<a class="message-link" href="/#narrow/channel/1-Denmark/topic/a/near/12">#Denmark &gt; a @ 💬</a>',
    ),
  )
  assert.equal(render('#**Nowhere**').html, inParagraph('#<strong>Nowhere</strong>'))
})

test('the topic without a name is shown by its fallback', () => {
  const before =
    '<a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-Denmark/topic/">'
  assert.equal(
    render('#**Denmark>**').html,
    inParagraph(`${before}#Denmark &gt; <em>general chat</em></a>`),
  )
})

test('alert words are found as words of their own only', () => {
  const alertWords = [
    { userId: 1, words: ['deploy'] },
    { userId: 2, words: ['ploy'] },
  ]
  assert.deepEqual(render('Deploy, now!', { alertWords }).alertedUserIds, [1])
  assert.deepEqual(render('redeployed', { alertWords }).alertedUserIds, [])
})

test('everything that rendering looks up stands in the names of the text', () => {
  const names = namesIn(
    '@**Zoe|7** @**|9** @_**all** @*support* #**Denmark>x** #**Rome** :a::b: /user_uploads/2/ab/f.png',
  )
  assert.deepEqual(names, {
    users: ['Zoe', 'all'],
    userIds: [7, 9],
    groups: ['support'],
    channels: ['Denmark>x', 'Rome', 'Denmark'],
    topics: [{ channel: 'Denmark', topic: 'x' }],
    emoji: ['a', 'b'],
    wildcards: true,
    uploads: ['2/ab/f.png'],
  })
})

test('a message about oneself begins with /me', () => {
  assert.equal(render('/me waves').isMe, true)
  assert.equal(render('/meh').isMe, false)
})
