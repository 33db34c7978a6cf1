import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { partsOf, zipOf } from '../docx/docx-fixture.ts'
import { codeOf, form, startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { openDocument } from './file-fixture.ts'

// Deep: its files are of 100 MB and more.

let documents: DocumentsTest

// Without an office: what is looked at happens before it gets the file.
before(async () => {
  documents = await startDocuments({ config: { maxUploadMb: 30 } })
})
after(() => documents.stop())

const NANOSECONDS = 1e6
// What a machine with much else to do holds any process up for.
const HELD_MS = 1_000
const MB = 1024 * 1024

function withParts(file: Buffer, parts: Readonly<Record<string, string>>): Buffer {
  return zipOf({ ...Object.fromEntries(partsOf(file)), ...parts })
}

/** Converts a file. @returns the answer, and the longest time for which the service's thread did nothing else */
async function convert(file: Buffer): Promise<{ answer: TestAnswer; heldMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const answer = await documents.client.post('/convert', form({ file }))
  delay.disable()
  return { answer, heldMs: delay.max / NANOSECONDS }
}

const LETTER = openDocument('text', '')
const PIECE = '<text:p text:style-name="P1">hola</text:p>'
const LONG = PIECE.repeat((20 * MB) / PIECE.length)

const LARGE: Readonly<Record<string, Buffer>> = {
  'an OpenDocument text of 120 MB of XML in a small package': withParts(
    LETTER,
    Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`part${at}.xml`, LONG])),
  ),
  'a page of HTML of 20 MB of pictures': Buffer.from(
    `<!doctype html><html>${'<img src="a">'.repeat(1_600_000)}</html>`,
  ),
}

for (const [title, file] of Object.entries(LARGE)) {
  test(`${title} is looked through while others are served`, async () => {
    const { answer, heldMs } = await convert(file)
    assert.notEqual(codeOf(answer), 'INTERNAL_ERROR', answer.text)
    assert.ok(heldMs < HELD_MS, `held for ${heldMs} ms`)
  })
}

const TOO_LONG = 5_000_000

test('a part of tags that never end takes no longer than others', async () => {
  const file = withParts(LETTER, { 'styles.xml': '<binary-data '.repeat(40_000) })
  const { answer, heldMs } = await convert(file)
  assert.equal(codeOf(answer), 'OFFICE_UNAVAILABLE')
  assert.ok(heldMs < HELD_MS, `held for ${heldMs} ms`)
})

const UNREADABLE: Readonly<Record<string, Buffer>> = {
  'tag with millions of attributes': withParts(LETTER, {
    'styles.xml': `<a${' b=""'.repeat(TOO_LONG)}>`,
  }),
  'field with millions of control words': Buffer.from(
    `{\\rtf1 {\\field{\\*\\fldinst${'\\a1 '.repeat(TOO_LONG)}}}}`,
  ),
}

for (const [title, file] of Object.entries(UNREADABLE)) {
  test(`a file that has a ${title} cannot be read, which is no failure of the service`, async () => {
    const { answer } = await convert(file)
    assert.equal(answer.status, 500)
    assert.equal(codeOf(answer), 'CONVERSION_ERROR')
  })
}
