import { escapeText } from '@oficina/xml/xml-text.ts'

import {
  dictionaryOf,
  nameOf,
  textOf,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
} from './pdf-value.ts'

/** What a PDF says of itself. */
export interface PdfMetadata {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly subject: string | undefined
  readonly keywords: string | undefined
}

export interface MetadataRequest extends PdfMetadata {
  readonly nowMs: number
  /** The part and level of PDF/A that the file keeps to, such as 2b. */
  readonly archive: '2b' | '3b' | undefined
  readonly isAccessible: boolean
}

const PRODUCER = 'Oficina'

/** The dictionary that old viewers read; it agrees with the packet, as PDF/A wants. */
export function infoDictionary({
  nowMs,
  title,
  author,
  subject,
  keywords,
}: MetadataRequest): PdfDictionary {
  const entries = new Map<string, PdfValue>()
  const texts = { Title: title, Author: author, Subject: subject, Keywords: keywords }
  for (const [key, text] of Object.entries(texts))
    if (text !== undefined) entries.set(key, textOf(text))
  const date = textOf(pdfDate(nowMs))
  return entries.set('Producer', textOf(PRODUCER)).set('CreationDate', date).set('ModDate', date)
}

/** In UTC. */
export function pdfDate(nowMs: number): string {
  return `D:${isoSecond(nowMs).replaceAll(/[-:TZ]/g, '')}+00'00'`
}

function isoSecond(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The packet that all others read. */
export function metadataPacket(request: MetadataRequest): PdfStream {
  const text = `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${descriptions(request).join('\n')}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
  return {
    kind: 'stream',
    dictionary: dictionaryOf({ Type: nameOf('Metadata'), Subtype: nameOf('XML') }),
    bytes: Buffer.from(text, 'utf8'),
  }
}

function descriptions({
  nowMs,
  archive,
  isAccessible,
  title,
  author,
  subject,
  keywords,
}: MetadataRequest): readonly string[] {
  const date = `${isoSecond(nowMs).slice(0, -1)}+00:00`
  const found = [
    description(
      'xmp',
      'http://ns.adobe.com/xap/1.0/',
      element('xmp:CreateDate', date) + element('xmp:ModifyDate', date),
    ),
    description(
      'pdf',
      'http://ns.adobe.com/pdf/1.3/',
      element('pdf:Producer', PRODUCER) + element('pdf:Keywords', keywords),
    ),
    description(
      'dc',
      'http://purl.org/dc/elements/1.1/',
      listed('dc:title', 'Alt', title) +
        listed('dc:creator', 'Seq', author) +
        listed('dc:description', 'Alt', subject),
    ),
  ]
  if (archive !== undefined) {
    const level = element('pdfaid:part', archive[0]) + element('pdfaid:conformance', 'B')
    found.push(description('pdfaid', 'http://www.aiim.org/pdfa/ns/id/', level))
  }
  if (isAccessible)
    found.push(
      description('pdfuaid', 'http://www.aiim.org/pdfua/ns/id/', element('pdfuaid:part', '1')),
    )
  return found
}

function description(prefix: string, namespace: string, content: string): string {
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${content}</rdf:Description>`
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeText(text)}</${name}>`
}

function listed(name: string, list: 'Alt' | 'Seq', text: string | undefined): string {
  if (text === undefined) return ''
  const language = list === 'Alt' ? ' xml:lang="x-default"' : ''
  return `<${name}><rdf:${list}><rdf:li${language}>${escapeText(text)}</rdf:li></rdf:${list}></${name}>`
}
