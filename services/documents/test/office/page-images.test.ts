import assert from 'node:assert/strict'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { renderPageAsPng, renderPagesAsPng } from '../../src/office/page-images.ts'
import { folder, hasPoppler } from './office-fixture.ts'

const tmpDir = await mkdtemp(join(folder, 'pages-'))
const OPTIONS = { dpi: 72, tmpDir, timeoutMs: 30_000 }
const LETTER: PageSize = [612, 792]

type PageSize = readonly [widthPoints: number, heightPoints: number]

/** A PDF of empty pages of these sizes; poppler makes good the missing table of offsets. */
function pdfOf(...sizes: readonly PageSize[]): Buffer {
  const kids = sizes.map((_, at) => `${at + 3} 0 R`).join(' ')
  const pages = sizes.map(
    ([width, height], at) =>
      `${at + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]>>endobj`,
  )
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count ${sizes.length}/Kids[${kids}]>>endobj\n${pages.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )
}

function dotsOf(png: Buffer | undefined): readonly [number, number] | undefined {
  return png?.toString('latin1', 1, 4) === 'PNG'
    ? [png.readUInt32BE(16), png.readUInt32BE(20)]
    : undefined
}

test('each page asked for becomes a PNG of its own size, in the order of the pages', async (context) => {
  if (!(await hasPoppler(context))) return
  const sizes = Array.from({ length: 12 }, (_, at): PageSize => [100 + at, 200])
  const pages = await renderPagesAsPng(pdfOf(...sizes), { ...OPTIONS, firstPage: 9, lastPage: 99 })
  assert.deepEqual(
    pages.ok && pages.value.map(dotsOf),
    [9, 10, 11, 12].map((page) => [99 + page, 200]),
  )
  const large = await renderPageAsPng(pdfOf(LETTER), { ...OPTIONS, page: 1, dpi: 144 })
  assert.deepEqual(large.ok && dotsOf(large.value), [1_224, 1_584])
  assert.deepEqual(await readdir(tmpDir), [])
})

test('a page that the PDF does not have is none, and no failure', async (context) => {
  if (!(await hasPoppler(context))) return
  assert.deepEqual(await renderPageAsPng(pdfOf(LETTER), { ...OPTIONS, page: 2 }), {
    ok: true,
    value: undefined,
  })
})

test('a page of many metres is drawn at fewer dots', async (context) => {
  if (!(await hasPoppler(context))) return
  const pdf = pdfOf([14_400, 7_200])
  const drawn = await renderPageAsPng(pdf, { ...OPTIONS, page: 1, dpi: 300 })
  assert.deepEqual(drawn.ok && dotsOf(drawn.value), [8_000, 4_000])
})

test('no more than 50 pages are drawn at once', async (context) => {
  if (!(await hasPoppler(context))) return
  const pdf = pdfOf(...Array.from({ length: 60 }, (): PageSize => [72, 72]))
  const drawn = await renderPagesAsPng(pdf, { ...OPTIONS, firstPage: 1, lastPage: 60 })
  assert.equal(drawn.ok && drawn.value.length, 50)
})

test('what cannot be drawn fails, in time, and leaves no file', async (context) => {
  if (!(await hasPoppler(context))) return
  const kindOf = async (pdf: Buffer, options: { timeoutMs?: number; signal?: AbortSignal }) => {
    const drawn = await renderPageAsPng(pdf, { ...OPTIONS, page: 1, dpi: 300, ...options })
    return drawn.ok ? 'drawn' : drawn.error.kind
  }
  assert.equal(await kindOf(Buffer.from('no PDF'), {}), 'failed')
  assert.equal(await kindOf(pdfOf([14_400, 14_400]), { timeoutMs: 50 }), 'timeout')
  const signal = AbortSignal.timeout(50)
  assert.equal(await kindOf(pdfOf([14_400, 14_400]), { signal }), 'abandoned')
  assert.deepEqual(await readdir(tmpDir), [])
})
