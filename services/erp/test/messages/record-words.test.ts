import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let company: Purchasing
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

function purchase(line: object): object {
  const { proveedor, moneda, condicion, unidad } = company
  const partidas = [{ descripcion: 'Varilla', cantidad: '2', unidad, precio: '1000', ...line }]
  return { proveedor, moneda, condicion_pago: condicion, partidas }
}

test('the problem of a line is told with its place and the labels of its fields', async () => {
  const body = purchase({ cantidad: '-2' })
  const [es = ''] = said(await spanish.post(`${API}/Compra`, body))
  assert.equal(es, '«Partidas», renglón 1: «Cantidad» debe ser mayor que cero, no -2.')
  const [en = ''] = said(await erp.admin.post(`${API}/Compra`, body))
  assert.equal(en, 'partidas[0]: cantidad must be above zero, not -2.')
})

test('an amount that the others do not make is told with what they make', async () => {
  const answer = await spanish.post(`${API}/Compra`, purchase({ importe: '1999.5' }))
  const [es = ''] = said(answer)
  assert.match(es, /«Importe» es 1,999\.5, pero «Cantidad» 2 × «Precio» 1,000 da 2,000/)
})

test('a second record with a key that is taken is refused with the field’s label', async () => {
  const body = { clave: 'DOBLE', nombre: 'Doble' }
  assert.equal((await erp.admin.post(`${API}/Departamento`, body)).status, 201)
  const answer = await spanish.post(`${API}/Departamento`, body)
  assert.equal(answer.json.errors[0].code, 'DUPLICATE')
  assert.deepEqual(said(answer), ['Otro registro de Departamento tiene el mismo valor en «Clave».'])
})

test('what refers to a record is counted in the reader’s language', async () => {
  const made = await erp.admin.post(`${API}/Compra`, purchase({}))
  assert.equal(made.status, 201, made.text)
  const path = `${API}/Proveedor/${company.proveedor}`
  const answer = await spanish.send('DELETE', path)
  assert.equal(answer.json.errors[0].code, 'HAS_DEPENDENTS')
  assert.match(
    said(answer)[0] ?? '',
    new RegExp(
      `^Proveedor ${company.proveedor} no se puede eliminar: otros registros lo usan \\(.*\\d+ de Compra`,
    ),
  )
})

test('what the state of a document forbids is told by labels', async () => {
  const { proveedor, moneda } = company
  const body = { proveedor, moneda, vigencia: '2026-12-31', estado: 'recibida' }
  const made = await erp.admin.post(`${API}/CotizacionProveedor`, body)
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  const path = `${API}/CotizacionProveedor/${id}`
  const put = (more: object) => spanish.send('PUT', path, { body: more })
  for (const estado of ['en_analisis', 'adjudicada']) await put({ estado })
  const name = `Cotización de proveedor ${id} está en «Adjudicada»`
  const change = async (more: object) => said(await put(more))
  assert.deepEqual(await change({ estado: 'recibida' }), [`${name} y no puede pasar a «Recibida».`])
  assert.deepEqual(await change({ referencia: 'B' }), [`${name}: «Referencia» ya no se cambia.`])
  assert.deepEqual(said(await spanish.send('DELETE', path)), [`${name} y no se puede eliminar.`])
})

test('a field that an action alone changes is told with the action’s own name', async () => {
  const made = await erp.admin.post(`${API}/Compra`, purchase({}))
  const answer = await spanish.send('PUT', `${API}/Compra/${made.json.data.id}`, {
    body: { estado: 'recibida' },
  })
  assert.match(said(answer)[0] ?? '', /^«Estado» no se puede escribir: .*«Autorizar compra»/)
})

test('a version that is not the last is told to be read again', async () => {
  const made = await erp.admin.post(`${API}/Departamento`, { clave: 'VIEJO', nombre: 'Viejo' })
  const path = `${API}/Departamento/${made.json.data.id}`
  const headers = { 'if-match': '"7"' }
  const answer = await spanish.send('PUT', path, { body: { nombre: 'Nuevo' }, headers })
  assert.equal(answer.status, 412)
  assert.deepEqual(said(answer), ['El registro va en la versión 1; enviaste la 7. Léelo de nuevo.'])
})

test('a preview says its problems in the reader’s language too', async () => {
  const body = purchase({ cantidad: '-2' })
  const { json } = await spanish.post(`${API}/Compra?preview=true`, body)
  const told = json.meta.errors.map((error: { message: string }) => error.message)
  assert.ok(
    told.some((text: string) => text.includes('debe ser mayor que cero')),
    told.join('\n'),
  )
})
