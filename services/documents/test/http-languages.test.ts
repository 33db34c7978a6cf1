import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { docx, p } from './docx/docx-fixture.ts'
import { codeOf, form, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest
let inSpanish: HttpClient

before(async () => {
  documents = await startDocuments()
  inSpanish = documents.client.with({ 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })
  await documents.upload('saludo', docx(p('Hola {nombre}')), SCHEMA)
  await documents.upload('rota', docx(p('{#renglones}{precio')))
  await documents.upload('fecha', docx(p('{dia | date:formato}')))
  await documents.upload('foto', docx(p('{~nota}')))
})

after(() => documents.stop())

const SCHEMA = {
  type: 'object',
  required: ['nombre', 'edad'],
  properties: {
    nombre: { type: 'string', minLength: 2 },
    edad: { type: 'integer', minimum: 18 },
    cuotas: { type: 'array', uniqueItems: true, contains: { type: 'integer' } },
    color: { enum: ['rojo'] },
    clave: { pattern: '^a', format: 'email' },
  },
  additionalProperties: false,
}

type Send = (client: HttpClient) => Promise<TestAnswer>

const render =
  (slug: string, data: object, more: object = {}): Send =>
  (client) =>
    client.post('/render', { slug, data, ...more })

const REFUSALS: readonly (readonly [send: Send, code: string, es: string, en: string])[] = [
  [
    (client) => client.with({ 'x-api-key': 'otra' }).get('/templates'),
    'UNAUTHORIZED',
    'Falta el encabezado x-api-key, o su clave no es la correcta.',
    'The x-api-key header is missing or not the right key.',
  ],
  [(client) => client.get('/nada'), 'NOT_FOUND', 'No existe GET /nada.', 'There is no GET /nada.'],
  [
    (client) => client.get('/templates/nadie'),
    'TEMPLATE_NOT_FOUND',
    'No existe la plantilla nadie.',
    'There is no template nadie.',
  ],
  [
    (client) => client.get('/templates/rota/schema'),
    'NOT_FOUND',
    'La plantilla rota no tiene esquema.',
    'The template rota has no schema.',
  ],
  [
    (client) => client.post('/templates', form({ slug: 'saludo', file: docx(p('x')) })),
    'TEMPLATE_CONFLICT',
    'La plantilla saludo ya existe; PUT la reemplaza.',
    'There is a template saludo already; PUT replaces it.',
  ],
  [
    (client) => client.post('/templates', form({ slug: 'No vale', file: docx(p('x')) })),
    'INVALID_INPUT',
    'slug: debe tener de 1 a 64 letras minúsculas, dígitos y guiones, sin guion al inicio ni al final',
    'slug: must be 1 to 64 lowercase letters, digits and hyphens, without a hyphen at the start or end',
  ],
  [
    (client) => client.post('/templates', form({ slug: 'sin-archivo' })),
    'INVALID_INPUT',
    'file: es obligatorio',
    'file: is required',
  ],
  [
    (client) => client.send('PUT', '/templates/saludo', { body: form({ schema: '[]' }) }),
    'INVALID_INPUT',
    'schema: debe ser un JSON Schema: un objeto, o true o false',
    'schema: must be a JSON Schema: an object, or true or false',
  ],
  [
    render('saludo', {}, { format: 'doc' }),
    'INVALID_INPUT',
    'format: debe ser uno de: docx, pdf',
    'format: must be one of docx, pdf',
  ],
  [
    render('saludo', {}, { locale: 'no existe' }),
    'INVALID_INPUT',
    'locale: debe ser una etiqueta de idioma, como es-MX',
    'locale: must be a language tag such as es-MX',
  ],
  [
    render('saludo', {}, { format: 'pdf', pdf: { pdfa: '3b', password: 'x' } }),
    'INVALID_INPUT',
    'pdf.password: no se combina con pdfa: un PDF/A debe abrirse sin contraseña',
    'pdf.password: cannot be combined with pdfa: PDF/A must open without a password',
  ],
  [
    (client) =>
      client.send('POST', '/render', {
        body: '{"slug":',
        headers: { 'content-type': 'application/json' },
      }),
    'INVALID_INPUT',
    'el cuerpo debe ser JSON válido',
    'the body must be valid JSON',
  ],
  [
    (client) => client.post('/render/merge', { items: [{ content: 'JVBERg==' }] }),
    'INVALID_INPUT',
    'items.0.content: no es un PDF que se pueda leer: no es un PDF',
    'items.0.content: is no PDF that can be read: it is no PDF',
  ],
  [
    render('rota', {}),
    'RENDER_ERROR',
    'No se puede llenar la plantilla rota: {precio en word/document.xml: La etiqueta no se cierra con "}" en su párrafo.',
    'The template rota cannot be rendered: {precio in word/document.xml: The tag is not closed with "}" in its paragraph.',
  ],
  [
    render('fecha', { dia: '2026-11-27', formato: 'd Q' }),
    'RENDER_ERROR',
    'No se puede llenar la plantilla fecha: {dia | date:formato} en word/document.xml: "Q" no significa nada en una fecha; hay yyyy yy MMMM MMM MM M dd d EEEE EEE HH hh mm ss SSS a, y texto entre comillas: date:"d \'de\' MMMM \'de\' yyyy"',
    'The template fecha cannot be rendered: {dia | date:formato} in word/document.xml: "Q" stands for nothing in a date; there are yyyy yy MMMM MMM MM M dd d EEEE EEE HH hh mm ss SSS a, and text in quotes: date:"d \'de\' MMMM \'de\' yyyy"',
  ],
  [
    render('foto', { nota: '![una](nada.png)' }),
    'IMAGE_FETCH_ERROR',
    'No se pudo cargar la imagen de {~nota}: no hay tal archivo en la carpeta de imágenes.',
    'The image of {~nota} could not be loaded: no such file in the images directory.',
  ],
  [
    render('fecha', {}, { strict: true }),
    'INVALID_DATA',
    'Faltan en los datos valores que fecha necesita: dia, formato.',
    'The data lacks values that fecha needs: dia, formato.',
  ],
  [
    (client) =>
      client.post('/render/batch', { slug: 'fecha', items: [{ data: {} }], strict: true }),
    'INVALID_DATA',
    'items.0: Faltan en los datos valores que fecha necesita: dia, formato.',
    'items.0: The data lacks values that fecha needs: dia, formato.',
  ],
]

test('a refusal is told in the language that the request asks for, else in English, under the same code', async () => {
  for (const [send, code, es, en] of REFUSALS) {
    const spanish = await send(inSpanish)
    assert.deepEqual([codeOf(spanish), spanish.json.error.message], [code, es])
    for (const client of [
      documents.client,
      inSpanish.with({ 'accept-language': 'fr, en;q=0.5' }),
    ]) {
      const english = await send(client)
      assert.deepEqual([codeOf(english), english.json.error.message], [code, en])
      assert.equal(english.status, spanish.status)
    }
  }
})

test('each issue and violation is told in the language of the request, and is else the same', async () => {
  const data = {
    nombre: 'x',
    edad: 7.5,
    cuotas: ['a', 'a'],
    color: 'azul',
    clave: 'x',
    otra: 1,
  }
  const [spanish, english] = [
    (await inSpanish.post('/render', { slug: 'saludo', data })).json.error,
    (await documents.render('saludo', data)).json.error,
  ]
  assert.equal(spanish.message, 'Los datos no cumplen el esquema de saludo.')
  assert.deepEqual(
    spanish.details.errors.map(({ message }: { message: string }) => message),
    [
      'NO debe tener otras propiedades',
      'NO debe tener menos de 2 caracteres',
      'debe ser un número entero',
      'debe ser >= 18',
      'debe ser un número entero',
      'debe ser un número entero',
      'debe contener al menos 1 elemento(s) válido(s)',
      'NO debe tener elementos repetidos (los elementos ## 0 y 1 son iguales)',
      'debe ser uno de los valores permitidos',
      'debe coincidir con el patrón "^a"',
      'debe tener el formato "email"',
    ],
  )
  const withoutMessages = (errors: readonly object[]) =>
    errors.map((error) => ({ ...error, message: '' }))
  assert.deepEqual(withoutMessages(spanish.details.errors), withoutMessages(english.details.errors))
  const refused = await inSpanish.post('/render', { slug: 'A', data: 1 })
  assert.deepEqual(refused.json.error.details.issues, [
    {
      path: ['slug'],
      message:
        'debe tener de 1 a 64 letras minúsculas, dígitos y guiones, sin guion al inicio ni al final',
    },
    { path: ['data'], message: 'debe ser un objeto' },
  ])
})

test('what is wrong with a template, and what its values are, is told in the language of its author', async () => {
  const file = docx(p('{#renglones}{fecha | date}{%logo}'))
  const stored = await inSpanish.post('/templates', form({ slug: 'con-faltas', file }))
  assert.deepEqual(
    stored.json.problems.map(({ message }: { message: string }) => message),
    [
      'La sección no se cierra.',
      'Una etiqueta de imagen debe estar en una tabla de un renglón y una celda.',
    ],
  )
  const spanish = await inSpanish.get('/templates/con-faltas/tags')
  const english = await documents.client.get('/templates/con-faltas/tags')
  assert.deepEqual(spanish.json.problems, stored.json.problems)
  assert.equal(english.json.problems[0].message, 'The section is not closed.')
  assert.equal(
    spanish.json.schema.properties.fecha.description,
    'ISO 8601, o milisegundos desde 1970.',
  )
  assert.equal(
    english.json.schema.properties.fecha.description,
    'ISO 8601, or milliseconds since 1970.',
  )
  assert.equal(spanish.headers.get('vary'), 'accept-language')
  const draft = await inSpanish.post('/drafts/tags', form({ file }))
  assert.deepEqual(draft.json.problems, stored.json.problems)
})

test('a violation that a worker thread finds is told in the language of the request', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
  await documents.upload('aparte', docx(p('{a}')), schema)
  const answer = await inSpanish.post('/render', { slug: 'aparte', data: { a: 'b' } })
  assert.equal(
    answer.json.error.details.errors[0].message,
    'debe coincidir con el patrón "^(a+)+$"',
  )
})
