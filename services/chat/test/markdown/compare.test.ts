/** The command that renders cases of the dialect from a file and prints what differs. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../tools/compare.ts', import.meta.url))

function compare(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

function fileWith(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cases-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'cases.json')
  writeFileSync(path, text)
  return path
}

const BOLD = { name: 'bold', input: '**sol**', expected_output: '<p><strong>sol</strong></p>' }
const SMILE = {
  name: 'smile',
  input: ':)',
  expected_output:
    '<p><span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span></p>',
  translate_emoticons: true,
}
const CODE = {
  name: 'code',
  input: '```c\nint <b>;\n```',
  expected_output:
    '<div class="codehilite" data-code-language="C"><pre><span></span><code>' +
    '<span class="kt">int</span><span class="w"> </span>&lt;b&gt;;\n</code></pre></div>',
}
const LINK = ['lee luna.org hoy', '<p>lee %s hoy</p>', 'luna.org']

test('cases that render as expected are counted, code that is cut otherwise apart', (t) => {
  const path = fileWith(
    t,
    JSON.stringify({ regular_tests: [BOLD, SMILE, CODE], linkify_tests: [LINK] }),
  )
  assert.deepEqual(compare(path), {
    code: 0,
    out: '4 cases: 3 equal, 1 equal but for the pieces of code, 0 different\n',
    err: '',
  })
})

test('what differs is printed with both forms, and the command fails', (t) => {
  const wrong = { ...BOLD, expected_output: '<p><b>sol</b></p>' }
  const otherCode = { ...CODE, expected_output: CODE.expected_output.replace('int', 'long') }
  const path = fileWith(t, JSON.stringify({ regular_tests: [wrong, otherCode] }))
  const { code, out, err } = compare(path)
  assert.deepEqual([code, err], [1, ''])
  assert.ok(
    out.startsWith(
      'bold\n  input     **sol**\n  expected  <p><b>sol</b></p>\n  rendered  <p><strong>sol</strong></p>\n\ncode\n',
    ),
    out,
  )
  assert.ok(
    out.endsWith('2 cases: 0 equal, 0 equal but for the pieces of code, 2 different\n'),
    out,
  )
})

const UNUSABLE: Readonly<Record<string, readonly [text: string, complaint: RegExp]>> = {
  'is not JSON': ['cases', /not JSON/],
  'has no cases': ['{}', /regular_tests must be a list/],
  'has a case without input': [
    JSON.stringify({ regular_tests: [BOLD, { ...BOLD, input: 1 }] }),
    /regular_tests\[1\]\.input must be text/,
  ],
  'has half a link': [
    JSON.stringify({ regular_tests: [], linkify_tests: [['a', 'b']] }),
    /linkify_tests\[0\] must be three texts/,
  ],
}

for (const [problem, [text, complaint]] of Object.entries(UNUSABLE)) {
  test(`a file that ${problem} is refused with the place`, (t) => {
    const { code, out, err } = compare(fileWith(t, text))
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, complaint)
  })
}

test('without a file, or with one that is not there, the command says what it needs', () => {
  const [none, missing, help] = [compare(), compare('not-there.json'), compare('--help')]
  assert.deepEqual([none.code, missing.code, help.code], [2, 2, 0])
  assert.match(none.err, /One file is needed/)
  assert.match(missing.err, /not-there\.json cannot be read/)
  assert.match(help.out, /npm run compare -w @oficina\/chat -- FILE/)
})
