import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

import { assembleZip, buildPrefix, type NewEntry } from '../../packages/zip/src/write-zip.ts'
import { inflatePart, readArchive } from '../../services/documents/src/docx/package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../../services/documents/src/docx/package/package-limits.ts'
import type { LoadedImage } from '../../services/documents/src/docx/render/loaded-image.ts'
import { compileTemplate, renderTemplate } from '../../services/documents/src/docx/template.ts'
import { invoiceData, logoPng } from './invoice-data.ts'
import { invoiceTemplate, type Syntax } from './invoice-template.ts'

// The peers are CommonJS and partly untyped: they are called as their own documentation shows.
const require = createRequire(import.meta.url)

export type Render = () => Buffer | Promise<Buffer>

/** Makes what an application keeps between two renders, and gives the render that is timed. */
export type Engine = (rows: number) => Render | Promise<Render>

export const MUSTACHE: Syntax = {
  value: (path) => `{${path}}`,
  rowValue: (path) => `{${path}}`,
  rows: (row) => row('{#items}', '{/items}'),
  condition: (path, body, paragraph) => paragraph(`{#${path}}`) + body + paragraph(`{/${path}}`),
  logo: '{%logo}',
}

function ours(level: number | undefined): Engine {
  return (rows) => {
    const compiled = compileTemplate(invoiceTemplate(MUSTACHE))
    const data = { ...invoiceData(rows), logo: 'logo' }
    const bytes = logoPng()
    const images = new Map<string, LoadedImage>([
      ['logo', { bytes, format: 'png', widthPx: 126, heightPx: 126 }],
    ])
    const options = level === undefined ? { images } : { images, compressionLevel: level }
    return () => {
      const document = renderTemplate(compiled, data, options)
      if (!document.ok) throw new Error(JSON.stringify(document.error))
      return document.value
    }
  }
}

function oursUncached(rows: number): Render {
  const template = invoiceTemplate(MUSTACHE)
  const data = { ...invoiceData(rows), logo: 'logo' }
  const bytes = logoPng()
  const images = new Map<string, LoadedImage>([
    ['logo', { bytes, format: 'png', widthPx: 126, heightPx: 126 }],
  ])
  return () => {
    const document = renderTemplate(compileTemplate(template), data, { images })
    if (!document.ok) throw new Error(JSON.stringify(document.error))
    return document.value
  }
}

function isChanging(name: string): boolean {
  return /^word\/(document|header1|footer1)\.xml$/.test(name)
}

/** What no engine of this kind can be faster than: deflating the finished parts and copying the others as they lie. */
function floor(level: number): Engine {
  return async (rows) => {
    const render = await ours(level)(rows)
    const entries = readArchive(await render(), DEFAULT_PACKAGE_LIMITS)
    if (!entries.ok) throw new Error(entries.error)
    const prefix = buildPrefix(
      entries.value.filter(({ name }) => !isChanging(name) && !name.startsWith('word/media/')),
    )
    const media = entries.value.filter(({ name }) => name.startsWith('word/media/'))
    const parts = entries.value
      .filter(({ name }) => isChanging(name))
      .map((entry) => {
        const content = inflatePart(entry)
        if (!content.ok) throw new Error(content.error)
        return { entry, content: content.value }
      })
    return () => {
      const changed = parts.map(({ entry, content }): NewEntry => {
        const compressed = deflateRawSync(content, { level })
        return {
          ...entry,
          method: 8,
          crc: crc32(content),
          compressedBytes: compressed.length,
          sizeBytes: content.length,
          compressed,
        }
      })
      return assembleZip(prefix, [...changed, ...media])
    }
  }
}

function docxtemplater(rows: number): Render {
  const PizZip = require('pizzip')
  const Docxtemplater = require('docxtemplater')
  const ImageModule = require('docxtemplater-image-module-free')
  const parser = require('docxtemplater/expressions.js')
  const template = invoiceTemplate(MUSTACHE)
  const logo = logoPng()
  const data = { ...invoiceData(rows), logo: 'logo' }
  return () => {
    const images = new ImageModule({
      centered: false,
      getImage: () => logo,
      getSize: () => [126, 126],
    })
    const document = new Docxtemplater(new PizZip(template), {
      paragraphLoop: true,
      linebreaks: true,
      nullGetter: () => '',
      parser,
      modules: [images],
    })
    document.render(data)
    return document.getZip().generate({ type: 'nodebuffer', compression: 'DEFLATE' })
  }
}

async function easyTemplateX(rows: number): Promise<Render> {
  const { TemplateHandler } = await import('easy-template-x')
  const template = invoiceTemplate({ ...MUSTACHE, logo: '{logo}' })
  const source = logoPng()
  const data = {
    ...invoiceData(rows),
    logo: { _type: 'image', source, format: 'image/png', width: 126, height: 126 },
  }
  // Its own resolver knows no dots; this one does what its default does, and follows them.
  const handler = new TemplateHandler({
    scopeDataResolver: ({ strPath, data: all }) => resolve(strPath, all),
  })
  return async () => handler.process(template, data)
}

function resolve(path: readonly string[], data: unknown): unknown {
  const names = path.at(-1)?.split('.') ?? []
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const keys = [...path.slice(0, depth), ...names]
    const found = keys.reduce<unknown>(
      (holder, key) => (holder as Record<string, unknown> | undefined)?.[key],
      data,
    )
    if (found !== undefined) return found
  }
  return undefined
}

async function docxTemplates(rows: number): Promise<Render> {
  const { createReport } = await import('docx-templates')
  const template = invoiceTemplate({
    value: (path) => `{INS ${path}}`,
    rowValue: (path) => `{INS $item.${path}}`,
    rows: (row) =>
      `<w:tr>${tagCell('{FOR item IN items}')}</w:tr>${row('', '')}<w:tr>${tagCell('{END-FOR item}')}</w:tr>`,
    condition: (path, body, paragraph) => paragraph(`{IF ${path}}`) + body + paragraph('{END-IF}'),
    logo: '{IMAGE logo()}',
  })
  const image = logoPng()
  const data = invoiceData(rows)
  return async () =>
    Buffer.from(
      await createReport({
        template,
        data,
        cmdDelimiter: ['{', '}'],
        noSandbox: true,
        additionalJsContext: {
          logo: () => ({ width: 4.7, height: 4.7, data: image, extension: '.png' }),
        },
      }),
    )
}

function tagCell(text: string): string {
  return `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
}

function carbone(rows: number): Render {
  const library = require('carbone')
  const template = invoiceTemplate({
    value: (path) => `{d.${path}}`,
    rowValue: (path) => `{d.items[i].${path}}`,
    rows: (row) => row('', '') + row('', '').replaceAll('[i]', '[i+1]'),
    condition: (path, body, paragraph) =>
      paragraph(`{d.${path}:ifEQ(true):showBegin}`) + body + paragraph(`{d.${path}:showEnd}`),
    // Pictures are part of the paid edition.
    logo: '',
  })
  // It reads its template from a file each time.
  const file = join(mkdtempSync(join(tmpdir(), 'oficina-bench-')), 'invoice.docx')
  writeFileSync(file, template)
  const data = invoiceData(rows)
  return async () =>
    new Promise((resolve, reject) => {
      library.render(file, data, (error: Error | null, result: Buffer) =>
        error === null ? resolve(result) : reject(error),
      )
    })
}

export const ENGINES: Readonly<Record<string, Engine>> = {
  oficina: ours(undefined),
  'oficina-level-6': ours(6),
  'oficina-uncached': oursUncached,
  'floor-level-6': floor(6),
  'floor-default-level': floor(3),
  docxtemplater,
  'easy-template-x': easyTemplateX,
  'docx-templates': docxTemplates,
  carbone,
}
