import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'oficina-pdf-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** What poppler's programs say of a PDF; `arguments` stand before its path. */
export function ask(program: string, pdf: Buffer, ...options: readonly string[]): string {
  const path = join(folder, 'asked.pdf')
  writeFileSync(path, pdf)
  return execFileSync(program, [...options, path, ...(program === 'pdftotext' ? ['-'] : [])], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The words of each page. */
export function wordsOfPages(pdf: Buffer, ...options: readonly string[]): readonly string[] {
  const pages = ask('pdftotext', pdf, ...options).split('\f')
  return pages.slice(0, -1).map((page) => page.trim().replaceAll(/\s+/g, ' '))
}

/** The lines that pdfinfo prints, by their names. */
export function infoOf(
  pdf: Buffer,
  ...options: readonly string[]
): Readonly<Record<string, string>> {
  const lines = ask('pdfinfo', pdf, ...options).split('\n')
  return Object.fromEntries(lines.map((line) => [line.split(':')[0], line.slice(16).trim()]))
}

/** A file within a PDF, by its place in the list. */
export function attachedFile(pdf: Buffer, place: number): string {
  const path = join(folder, 'attached')
  ask('pdfdetach', pdf, '-save', String(place), '-o', path)
  return readFileSync(path, 'utf8')
}

export interface FakePage {
  readonly text: string
  readonly extra?: string
}

/** A PDF of pages with a text each, whose table of objects poppler and we have to make good. */
export function plainPdf(pages: readonly FakePage[], catalog = '', objects = ''): Buffer {
  const kids = pages.map((_, at) => `${at * 2 + 4} 0 R`).join(' ')
  const parts = pages.map(({ text, extra = '' }, at) => {
    const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
    return `${at * 2 + 4} 0 obj<</Type/Page/Parent 2 0 R/Contents ${at * 2 + 5} 0 R${extra}>>endobj
${at * 2 + 5} 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj`
  })
  return Buffer.from(
    `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj
2 0 obj<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${parts.join('\n')}
${objects}
trailer<</Root 1 0 R>>
%%EOF
`,
    'latin1',
  )
}
