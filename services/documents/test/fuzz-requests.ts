import type { TestRequest } from '@oficina/testkit/http-exchange.ts'

import { docx, table, zipOf } from './docx/docx-fixture.ts'
import { form } from './http-fixture.ts'

/** Numbers that look random and are the same for the same seed: a failure can be had again. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to but not `below`. */
  number(below: number): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }

  isOne(of: number): boolean {
    return this.number(of) === 0
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.number(list.length)]
    if (found === undefined) throw new RangeError('there is nothing to pick')
    return found
  }

  times<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.number(most + 1) }, make)
  }
}

export interface FuzzRequest extends TestRequest {
  readonly method: string
  readonly path: string
}

const NAMES = [
  'a',
  'b',
  'items',
  'total',
  'total-descuento',
  'Razón Social',
  'cliente.nombre',
  'a.0.b',
  '.',
  '$index',
  '__proto__',
  'constructor',
  'd.x',
  '1',
  'true',
  'null',
  'this.a',
  'a[b]',
]
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '>',
  '=',
  ' and ',
  ' or ',
  ' ? ',
  ':',
  '&&',
  '!',
] as const
const FORMATTERS = [
  'upper',
  'lower',
  'capitalize',
  'trim',
  "default:'x'",
  "join:', '",
  "join:'; ':'a'",
  'number:2',
  'number:400',
  "currency:'MXN'",
  'currency:a',
  "currency:'ZZZZ'",
  'percent',
  'round:1',
  "date:'long'",
  "date:'DD'",
  'date:a:b:total',
  "datetime:'short':'es'",
  'time',
  'count',
  "sum:'a'",
  'first',
  'last',
  'reverse',
  "sort:'a':'desc'",
  "filter:'a':'>':1",
  'nada',
]
const TEXTS = [
  '',
  ' ',
  'x',
  '<',
  '&amp;',
  '&#0;',
  '&#xd800;',
  ']]&gt;',
  '{',
  '}',
  '{{',
  '}}',
  'ñ',
  '\u{1f600}',
  '{=[[ ]]=}',
  '[[a]]',
] as const

function expression(dice: Dice): string {
  const parts = [dice.pick(NAMES)]
  for (const more of dice.times(3, () => dice.pick(OPERATORS) + dice.pick(NAMES))) parts.push(more)
  for (const filter of dice.times(2, () => ` | ${dice.pick(FORMATTERS)}`)) parts.push(filter)
  return parts.join('').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function tag(dice: Dice): string {
  if (!dice.isOne(3))
    return `{${dice.pick(['a', 'b', 'total', 'cliente.nombre', 'x', 'items | count'])}}`
  const kind = dice.pick(['', '', '', '#', '^', '/', '@', '%', '%%', '-w:tr ', '-w:p '] as const)
  if (dice.isOne(12)) return '{/}'
  return dice.isOne(15) ? '{else}' : `{${kind}${expression(dice)}}`
}

function run(dice: Dice): string {
  const text = dice.isOne(2) ? tag(dice) : dice.pick(TEXTS)
  if (dice.isOne(15)) return `<w:del w:id="1"><w:r><w:delText>${text}</w:delText></w:r></w:del>`
  if (dice.isOne(15)) return `<w:ins w:id="1"><w:r><w:t>${text}</w:t></w:r></w:ins>`
  if (dice.isOne(15))
    return `<w:hyperlink r:id="rId${dice.number(3)}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`
  if (dice.isOne(15))
    return `<w:r><w:fldChar w:fldCharType="${dice.pick(['begin', 'separate', 'end'])}"/></w:r>`
  if (dice.isOne(15))
    return `<w:r><w:instrText>${dice.pick([' HYPERLINK "', ' IF ', ' ADDIN ', ' INCLUDETEXT '])}${text}" </w:instrText></w:r>`
  if (dice.isOne(15))
    return `<w:r><w:pict><v:textpath string="${text.replaceAll('"', '')}"/></w:pict></w:r>`
  if (dice.isOne(15))
    return `<w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`
  const cut = dice.number(text.length + 1)
  return dice.isOne(3)
    ? `<w:r><w:t>${text.slice(0, cut)}</w:t></w:r><w:r><w:t>${text.slice(cut)}</w:t></w:r>`
    : `<w:r><w:t>${text}</w:t></w:r>`
}

function block(dice: Dice): string {
  const properties = dice.pick([
    '',
    '',
    '<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>',
    '<w:pPr><w:rPr><w:del w:id="2"/></w:rPr></w:pPr>',
  ])
  const paragraph = () => `<w:p>${properties}${dice.times(4, () => run(dice)).join('')}</w:p>`
  if (dice.isOne(4))
    return table(...dice.times(3, () => dice.times(3, paragraph).map((cell) => cell || '<w:p/>')))
  return paragraph()
}

/** A .docx with tags in all places, of which many are right and many are not. */
function fuzzDocx(dice: Dice): Buffer {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'
  const links = [0, 1, 2].map(
    (id) =>
      `<Relationship Id="rId${id}" Type="${type}" Target="${dice.pick(['https://x.mx/', 'mailto:', '', 'javascript:'])}${tag(dice).replaceAll('"', '')}" TargetMode="External"/>`,
  )
  const file = docx(dice.times(8, () => block(dice)).join(''), {
    'word/_rels/document.xml.rels': `<Relationships xmlns="r">${links.join('')}</Relationships>`,
    ...(dice.isOne(4) ? { 'word/header1.xml': `<w:hdr>${block(dice)}</w:hdr>` } : {}),
  })
  if (dice.isOne(6)) {
    for (const at of dice.times(6, () => dice.number(file.length))) file[at] = dice.number(256)
  }
  if (dice.isOne(20)) return file.subarray(0, dice.number(file.length))
  if (dice.isOne(30)) return zipOf({ 'a.txt': 'x', '[Content_Types].xml': '<Types/>' })
  return dice.isOne(30) ? Buffer.from(dice.pick(TEXTS)) : file
}

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e21,
  0.1,
  '',
  'x',
  '12.50',
  '2026-01-31',
  '2026-13-41T99:00Z',
  '{a}',
  '</w:t>',
  '\u0000',
  '\ud800',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '../../etc/passwd',
  'http://127.0.0.1/x',
  '<w:p/>',
  '<w:p><w:r><w:t>x</w:t></w:r></w:p>',
  'x'.repeat(3_000),
]

function fuzzData(dice: Dice, depth = 0): unknown {
  const kind = depth > 3 ? 0 : dice.number(4)
  if (kind === 1) return dice.times(5, () => fuzzData(dice, depth + 1))
  if (kind !== 2 && depth > 0) return dice.pick(VALUES)
  const keys = [
    'a',
    'b',
    'items',
    'total',
    'descuento',
    'cliente',
    'nombre',
    'x',
    '__proto__',
    'Razón Social',
  ] as const
  return Object.fromEntries(dice.times(6, () => [dice.pick(keys), fuzzData(dice, depth + 1)]))
}

const SCHEMAS = [
  '{}',
  'true',
  'false',
  '{"type":"object"}',
  '{"required":["a"]}',
  '{"properties":{"a":{"type":"string"}}}',
  '{"$ref":"#"}',
  '{"$ref":"https://x.mx/s"}',
  '{"type":"no"}',
  '[',
  '',
] as const
const ODD_SLUGS = ['no-hay', 'A', '-', '%2e%2e', 'x'.repeat(65), 'a%00'] as const

/** A request to any route: most are of the form that the service takes, many are not. */
export function fuzzRequest(dice: Dice, hasOffice: boolean): FuzzRequest {
  const slug = dice.isOne(12) ? dice.pick(ODD_SLUGS) : dice.pick(['a', 'b', 'c', 'd', 'e', 'f'])
  switch (dice.number(12)) {
    case 0:
      return { method: 'POST', path: '/templates', body: upload(dice, slug) }
    case 1:
      return { method: 'PUT', path: `/templates/${slug}`, body: upload(dice, undefined) }
    case 2:
      return { method: dice.pick(['GET', 'DELETE', 'GET', 'GET']), path: `/templates/${slug}` }
    case 3:
      return {
        method: 'GET',
        path: dice.pick([`/templates/${slug}/tags`, '/templates', '/health']),
      }
    case 4:
      return { method: 'POST', path: '/render/batch', body: batch(dice, slug) }
    case 5:
      return hostile(dice)
    case 6:
      return hasOffice && dice.isOne(60)
        ? {
            method: 'POST',
            path: '/render/preview',
            body: { ...render(dice, slug), page: dice.number(3), dpi: 36 },
          }
        : { method: 'POST', path: '/render/preview', body: { ...render(dice, slug), page: 'x' } }
    default:
      return {
        method: 'POST',
        path: '/render',
        body: { ...render(dice, slug), ...(hasOffice && dice.isOne(200) ? { format: 'pdf' } : {}) },
      }
  }
}

function render(dice: Dice, slug: string): object {
  const odd = () => dice.pick(VALUES)
  return {
    slug,
    data: dice.isOne(20) ? odd() : fuzzData(dice),
    ...(dice.isOne(4) ? { strict: dice.pick([true, false, false, 'x']) } : {}),
    ...(dice.isOne(9) ? { locale: dice.pick(['es-MX', 'de', 'xx-yy-zz-11', '', 5]) } : {}),
    ...(dice.isOne(12) ? { timezone: dice.pick(['America/Mexico_City', 'Marte', null]) } : {}),
    ...(dice.isOne(9) ? { filename: odd() } : {}),
    ...(dice.isOne(20) ? { [dice.pick(['otro', 'format', 'pdfa'])]: odd() } : {}),
  }
}

function batch(dice: Dice, slug: string): object {
  const items = dice.times(4, () => (dice.isOne(9) ? dice.pick(VALUES) : { data: fuzzData(dice) }))
  return { ...render(dice, slug), items: dice.isOne(12) ? dice.pick(VALUES) : items }
}

function upload(dice: Dice, slug: string | undefined): FormData {
  return form({
    ...(slug === undefined || dice.isOne(20) ? {} : { slug }),
    ...(dice.isOne(10) ? {} : { file: fuzzDocx(dice) }),
    ...(dice.isOne(3) ? { schema: dice.pick(SCHEMAS) } : {}),
    ...(dice.isOne(9) ? { schema_clear: dice.pick(['true', 'false', 'x', '']) } : {}),
    ...(dice.isOne(20) ? { otro: 'x' } : {}),
  })
}

/** What no client sends on purpose. */
function hostile(dice: Dice): FuzzRequest {
  const path = dice.pick([
    '/render',
    '/templates',
    '/render/batch',
    '/',
    '/nada',
    '/templates/a/b/c',
    '/health',
    '/templates/%zz',
  ])
  const method = dice.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET'])
  const type = dice.pick([
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    'text/plain',
    'application/xml',
    ';;',
  ])
  const body = dice.pick([
    '',
    '{',
    '[]',
    'null',
    '{"slug":"a","data":{}}',
    '['.repeat(5_000),
    '{"slug":"a","data":{"a":'.repeat(300),
    '--b\r\ncontent-disposition: form-data; name="slug"\r\n\r\na\r\n--b--',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nPK',
    '--b\r\n\r\n\r\n--b',
    'x'.repeat(1_100_000),
  ])
  const headers = {
    'content-type': type,
    ...(dice.isOne(5) ? { 'x-api-key': 'otra' } : {}),
    ...(dice.isOne(4) ? { 'x-request-id': dice.pick(['x', 'a b', 'x'.repeat(500), '"']) } : {}),
    ...(dice.isOne(6) ? { 'content-encoding': 'gzip' } : {}),
  }
  return method === 'GET' ? { method, path, headers } : { method, path, headers, body }
}
