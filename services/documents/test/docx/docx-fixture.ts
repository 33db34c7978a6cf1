import { assembleZip, buildPrefix, textEntry } from '@oficina/zip/write-zip.ts'

import type { CompileOptions, CompiledTemplate } from '../../src/docx/compile/compiled-template.ts'
import { tell } from '../../src/docx/messages/say.ts'
import { inflatePart, readArchive } from '../../src/docx/package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../../src/docx/package/package-limits.ts'
import type { RenderOptions } from '../../src/docx/render/render-options.ts'
import type { RenderProblem } from '../../src/docx/render/render-problem.ts'
import type { TemplateProblem } from '../../src/docx/tags/template-problem.ts'
import { compileTemplate, renderTemplate } from '../../src/docx/template.ts'
import { tokenizeXml } from '../../src/docx/xml/xml-tokens.ts'

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A .docx of the body given, and of further parts by name. */
export function docx(body: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  const files: Record<string, string> = {
    '[Content_Types].xml': contentTypes(Object.keys(parts)),
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${HEAD}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...parts,
  }
  return zipOf(files)
}

export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const entries = Object.entries(files).map(([name, content]) =>
    textEntry(name, Buffer.from(content), 0x210000, 6),
  )
  return assembleZip(buildPrefix(entries), [])
}

const PART_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^word\/(header|footer)\d*\.xml$/, `${WORD_TYPE}$1+xml`],
  [/^word\/(footnotes|endnotes|comments|styles)\.xml$/, `${WORD_TYPE}$1+xml`],
  [/^docProps\/core\.xml$/, 'application/vnd.openxmlformats-package.core-properties+xml'],
  [/^docProps\/app\.xml$/, 'application/vnd.openxmlformats-officedocument.extended-properties+xml'],
]

function contentTypes(parts: readonly string[]): string {
  const overrides = ['word/document.xml', ...parts].flatMap((part) => {
    const found = PART_TYPES.find(([pattern]) => pattern.test(part))
    const type =
      part === 'word/document.xml'
        ? `${WORD_TYPE}document.main+xml`
        : found && part.replace(found[0], found[1])
    return type === undefined ? [] : [`<Override PartName="/${part}" ContentType="${type}"/>`]
  })
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

/** A paragraph; several texts are several runs. */
export function p(...runs: readonly string[]): string {
  return `<w:p>${runs.map((text) => `<w:r><w:t>${text}</w:t></w:r>`).join('')}</w:p>`
}

function tableRow(cells: readonly string[]): string {
  return `<w:tr>${cells.map((text) => `<w:tc>${text.startsWith('<') ? text : p(text)}</w:tc>`).join('')}</w:tr>`
}

/** A table of texts, or of XML where a text begins with an element. */
export function table(...rows: readonly (readonly string[])[]): string {
  return `<w:tbl><w:tblPr/><w:tblGrid/>${rows.map(tableRow).join('')}</w:tbl>`
}

/** The parts of an archive by name; every part of XML is checked to be well-formed. */
export function partsOf(archive: Buffer): ReadonlyMap<string, string> {
  const entries = readArchive(archive, DEFAULT_PACKAGE_LIMITS)
  if (!entries.ok) throw new Error(tell(entries.error, 'en'))
  return new Map(
    entries.value.map((entry) => {
      const content = inflatePart(entry)
      if (!content.ok) throw new Error(tell(content.error, 'en'))
      const text = content.value.toString(/\.(xml|rels)$/.test(entry.name) ? 'utf8' : 'latin1')
      const parsed = /\.(xml|rels)$/.test(entry.name)
        ? tokenizeXml(text, DEFAULT_PACKAGE_LIMITS)
        : undefined
      if (parsed?.ok === false) throw new Error(`${entry.name}: ${tell(parsed.error, 'en')}`)
      return [entry.name, text]
    }),
  )
}

/** The text that a reader sees in a part: one line per paragraph, cells and rows by their paragraphs. */
export function textOf(xml: string): string {
  return xml
    .replaceAll('</w:p>', '\n')
    .replace(/<w:p\/>|<w:br\/>/g, '\n')
    .replaceAll('<w:tab/>', '\t')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(lt|gt|amp|quot|apos);/g,
      (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? "'",
    )
}

export type Rendered = {
  readonly text: string
  readonly xml: string
  readonly parts: ReadonlyMap<string, string>
}

/** Renders a body, or a whole template, compiled or not, and fails the test when it cannot be rendered. */
export function render(
  template: string | Buffer | CompiledTemplate,
  data: unknown,
  options: RenderOptions = {},
): Rendered {
  const isSource = typeof template === 'string' || Buffer.isBuffer(template)
  const compiled = isSource ? compile(template) : template
  const result = renderTemplate(compiled, data, options)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const parts = partsOf(result.value)
  const xml = parts.get('word/document.xml') ?? ''
  return { parts, xml, text: textOf(xml.replace(/^<\?xml.*?\?>\n?/, '')) }
}

export function compile(template: string | Buffer, options: CompileOptions = {}): CompiledTemplate {
  return compileTemplate(typeof template === 'string' ? docx(template) : template, options)
}

/** The problem that a render ends in; fails the test when it ends well. */
export function problemOf(
  template: string | Buffer,
  data: unknown,
  options: RenderOptions = {},
): RenderProblem {
  const result = renderTemplate(compile(template), data, options)
  if (result.ok) throw new Error('The render was expected to fail.')
  return result.error
}

/** The text of a body of one paragraph. */
export function line(text: string, data: unknown, options: RenderOptions = {}): string {
  return render(
    p(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    data,
    options,
  ).text.replace(/\n$/, '')
}

/** The processor time that this thread spends on work in milliseconds: what else the machine does is not in it. */
export function workMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** What its author is told of a problem; nothing when there is none. */
export function english(problem: TemplateProblem | undefined): string {
  return problem === undefined ? '' : tell(problem.message, 'en')
}
