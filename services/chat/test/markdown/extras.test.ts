/** Linkifiers, own emoji, previews, times and widgets: what the public cases do not show. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { processorMs } from '@oficina/testkit/processor-time.ts'

import { compileLinkifier, linkifierProblem } from '../../src/markdown/linkifiers.ts'
import type { MarkdownContext } from '../../src/markdown/markdown-context.ts'
import { renderMarkdown } from '../../src/markdown/render.ts'
import { parseWidget } from '../../src/markdown/widgets.ts'
import { CONTEXT } from './context.ts'

function html(text: string, changes: Partial<MarkdownContext> = {}): string {
  return renderMarkdown(text, { ...CONTEXT, ...changes }).html
}

function linking(pattern: string, urlTemplate: string): Pick<MarkdownContext, 'linkifiers'> {
  const linkifier = compileLinkifier({ id: 1, pattern, urlTemplate })
  assert.ok(linkifier)
  return { linkifiers: [linkifier] }
}

const TICKETS = linking('#(?P<id>[0-9]{2,8})', 'https://trac.example.com/ticket/{id}')

function ticket(id: string): string {
  return `<a href="https://trac.example.com/ticket/${id}">#${id}</a>`
}

test('a linkifier links every match between white space and punctuation', () => {
  assert.equal(
    html('see #123, #456 and #7', TICKETS),
    `<p>see ${ticket('123')}, ${ticket('456')} and #7</p>`,
  )
  assert.equal(html('x#123 #123y', TICKETS), '<p>x#123 #123y</p>')
  assert.equal(html('#12 #34', TICKETS), `<p>${ticket('12')} ${ticket('34')}</p>`)
})

test('a linkifier does not reach into code or into the label of a link', () => {
  assert.equal(html('`#123`', TICKETS), '<p><code>#123</code></p>')
  assert.equal(html('[#123](http://a.com)', TICKETS), '<p><a href="http://a.com">#123</a></p>')
})

test('what a linkifier matches is encoded in the address', () => {
  const pages = linking('w:(?P<page>[^ ]+)', 'https://w.org/{page}')
  assert.equal(html('w:a/b"', pages), '<p><a href="https://w.org/a%2Fb%22">w:a/b"</a></p>')
})

test('a linkifier that would take exponential time elsewhere takes none here', () => {
  const nested = linking('(?P<id>(a+)+b)', 'https://a.com/{id}')
  assert.ok(processorMs(() => void html('a'.repeat(5_000), nested)) < 1_000)
})

test('patterns that RE2 cannot read are refused and link nothing', () => {
  assert.equal(linkifierProblem('#(?P<id>[0-9]+)'), undefined)
  assert.notEqual(linkifierProblem('(?<=a)b'), undefined)
  assert.notEqual(linkifierProblem('('), undefined)
  assert.equal(compileLinkifier({ id: 1, pattern: '(', urlTemplate: 'https://a.com/' }), undefined)
})

test("the organization's own emoji win over the common ones", () => {
  const emoji = {
    byName: (name: string) => (name === 'smile' ? { id: '3', sourceUrl: '/e/3.png' } : undefined),
  }
  assert.equal(
    html(':smile:', { emoji }),
    '<p><img alt=":smile:" class="emoji" src="/e/3.png" title="smile"></p>',
  )
})

const UPLOAD = { width: 40, height: 30, contentType: 'image/png', isAnimated: false }

test('an uploaded image shows a placeholder until its thumbnail is there', () => {
  const text = '[x.png](/user_uploads/2/ab/x.png)'
  const waiting = html(text, { uploads: { ...CONTEXT.uploads, image: () => UPLOAD } })
  assert.match(
    waiting,
    /<img class="image-loading-placeholder" data-original-content-type="image\/png" data-original-dimensions="40x30"/,
  )
  const done = html(text, {
    uploads: { ...CONTEXT.uploads, image: () => ({ ...UPLOAD, thumbnailUrl: '/t/x.webp' }) },
  })
  assert.match(done, /data-original-dimensions="40x30" src="\/t\/x.webp">/)
  assert.doesNotMatch(html(text), /message_inline_image/)
})

test('linked uploads are reported, relative or with the address of the organization', () => {
  const { linkedUploads } = renderMarkdown(
    '[a](/user_uploads/2/ab/a.txt) http://zulip.testserver/user_uploads/2/cd/b.txt http://other.com/user_uploads/2/x.txt',
    CONTEXT,
  )
  assert.deepEqual(linkedUploads, ['2/ab/a.txt', '2/cd/b.txt'])
})

test('quoted links and switched-off previews show no image', () => {
  assert.doesNotMatch(html('> http://a.com/x.png'), /<img/)
  assert.doesNotMatch(html('http://a.com/x.png', { inlineImagePreview: false }), /<img/)
})

test('more than 24 links show no previews', () => {
  const links = (count: number): string =>
    Array.from({ length: count }, (_, index) => `http://a.com/${index}.png`).join('\n')
  assert.equal(html(links(24)).match(/<img/g)?.length, 24)
  assert.doesNotMatch(html(links(25)), /<img/)
})

function instant(text: string, nowMs?: number): string | undefined {
  const changes = nowMs === undefined ? {} : { nowMs }
  return /datetime="([^"]*)"/.exec(html(`<time:${text}>`, changes))?.[1]
}

test('times are read in the usual forms', () => {
  const forms: Readonly<Record<string, string>> = {
    '2020-05-28T04:30:00Z': '2020-05-28T04:30:00Z',
    '2020-05-28T04:30:00+05:30': '2020-05-27T23:00:00Z',
    '2020-05-28 04:30': '2020-05-28T04:30:00Z',
    '2020-05-28': '2020-05-28T00:00:00Z',
    '2020-05-28T04:30:00.25Z': '2020-05-28T04:30:00.250000Z',
    'Jun 5th 2017, 10:30PM': '2017-06-05T22:30:00Z',
    'June 5, 2017 10:30 pm': '2017-06-05T22:30:00Z',
    '12/31/2017 5 pm': '2017-12-31T17:00:00Z',
    '31.12.2017 17:00': '2017-12-31T17:00:00Z',
    '20171231T1700': '2017-12-31T17:00:00Z',
  }
  for (const [written, expected] of Object.entries(forms)) assert.equal(instant(written), expected)
})

test('what is no time is an error', () => {
  for (const text of ['', 'tomorrow', '2020-13-01', '2020-02-30', '25:00 2020-01-01', '1 2 3 4']) {
    assert.equal(instant(text), undefined, text)
  }
})

test('a time without a day is on the day of the reader, where that is known', () => {
  assert.equal(instant('17:00'), undefined)
  assert.equal(instant('17:00', Date.UTC(2024, 1, 29)), '2024-02-29T17:00:00Z')
})

test('/poll and /todo ask for widgets', () => {
  assert.deepEqual(parseWidget('/poll Lunch?\nPizza\n\n- Soup'), {
    widget_type: 'poll',
    extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup'] },
  })
  assert.deepEqual(parseWidget('/todo\nBuy: milk\nSleep'), {
    widget_type: 'todo',
    extra_data: {
      task_list_title: '',
      tasks: [
        { task: 'Buy', desc: 'milk' },
        { task: 'Sleep', desc: '' },
      ],
    },
  })
  assert.equal(parseWidget('/polling'), undefined)
})
