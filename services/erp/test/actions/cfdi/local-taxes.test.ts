import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { entryOf, idOf, shop, type Shop } from './stamping-fixture.ts'

let erp: ErpTest
let own: Shop

before(async () => {
  erp = await startErp()
  own = await shop(erp, erp.admin)
})

after(() => erp.stop())

test('local taxes are in the complement of the CFDI, and on accounts of their own in the books', async () => {
  const base = '1000.00'
  const [impuesto, factor] = [
    await idOf(erp, sql`impuesto`, '002'),
    await idOf(erp, sql`tipo_factor`, 'Tasa'),
  ]
  const local = { ambito: 'local', factor, base }
  const iva = { impuesto, factor, ambito: 'federal', tasa: '0.16', base, importe: '160.00' }
  const desglose = [
    { ...iva, tipo: 'traslado' },
    { ...local, tipo: 'traslado', nombre_local: 'ISH', tasa: '0.03', importe: '30.00' },
    { ...local, tipo: 'retencion', nombre_local: '5 al millar', tasa: '0.005', importe: '5.00' },
  ]
  const id = await own.sale(base, { partida: { desglose } })
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.json.data
  assert.equal(record.total, 1185)
  const cfdi = await own.read('Cfdi', record.cfdi)
  const file = await own.client.get(`${API}/adjuntos/${String(cfdi['xml'])}/contenido`)
  assert.match(file.text, /<implocal:ImpuestosLocales [^>]*TotaldeTraslados="30.00"/)
  assert.deepEqual(await entryOf(own, 'Venta', id), [
    { cuenta: '105-01', cargo: '1185.00', abono: '0.00' },
    { cuenta: '113-08', cargo: '5.00', abono: '0.00' },
    { cuenta: '209-01', cargo: '0.00', abono: '160.00' },
    { cuenta: '213-05', cargo: '0.00', abono: '30.00' },
    { cuenta: '401-01', cargo: '0.00', abono: '1000.00' },
  ])
})
