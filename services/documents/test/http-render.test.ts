import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { contentDisposition } from '@oficina/http/content-disposition.ts'
import { parseConfig } from '@oficina/kit/config.ts'
import { anyText } from '@oficina/testkit/any-text.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { settings } from '../src/config.ts'
import { inflatePart, readArchive } from '../src/docx/package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../src/docx/package/package-limits.ts'
import { docx, p, partsOf, table, textOf } from './docx/docx-fixture.ts'
import { codeOf, form, KEY, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest

before(async () => {
  documents = await startDocuments()
  await documents.upload('hola', docx(p('Hola {nombre}')))
  await documents.upload('lista', docx(table(['{#filas}{a}', '{b}{/filas}'])))
})

after(() => documents.stop())

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

function text(bytes: Buffer): string {
  return textOf(partsOf(bytes).get('word/document.xml') ?? '')
    .trimStart()
    .replace(/\n$/, '')
}

test('a render is the .docx with the data in it, named for slug and time', async () => {
  const answer = await documents.render('hola', { nombre: 'Ñandú & <Co>' })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), WORD)
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="hola-\d{8}T\d{6}Z\.docx"$/,
  )
  assert.equal(text(answer.bytes), 'Hola Ñandú & <Co>')
})

test('data that violates the schema is 422 INVALID_DATA with slug and the validator’s errors', async () => {
  const schema = { type: 'object', required: ['nombre'], properties: { edad: { type: 'integer' } } }
  await documents.upload('esquema', docx(p('{nombre}')), schema)
  const answer = await documents.render('esquema', { edad: 'x' })
  assert.equal(answer.status, 422)
  const { code, details } = answer.json.error
  assert.deepEqual([code, details.slug], ['INVALID_DATA', 'esquema'])
  assert.deepEqual(details.errors[0], {
    instancePath: '',
    schemaPath: '#/required',
    keyword: 'required',
    params: { missingProperty: 'nombre' },
    message: "must have required property 'nombre'",
  })
  assert.equal(details.errors.length, 2)
})

test('every fault of the request is an issue with path and message', async () => {
  const answer = await documents.client.post('/render', {
    data: [],
    format: 'odt',
    filename: 5,
    strict: 'yes',
    locale: '!',
  })
  assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'])
  const paths = answer.json.error.details.issues.map(({ path }: { path: string[] }) =>
    path.join('.'),
  )
  assert.deepEqual(paths, ['slug', 'format', 'filename', 'strict', 'locale', 'data'])
})

test('a body that is not a JSON object is 400 INVALID_INPUT', async () => {
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"slug":"hola","data":{}',
    '['.repeat(100_000),
  ]) {
    const headers = { 'content-type': 'application/json', 'x-api-key': KEY }
    const answer = await exchange(`${documents.client.baseUrl}/render`, 'POST', { body, headers })
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'], body.slice(0, 20))
  }
})

test('another content type or encoding is 400, and a byte order mark is nothing', async () => {
  const body = JSON.stringify({ slug: 'hola', data: {} })
  const plain = await documents.client.post('/render', body, {
    headers: { 'content-type': 'text/plain' },
  })
  assert.equal(codeOf(plain), 'INVALID_INPUT')
  const headers = { 'content-type': 'application/json' }
  assert.equal((await documents.client.post('/render', `\u{feff}${body}`, { headers })).status, 200)
})

test('a JSON body of 1 MB is taken and one byte more is 413 PAYLOAD_TOO_LARGE, also without a length', async () => {
  const make = (bytes: number) => {
    const shell = JSON.stringify({ slug: 'hola', data: { nombre: '' } })
    return shell.replace('""', `"${'x'.repeat(bytes - shell.length)}"`)
  }
  const headers = { 'content-type': 'application/json' }
  const limit = 1_048_576
  assert.equal((await documents.client.post('/render', make(limit), { headers })).status, 200)
  const more = await documents.client.post('/render', make(limit + 1), { headers })
  assert.deepEqual([more.status, codeOf(more)], [413, 'PAYLOAD_TOO_LARGE'])
  // What is not known beforehand goes without a length; browsers, whose types these are, cannot send it.
  const request: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers: { ...headers, 'x-api-key': KEY },
    body: new Blob([make(limit + 1)]).stream(),
    duplex: 'half',
  }
  const chunked = await fetch(`${documents.client.baseUrl}/render`, request)
  assert.equal(chunked.status, 413)
})

test('a large render is done aside with the same result, images and all', async () => {
  const filas = Array.from({ length: 3_000 }, (_, index) => ({
    a: `fila ${index}`,
    b: 'x'.repeat(20),
  }))
  const answer = await documents.render('lista', { filas })
  assert.equal(answer.status, 200)
  const found = text(answer.bytes)
  assert.ok(found.includes('fila 0') && found.includes('fila 2999'))
  assert.equal((await documents.render('lista', { filas })).bytes.equals(answer.bytes), true)
})

test('strict answers 422 INVALID_DATA with the paths that the data lacks; otherwise they are empty', async () => {
  const strict = await documents.render('hola', {}, { strict: true })
  assert.equal(strict.status, 422)
  assert.deepEqual(strict.json.error.details.missing, ['nombre'])
  assert.equal(text((await documents.render('hola', {})).bytes), 'Hola ')
})

test('formatters follow the locale and time zone of the request', async () => {
  await documents.upload('formato', docx(p("{n | number} {d | date:'short'}")))
  const data = { n: 1234.5, d: '2026-03-02T03:00:00Z' }
  const here = await documents.render('formato', data, {
    locale: 'de-DE',
    timezone: 'America/Mexico_City',
  })
  assert.match(text(here.bytes), /^1\.234,5 01\.03\.26$/)
})

test('filename is a suggestion that cannot break out of its header', async () => {
  const answer = await documents.render(
    'hola',
    {},
    { filename: '../../x\r\nSet-Cookie: a=b".docx' },
  )
  const header = answer.headers.get('content-disposition') ?? ''
  assert.equal(answer.headers.get('set-cookie'), null)
  assert.match(header, /^attachment; filename="[^"\r\n/\\]+\.docx"$/)
  const accented = await documents.render('hola', {}, { filename: 'naïve €' })
  assert.equal(
    accented.headers.get('content-disposition'),
    `attachment; filename="na_ve _.docx"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.docx`,
  )
})

test('any name makes one header of printable ASCII, and filename* decodes to what is safe of it', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (name) => {
      const header = contentDisposition(name)
      assert.match(
        header,
        /^attachment; filename="[\x20\x21\x23-\x7e]+"(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/,
      )
      assert.doesNotMatch(header, /[/\\]/)
      const encoded = /filename\*=UTF-8''(.+)$/.exec(header)?.[1]
      if (encoded !== undefined) assert.doesNotThrow(() => decodeURIComponent(encoded))
    }),
  )
})

test('a batch is a zip of all documents, named as asked, or nothing', async () => {
  const items = [
    { data: { nombre: 'A' }, filename: 'uno' },
    { data: { nombre: 'B' }, filename: 'uno' },
    { data: {} },
  ]
  const answer = await documents.client.post('/render/batch', { slug: 'hola', items })
  assert.equal(answer.headers.get('content-type'), 'application/zip')
  const entries = readArchive(answer.bytes, DEFAULT_PACKAGE_LIMITS)
  assert.ok(entries.ok)
  assert.deepEqual(
    entries.value.map(({ name }) => name),
    ['uno.docx', 'uno (2).docx', 'hola-3.docx'],
  )
  // The first day that a zip can name, at midnight: 1 January of the year 0 after 1980.
  for (const { dosTime } of entries.value) assert.equal(dosTime, ((1 << 5) | 1) << 16)
  const second = entries.value[1] && inflatePart(entries.value[1])
  assert.equal(second?.ok === true && text(second.value), 'Hola B')
  const bad = await documents.client.post('/render/batch', {
    slug: 'hola',
    items: [{ data: {} }, { data: 5 }],
  })
  assert.deepEqual(bad.json.error.details.issues[0].path, ['items', 1, 'data'])
  const failing = await documents.client.post('/render/batch', {
    slug: 'hola',
    strict: true,
    items,
  })
  assert.deepEqual([failing.status, failing.json.error.details.index], [422, 2])
  const many = { slug: 'hola', items: Array.from({ length: 501 }, () => ({ data: {} })) }
  assert.equal((await documents.client.post('/render/batch', many)).status, 400)
})

test('without an office PDF is 503 OFFICE_UNAVAILABLE, health is degraded, and .docx works', async () => {
  const pdf = await documents.render('hola', {}, { format: 'pdf' })
  assert.deepEqual([pdf.status, codeOf(pdf)], [503, 'OFFICE_UNAVAILABLE'])
  const { status, json } = await documents.client.get('/health')
  assert.deepEqual(
    [status, json.status, json.office, json.tmpDir],
    [200, 'degraded', { available: false }, { writable: true }],
  )
  assert.equal((await documents.render('hola', {})).status, 200)
})

test('the locale and time zone of the call win over those of the service', async (context) => {
  const service = await startDocuments({
    config: { locale: 'es-MX', timezone: 'America/Mexico_City' },
  })
  context.after(() => service.stop())
  await service.upload('fecha', docx(p("{a | date:'long'} {a | time:'HH:mm'} {n | number:1}")))
  const written = async (more: object) => {
    const answer = await service.render('fecha', { a: '2026-01-31T23:30:00Z', n: 1234.5 }, more)
    return textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim()
  }
  assert.match(await written({}), /31 de enero de 2026 17:30 1,234.5$/)
  const call = { locale: 'de-DE', timezone: 'Europe/Berlin' }
  assert.match(await written(call), /1\. Februar 2026 00:30 1\.234,5$/)
})

test('LOCALE and TIMEZONE must be known, and the operator is told what is allowed', () => {
  const read = (more: object) =>
    parseConfig(settings({ isTerminal: false }), { API_KEY: 'x', ...more })
  const good = read({ LOCALE: 'es-MX', TIMEZONE: 'America/Mexico_City' })
  assert.deepEqual(good.ok && [good.value.locale, good.value.timezone], [
    'es-MX',
    'America/Mexico_City',
  ])
  const bad = read({ LOCALE: 'español', TIMEZONE: 'México' })
  assert.deepEqual(!bad.ok && bad.error, [
    { variable: 'LOCALE', message: 'must be a language tag such as es-MX' },
    { variable: 'TIMEZONE', message: 'must be an IANA time zone such as America/Mexico_City' },
  ])
})

test('a code is drawn in any thread, and a value that it cannot hold is a RENDER_ERROR that names the tag', async () => {
  const uploaded = await documents.upload(
    'etiquetas',
    docx(p('{#a}') + table([p('{%ean13:.}')]) + p('{/a}')),
  )
  assert.equal(uploaded.json.problems, undefined)
  // More than the thread that answers may draw.
  const numbers = Array.from({ length: 30 }, (_, i) => `7501031${String(i).padStart(5, '0')}`)
  const answer = await documents.render('etiquetas', { a: numbers })
  assert.equal(answer.status, 200)
  const names = [...partsOf(answer.bytes).keys()].filter((name) => name.startsWith('word/media/'))
  assert.equal(names.length, 30)
  const refused = await documents.render('etiquetas', { a: ['7501031311308'] })
  assert.deepEqual([refused.status, codeOf(refused)], [500, 'RENDER_ERROR'])
  assert.match(refused.json.error.message, /\{%ean13:\.\} in word\/document\.xml: The check digit/)
})

const TEXTS = {
  'es-MX': { total: 'Importe total', saludo: 'Hola {1}: {2}' },
  es: { total: 'Total', fecha: 'Fecha' },
  en: { total: 'Total due', fecha: 'Date' },
}
const TRANSLATED = docx(
  p("{t 'total'}|{'saludo' | t:nombre:x}|{t 'fecha' | upper}|{estado | t}") +
    p("{#t 'total' == 'Total due'}en{/}"),
)

test('translations answer {t key} in the request’s locale, by their rules of fallback', async () => {
  const parts = { slug: 'idiomas', file: TRANSLATED, translations: JSON.stringify(TEXTS) }
  const created = await documents.client.post('/templates', form(parts))
  assert.equal(created.status, 201, created.text)
  assert.deepEqual(created.json.untranslated, {
    'es-MX': ['fecha'],
    es: ['saludo'],
    en: ['saludo'],
  })
  const cases = [
    ['es-MX', 'Importe total|Hola Ana: {x}|FECHA|pagada'],
    ['es-AR', 'Total|Hola Ana: {x}|FECHA|pagada'],
    ['en-GB', 'Total due|Hola Ana: {x}|DATE|pagadaen'],
    ['fr', 'Importe total|Hola Ana: {x}|FECHA|pagada'],
  ] as const
  for (const [locale, shown] of cases) {
    const data = { nombre: 'Ana', x: '{x}', estado: 'pagada' }
    const answer = await documents.render('idiomas', data, { locale })
    assert.equal(text(answer.bytes).replaceAll('\n', ''), shown, locale)
  }
})

test('/tags lists the keys of texts and what each locale lacks; strict refuses an unknown key', async () => {
  const { json } = await documents.client.get('/templates/idiomas/tags')
  assert.deepEqual(json.translations, {
    keys: ['total', 'saludo', 'fecha'],
    texts: TEXTS,
    untranslated: { 'es-MX': ['fecha'], es: ['saludo'], en: ['saludo'] },
  })
  assert.deepEqual(Object.keys(json.schema.properties), ['nombre', 'x', 'estado'])
  const data = { nombre: 'Ana', x: 1, estado: 'pagada' }
  const strict = await documents.render('idiomas', data, { strict: true })
  assert.deepEqual([strict.status, strict.json.error.details.missing], [422, ["t 'pagada'"]])
})

test('PUT replaces or clears translations and keeps the rest', async () => {
  const english = async () => text((await documents.render('idiomas', {}, { locale: 'en' })).bytes)
  await documents.put('idiomas', { schema: '{}' })
  assert.match(await english(), /Total due/)
  await documents.put('idiomas', { translations: '{"en":{"total":"Sum"}}' })
  assert.match(await english(), /Sum/)
  const cleared = await documents.put('idiomas', { translations_clear: 'true' })
  assert.deepEqual([cleared.status, cleared.json.hasSchema], [200, true])
  assert.match(await english(), /^total\|/)
})

test('translations that are none are refused with the place of what is wrong', async () => {
  const cases = [
    ['[]', ['translations'], /object of locales/],
    ['{"x y": {}}', ['translations', 'x y'], /language tag/],
    ['{"es": 1}', ['translations', 'es'], /object of texts/],
    ['{"es": {"a": 1}}', ['translations', 'es', 'a'], /text of at most 10000/],
    [
      `{"es":{"a":"${'x'.repeat(256 * 1_024 - 20)}"}}`,
      ['translations', 'es', 'a'],
      /at most 10000/,
    ],
  ] as const
  for (const [translations, path, message] of cases) {
    const { status, json } = await documents.put('idiomas', { translations })
    assert.equal(status, 400)
    assert.deepEqual(json.error.details.issues[0].path, path)
    assert.match(json.error.details.issues[0].message, message)
  }
})
