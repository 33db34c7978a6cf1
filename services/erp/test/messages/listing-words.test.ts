import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API } from '../rights/rights-fixture.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

/** What a query is refused with, in Spanish and in English. */
const CASES: readonly (readonly [query: string, es: string, en: string])[] = [
  [
    'Compra?fecha__gte=ayer',
    'El filtro de «Fecha» debe ser una fecha en la forma AAAA-MM-DD.',
    'fecha__gte must be a date as YYYY-MM-DD.',
  ],
  [
    'Compra?total__in=1,dos',
    'El filtro de «Total» tiene "dos", pero cada valor debe ser un número, como 12.50.',
    'total__in holds "dos", but each value must be a number such as 12.50.',
  ],
  [
    'Compra?fehca=2026-01-01',
    'Compra no tiene el campo fehca. ¿Quisiste decir fecha?',
    'Compra has no field fehca. Did you mean fecha?',
  ],
  [
    'Compra?page=cero',
    '«page» debe ser un número entero de 1 a 10000000, no "cero".',
    'page must be a whole number from 1 to 10000000, not "cero".',
  ],
  [
    'Compra?group_by=total__month',
    '«Total» es un campo de importe, que no tiene mes.',
    'total__month is a money field, which has no month.',
  ],
  [
    'Compra?sum=fecha',
    '«Fecha» es un campo de fecha y no se puede sumar.',
    'fecha is a date field and cannot be added up.',
  ],
  [
    'Compra/1?linea=true',
    'No hay ningún parámetro linea; un registro admite fields, lean, lines. ¿Quisiste decir lines?',
    'There is no parameter linea; one record takes fields, lean, lines. Did you mean lines?',
  ],
  [
    'Comprra',
    'No hay ningún modelo Comprra. ¿Quisiste decir Compra?',
    'There is no model Comprra. Did you mean Compra?',
  ],
  [
    'reports/sales-by-day?desde=2026-02-01&hasta=2026-01-01',
    '«Desde» no debe ser posterior a «Hasta».',
    'desde must not be after hasta.',
  ],
]

test('what is asked of lists and reports is refused in the reader’s language', async () => {
  for (const [query, es, en] of CASES) {
    assert.deepEqual(said(await spanish.get(`${API}/${query}`)), [es], query)
    assert.deepEqual(said(await erp.admin.get(`${API}/${query}`)), [en], query)
  }
})

test('what names no path or has no such method is told in the reader’s language', async () => {
  const lost = await spanish.get(`${API}/nada/de/nada/hay`)
  assert.equal(lost.status, 404)
  assert.deepEqual(said(lost), [`No existe GET ${API}/nada/de/nada/hay.`])
  const wrong = await spanish.send('PATCH', `${API}/auth/login`)
  assert.equal(wrong.status, 405)
  assert.deepEqual(said(wrong), [`${API}/auth/login no admite PATCH; admite POST.`])
})

test('a body that cannot be read is refused in the language that is asked for', async () => {
  const headers = { 'content-type': 'application/json' }
  const broken = await spanish.send('POST', `${API}/Compra`, { body: '{"a"', headers })
  assert.deepEqual(said(broken), ['El cuerpo no es JSON válido.'])
  const list = await spanish.post(`${API}/Compra`, [])
  assert.deepEqual(said(list), ['El cuerpo debe ser un objeto JSON.'])
  const text = await spanish.send('POST', `${API}/Compra`, {
    body: 'hola',
    headers: { 'content-type': 'text/plain' },
  })
  assert.deepEqual(said(text), [
    'La petición no se puede leer: la ruta no acepta ese tipo de contenido.',
  ])
})
