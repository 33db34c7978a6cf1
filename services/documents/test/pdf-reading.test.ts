import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync } from 'node:zlib'

import fc from 'fast-check'
import { eventually } from '@oficina/testkit/eventually.ts'

import { MergedPdf } from '../src/pdf/merged-pdf.ts'
import { PdfFile } from '../src/pdf/pdf-file.ts'
import { pagesOf } from '../src/pdf/pdf-pages.ts'
import { PdfProblem } from '../src/pdf/pdf-problem.ts'
import { isList, ofKind, type PdfValue } from '../src/pdf/pdf-value.ts'
import { plainPdf } from './office/pdf-fixture.ts'

const OPTIONS = {
  metadata: { title: 'T', author: undefined, subject: undefined, keywords: undefined },
  attachments: [],
  encryption: undefined,
  watermark: 'X',
  numbers: undefined,
  hasBookmarks: true,
  nowMs: 0,
  random: randomBytes,
}

/** A merge of files; its pages read again. */
function mergedPages(...files: readonly Buffer[]): number {
  const work = pagesOf(PdfFile.open(mergedBytes(...files)))
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value.pages.length
  }
}

function mergedBytes(...files: readonly Buffer[]): Buffer {
  const merged = new MergedPdf(OPTIONS)
  for (const bytes of files) {
    const work = merged.add({ file: PdfFile.open(bytes), title: undefined, pages: undefined })
    while (work.next().done !== true);
  }
  merged.finish()
  return Buffer.concat(merged.take())
}

const problemOf = (bytes: Buffer): string => {
  try {
    mergedPages(bytes)
    return 'none'
  } catch (error) {
    if (!(error instanceof PdfProblem)) throw error
    return error.reason
  }
}

/** A PDF of the kind that writers of today make: its objects are packed, and so is the table of their places. */
function packedPdf(): Buffer {
  const inner = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R>>',
  ]
  const offsets = inner.map((_, at) => inner.slice(0, at).join(' ').length + (at === 0 ? 0 : 1))
  const head = offsets.map((offset, at) => `${at + 1} ${offset}`).join(' ')
  const packed = deflateSync(Buffer.from(`${head} ${inner.join(' ')}`))
  const first = `4 0 obj<</Type/ObjStm/N 3/First ${head.length + 1}/Filter/FlateDecode/Length ${packed.length}>>stream\n`
  const start = Buffer.from('%PDF-1.5\n')
  const body = Buffer.concat([
    start,
    Buffer.from(first),
    packed,
    Buffer.from('\nendstream endobj\n'),
  ])
  // A row for each object: what it is, where, and which; each row less the one above it.
  const rows = [
    [0, 0, 0],
    [2, 4, 0],
    [2, 4, 1],
    [2, 4, 2],
    [1, start.length, 0],
    [1, body.length, 0],
  ]
  const bytes = rows.flatMap((row, at) => [
    2,
    ...row.flatMap((value, column) => {
      const above = rows[at - 1]?.[column] ?? 0
      const wide = column === 1 ? [value >> 8, value & 255] : [value]
      const old = column === 1 ? [above >> 8, above & 255] : [above]
      return wide.map((byte, place) => (byte - (old[place] ?? 0) + 256) % 256)
    }),
  ])
  const table = deflateSync(Buffer.from(bytes))
  const last = `5 0 obj<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>/Length ${table.length}>>stream\n`
  const end = `\nendstream endobj\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.concat([body, Buffer.from(last), table, Buffer.from(end)])
}

test('a PDF whose objects are packed is read by its table, and without it', () => {
  const packed = packedPdf()
  assert.equal(mergedPages(packed, packed), 2)
  const text = packed.toString('latin1').replace(/startxref\n\d+/, 'startxref\n9')
  assert.equal(mergedPages(Buffer.from(text, 'latin1')), 1)
})

test('a layer that is hidden in its own file is hidden in a merge', () => {
  const layers = '/OCProperties<</OCGs[8 0 R 9 0 R]/D<</OFF[9 0 R]>>>>'
  const objects = '8 0 obj<</Type/OCG/Name(a)>>endobj\n9 0 obj<</Type/OCG/Name(b)>>endobj'
  const page = { text: 'x', extra: '/Resources<</Properties<</A 8 0 R/B 9 0 R>>>>' }
  const merged = mergedBytes(plainPdf([page], layers, objects), plainPdf([page], layers, objects))
  const file = PdfFile.open(merged)
  const properties = file.dictionary(file.catalog.get('OCProperties'))
  const nameOf = (value: PdfValue) => ofKind(file.dictionary(value).get('Name'), 'text')?.bytes
  const namesIn = (value: PdfValue | undefined) => {
    const list = file.resolve(value)
    return isList(list) ? list.map((one) => String(nameOf(one))) : []
  }
  assert.deepEqual(namesIn(properties.get('OCGs')), ['a', 'b', 'a', 'b'])
  assert.deepEqual(namesIn(file.dictionary(properties.get('D')).get('OFF')), ['b', 'b'])
})

test('what attacks a reader of PDFs is refused', () => {
  const page = [{ text: 'x' }]
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  const packed = `9 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bomb.length}>>stream\n${bomb.toString('latin1')}\nendstream endobj`
  // Each is small enough alone.
  const small = deflateSync(Buffer.alloc(30 * 1024 * 1024)).toString('latin1')
  const bombs = [20, 21, 22]
    .map(
      (number) =>
        `${number} 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${small.length}>>stream\n${small}\nendstream endobj`,
    )
    .join('\n')
  const cases: readonly (readonly [Buffer, string])[] = [
    [Buffer.from(''), 'broken'],
    [Buffer.from('%PDF-1.4'), 'broken'],
    [plainPdf(page, '/Outlines 1 0 R/Dests 1 0 R'), 'none'],
    [plainPdf([{ text: 'x', extra: '/Kids[2 0 R]' }]), 'broken'],
    [plainPdf([{ text: 'x', extra: '/A 8 0 R' }], '', '8 0 obj 8 0 R endobj'), 'broken'],
    [plainPdf([{ text: 'x', extra: `/A ${'['.repeat(200)}` }]), 'broken'],
    [
      plainPdf(
        [{ text: 'x', extra: '/A 8 0 R' }],
        '',
        '8 0 obj<</Length 8 0 R>>stream\nx\nendstream endobj',
      ),
      'none',
    ],
    [plainPdf(page, '', packed), 'too-large'],
    [plainPdf([{ text: 'x', extra: `/A[${'1 '.repeat(600_000)}]` }]), 'too-large'],
    [plainPdf(page, '', bombs), 'too-large'],
    [
      Buffer.from(plainPdf(page).toString('latin1').replace('/Root', '/Encrypt<<>>/Root')),
      'encrypted',
    ],
  ]
  for (const [bytes, reason] of cases) assert.equal(problemOf(bytes), reason)
})

test('a file of streams that do not end is refused in time that grows with its size only', () => {
  const endless = (count: number) =>
    plainPdf([{ text: 'x' }], '', '9 0 obj<</Type/ObjStm/N 9>>stream\n1 2 3\n'.repeat(count))
  const cpuMs = (bytes: Buffer) => {
    const before = process.cpuUsage()
    problemOf(bytes)
    return process.cpuUsage(before).user / 1_000
  }
  cpuMs(endless(1_000))
  // Sixteen times as much took 256 times as long.
  const [few, many] = [cpuMs(endless(4_000)), cpuMs(endless(64_000))]
  assert.ok(many < 100 * Math.max(few, 5), `${few} ms, then ${many} ms`)
})

test('of a file that was merged nothing is kept but the places of its pages', async () => {
  setFlagsFromString('--expose-gc')
  // The flag makes it known to contexts that begin afterwards.
  const collect: unknown = runInNewContext('gc')
  assert.ok(typeof collect === 'function')
  const merged = new MergedPdf(OPTIONS)
  const outline = '/Outlines<</First 8 0 R>>'
  const objects = `8 0 obj<</Title(Uno)/Dest[4 0 R/Fit]>>endobj\n%${'x'.repeat(500_000)}`
  collect()
  const before = process.memoryUsage().arrayBuffers
  for (let count = 0; count < 100; count += 1) {
    const file = PdfFile.open(plainPdf([{ text: `n${count}` }], outline, objects))
    const work = merged.add({ file, title: `Carta ${count}`, pages: undefined })
    while (work.next().done !== true);
    merged.take()
  }
  // What is collected is given back a little later, by another thread.
  await eventually('less than 5 of 50 MB are kept', () => {
    collect()
    return process.memoryUsage().arrayBuffers - before < 5_000_000
  })
  assert.equal(merged.pages, 100)
})

test('a damaged PDF is read or refused, whatever the damage is', () => {
  const sound = [packedPdf(), plainPdf([{ text: 'a' }, { text: 'b', extra: '/Rotate 90' }])]
  const damage = fc.record({
    file: fc.constantFrom(...sound),
    cut: fc.nat(1_000),
    edits: fc.array(fc.tuple(fc.nat(1_000), fc.nat(255)), { maxLength: 5 }),
  })
  fc.assert(
    fc.property(damage, ({ file, cut, edits }) => {
      const bytes = Buffer.from(file)
      for (const [at, byte] of edits) bytes[at % bytes.length] = byte
      problemOf(cut < 500 ? bytes : bytes.subarray(0, cut % bytes.length))
    }),
    { numRuns: 300 },
  )
})
