import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { compileTemplate, renderTemplate } from '../../services/documents/src/docx/template.ts'
import { OfficePool } from '../../services/documents/src/office/office-pool.ts'
import { MergedPdf } from '../../services/documents/src/pdf/merged-pdf.ts'
import { PdfFile } from '../../services/documents/src/pdf/pdf-file.ts'
import { MUSTACHE } from './engines.ts'
import { invoiceData } from './invoice-data.ts'
import { invoiceTemplate } from './invoice-template.ts'
import { environment, median } from './report.ts'

const OFFICE = '/usr/bin/soffice'
const ROUNDS = 3
const COUNTS = [1_000, 10_000]
// So many different documents are merged again and again.
const DIFFERENT = 20

const folder = mkdtempSync(join(tmpdir(), 'oficina-bench-merge-'))
try {
  const files = await documents()
  const rows: object[] = []
  for (const count of COUNTS) rows.push(await measure(files, count))
  const result = {
    what: 'One-page PDFs of LibreOffice merged into one PDF on the disk.',
    ...environment(),
    bytesEach: Math.round(files.reduce((sum, { length }) => sum + length, 0) / files.length),
    rows,
  }
  writeFileSync(
    resolve(import.meta.dirname, '../results/documents-merge.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(JSON.stringify(result, null, 2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function documents(): Promise<readonly Buffer[]> {
  const pool = new OfficePool({
    findOffice: () => Promise.resolve(OFFICE),
    tmpDir: folder,
    size: 1,
    timeoutMs: 60_000,
    queueLimit: 100,
    recycleAfter: 200,
    hasSpare: false,
    log: { info: () => undefined, warn: () => undefined },
  })
  const compiled = compileTemplate(invoiceTemplate(MUSTACHE))
  const made: Buffer[] = []
  for (let count = 1; count <= DIFFERENT; count += 1) {
    const docx = renderTemplate(compiled, invoiceData(count))
    const pdf = docx.ok ? await pool.convert(docx.value) : docx
    if (!pdf.ok) throw new Error(JSON.stringify(pdf.error))
    made.push(pdf.value)
  }
  await pool.close()
  return made
}

async function measure(files: readonly Buffer[], count: number): Promise<object> {
  const times: number[] = []
  let sizeBytes = 0
  let peakBytes = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now()
    const merged = new MergedPdf({
      metadata: { title: undefined, author: undefined, subject: undefined, keywords: undefined },
      attachments: [],
      encryption: undefined,
      watermark: undefined,
      numbers: { position: 'bottom-center', format: '{page} / {pages}', size: 9, first: 1 },
      hasBookmarks: true,
      nowMs: 0,
      random: randomBytes,
    })
    const out = await open(join(folder, 'merged.pdf'), 'w')
    for (let index = 0; index < count; index += 1) {
      const file = PdfFile.open(files[index % files.length] ?? Buffer.alloc(0))
      const work = merged.add({ file, title: `Documento ${index}`, pages: undefined })
      while (work.next().done !== true);
      await out.write(Buffer.concat(merged.take()))
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    }
    merged.finish()
    await out.write(Buffer.concat(merged.take()))
    await out.close()
    sizeBytes = merged.sizeBytes
    times.push(performance.now() - startedMs)
  }
  return { count, seconds: median(times) / 1_000, sizeBytes, peakMb: Math.round(peakBytes / 1e6) }
}
