import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

import { compileTemplate, renderTemplate } from '../../../services/documents/src/docx/template.ts'
import { invoiceData } from '../../documents/invoice-data.ts'
import { invoiceTemplate, type Syntax } from '../../documents/invoice-template.ts'
import { visibleText } from '../../documents/visible-text.ts'
import { SECRETS } from '../secrets.ts'
import type { Answer } from './call.ts'
import { Ledger } from './ledger.ts'
import type { Load } from './load.ts'
import { retrying } from './retrying.ts'

export interface DocumentsLoadOptions {
  readonly port: number
  /** In every document of this load: 1 to 20 letters and digits. */
  readonly mark: string
  readonly writers: number
  readonly printers: number
  readonly paceMs: number
}

const SLUG = 'cluster'
const ROWS = 10
const PDF_TIMEOUT_MS = 60_000
const PDFTOTEXT_TIMEOUT_MS = 20_000
const SYNTAX: Syntax = {
  value: (path) => `{${path}}`,
  rowValue: (path) => `{${path}}`,
  rows: (row) => row('{#items}', '{/items}'),
  condition: (path, body, paragraph) => paragraph(`{#${path}}`) + body + paragraph(`{/${path}}`),
  logo: '',
}
const template = invoiceTemplate(SYNTAX)
const compiled = compileTemplate(template)

/** Stores the template that all renders use. @throws Error with the answer when it is refused */
export async function storeTemplate(port: number): Promise<void> {
  const form = new FormData()
  form.append('slug', SLUG)
  form.append('file', new Blob([new Uint8Array(template)]), 'invoice.docx')
  const answer = await fetch(`http://127.0.0.1:${port}/templates`, {
    method: 'POST',
    headers: { 'x-api-key': SECRETS.documentsKey },
    body: form,
  })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
}

/**
 * Writers make .docx files and printers PDFs, each with a number of its own, so that an answer to another request would
 * be seen. A .docx must have the text of one that is rendered here, a PDF that of the first one but for its number.
 */
export async function startDocumentsLoad(options: DocumentsLoadOptions): Promise<Load> {
  const { port, mark, writers, printers, paceMs } = options
  const ledger = new Ledger()
  const state = { isOver: false }
  const numberOf = (kind: string, client: number, count: number) =>
    `${mark}${kind}${client}N${String(count).padStart(6, '0')}`
  const first = numberOf('P', 0, 0)
  const printed = printers === 0 ? '' : await textOf(await render(port, 'pdf', first, ledger))
  const write = async (number: string) => {
    const answer = await render(port, 'docx', number, ledger)
    if (answer === undefined) return
    if (answer.status !== 200 || visibleText(answer.bytes) !== visibleText(expected(number))) {
      ledger.note(
        'wrong',
        `docx ${number}: ${answer.status} ${answer.bytes.toString('latin1', 0, 200)}`,
      )
    }
  }
  const print = async (number: string) => {
    const answer = await render(port, 'pdf', number, ledger)
    if (answer === undefined) return
    const text = answer.status === 200 ? await textOf(answer) : ''
    if (text !== printed.replaceAll(first, number)) {
      ledger.note('wrong', `pdf ${number}: ${answer.status} ${text.slice(0, 200)}`)
    }
  }
  const work = (count: number, kind: string, one: (number: string) => Promise<void>) =>
    Array.from({ length: count }, async (_, client) => {
      for (let done = 1; !state.isOver; done += 1) {
        await one(numberOf(kind, client, done))
        if (paceMs > 0) await delay(paceMs)
      }
    })
  const clients = [...work(writers, 'W', write), ...work(printers, 'P', print)]
  return {
    service: 'documents',
    ledger,
    stop: async () => {
      state.isOver = true
      await Promise.all(clients)
    },
    // Every answer was compared when it came; nothing is kept by the service but the template.
    check: () => Promise.resolve(),
  }
}

function dataOf(number: string) {
  const data = invoiceData(ROWS)
  return { ...data, invoice: { ...data.invoice, number } }
}

function expected(number: string): Buffer {
  const rendered = renderTemplate(compiled, dataOf(number))
  if (!rendered.ok) throw new Error('the template does not render')
  return rendered.value
}

/** Nothing happens by a render, so that it may be repeated although it is a POST. */
function render(
  port: number,
  format: 'docx' | 'pdf',
  number: string,
  ledger: Ledger,
): Promise<Answer | undefined> {
  return retrying(
    {
      port,
      method: 'POST',
      path: '/render',
      headers: { 'x-api-key': SECRETS.documentsKey, 'content-type': 'application/json' },
      body: JSON.stringify({ slug: SLUG, data: dataOf(number), format }),
      timeoutMs: PDF_TIMEOUT_MS,
    },
    ledger,
  )
}

function textOf(answer: Answer | undefined): Promise<string> {
  return new Promise((done) => {
    const child = execFile(
      '/usr/bin/pdftotext',
      ['-', '-'],
      { timeout: PDFTOTEXT_TIMEOUT_MS, maxBuffer: 1_000_000 },
      (error, text) =>
        done(error === null ? text.replaceAll(/\s+/g, ' ') : `unreadable: ${error.message}`),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(answer?.bytes)
  })
}
