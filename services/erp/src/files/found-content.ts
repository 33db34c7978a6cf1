import { createReadStream } from 'node:fs'

import { FileTypeParser } from 'file-type'

/** What a file is by its content alone; texts do not say which kind of text they are. */
export type FoundContent =
  | { readonly kind: 'binary'; readonly mime: string }
  | { readonly kind: 'markup'; readonly mime: string }
  | { readonly kind: 'text'; readonly isJson: boolean }
  | { readonly kind: 'unknown' }

// What a crafted archive may cost before its type is given up.
const DETECTION_LIMIT_MS = 5_000
// Formats that consist of text; of any other, a file of nothing but text only happens to begin like one.
const WRITTEN = new Set(['application/pdf', 'application/rtf', 'application/postscript'])
const XML = 'application/xml'

/** @source docs/decisions/0244-erp-attachments.md, "Type" */
export async function foundContent(path: string): Promise<FoundContent> {
  const [mime, text] = [await detected(path), await readText(path)]
  if (mime !== undefined && mime !== XML && (text === null || WRITTEN.has(mime))) {
    return { kind: 'binary', mime }
  }
  if (text === null) return mime === XML ? { kind: 'markup', mime } : { kind: 'unknown' }
  const markup = markupOf(text.head)
  if (markup !== null) return { kind: 'markup', mime: markup }
  return { kind: 'text', isJson: isJsonShaped(text) }
}

async function detected(path: string): Promise<string | undefined> {
  const parser = new FileTypeParser({ signal: AbortSignal.timeout(DETECTION_LIMIT_MS) })
  try {
    const found = await parser.fromFile(path)
    return found?.mime
  } catch {
    // A broken or endless file of some format: it is of none that can be told.
    return undefined
  }
}

interface Text {
  readonly head: string
  /** The last character that is no blank. */
  readonly last: string
}

const HEAD_BYTES = 4_096

/** The ends of a file that holds nothing but text, in UTF-8, UTF-16 or an encoding of one byte; null for any other. */
async function readText(path: string): Promise<Text | null> {
  const ends: { head: Buffer; tail: Buffer } = { head: Buffer.alloc(0), tail: Buffer.alloc(0) }
  let isWide = false
  // The type of a stream without an encoding.
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (ends.head.length === 0) isWide = hasWideMark(chunk)
    if (!isWide && chunk.some(isNoText)) return null
    if (ends.head.length < HEAD_BYTES)
      ends.head = Buffer.concat([ends.head, chunk.subarray(0, HEAD_BYTES)])
    ends.tail = chunk.subarray(-HEAD_BYTES)
  }
  const decoder = () => new TextDecoder(isWide ? wideName(ends.head) : 'utf-8')
  return {
    head: decoder().decode(ends.head).trimStart(),
    last: decoder().decode(ends.tail).trimEnd().slice(-1),
  }
}

function hasWideMark([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function wideName(head: Buffer): string {
  return head[0] === 0xff ? 'utf-16le' : 'utf-16be'
}

/** Control characters but tab, line feed, form feed and carriage return. */
function isNoText(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)
}

const MARKUP = /^<(?:[!?]|[a-z_][\w:.-]*[\s/>])/i
const BEFORE_ROOT =
  /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^>[]*(?:\[[\s\S]*?\])?[^>]*>)/i
const ROOT = /^<(?:[\w.-]+:)?([\w.-]+)/

/** What an element at the beginning makes of a text; null when there is none. */
function markupOf(head: string): string | null {
  if (!MARKUP.test(head)) return null
  if (/^<!doctype\s+html/i.test(head)) return 'text/html'
  let rest = head
  // Each turn shortens the rest.
  for (let part = BEFORE_ROOT.exec(rest); part !== null; part = BEFORE_ROOT.exec(rest)) {
    rest = rest.slice(part[0].length)
  }
  switch (ROOT.exec(rest)?.[1]?.toLowerCase()) {
    case 'html':
    case 'head':
    case 'body':
    case 'script':
      return 'text/html'
    case 'svg':
      return 'image/svg+xml'
    default:
      return XML
  }
}

function isJsonShaped({ head, last }: Text): boolean {
  return (head.startsWith('{') && last === '}') || (head.startsWith('[') && last === ']')
}
