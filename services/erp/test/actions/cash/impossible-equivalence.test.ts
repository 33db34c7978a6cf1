import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { cashing, type Cashing } from './cash-fixture.ts'

// An administrator may use any rate that can be meant.

let erp: ErpTest
let company: Cashing
let euro: number

before(async () => {
  erp = await startErp()
  company = await cashing(erp, erp.admin)
  euro = (await erp.admin.get(`${API}/Moneda?clave=EUR`)).json.data[0].id
})

after(() => erp.stop())

interface Paid {
  readonly equivalencia: string
  readonly moneda?: number
  /** Of the receivable, in its currency. */
  readonly tipo_cambio?: string
  readonly money?: object
}

/** `ok`, or what is wrong with 2000.00 of which some pay 10.00 of a receivable in another currency. */
async function collected({ equivalencia, moneda, tipo_cambio = '17', money = {} }: Paid) {
  const cuenta = await company.owed({
    total: '10.00',
    moneda: moneda ?? company.books.dollar,
    tipo_cambio,
  })
  const id = await company.cobro('2000.00', [{ cuenta, importe: '10.00', equivalencia }], money)
  const [result] = (await company.act('cobrar', [id])).json.data.results
  if (result.ok === true) return 'ok'
  const [{ code, field, message }] = result.errors
  assert.deepEqual([code, field], ['VALIDATION', 'aplicaciones[1].equivalencia'])
  return String(message)
}

test('an equivalence that is upside down is refused, whoever writes it, with what it says', async () => {
  // Nobody noted a rate: the invoice's is what is known.
  assert.equal(
    await collected({ equivalencia: '0.0588235294' }),
    'aplicaciones[1].equivalencia is 0.0588235294, which is upside down: it says how many MXN one USD is worth, and USD stood at 17.000000.',
  )
  const inDollars = {
    moneda: euro,
    tipo_cambio: '20',
    money: {
      moneda: company.books.dollar,
      tipo_cambio: '17',
      cuenta_bancaria: company.dolares,
    },
  }
  assert.match(await collected({ ...inDollars, equivalencia: '0.85' }), /upside down/)
  assert.equal(await collected({ ...inDollars, equivalencia: '1.17647' }), 'ok')
})

test('an equivalence of more than twice or less than half of what is known is refused, and what is between is taken', async () => {
  assert.match(await collected({ equivalencia: '170' }), /more than twice or less than half/)
  assert.match(await collected({ equivalencia: '34.01' }), /more than twice/)
  assert.match(await collected({ equivalencia: '8.49' }), /less than half/)
  assert.equal(await collected({ equivalencia: '34' }), 'ok')
  assert.equal(await collected({ equivalencia: '8.5' }), 'ok')
})

test('the rate of the day is what an equivalence is held to, where somebody noted it', async () => {
  await company.create('TipoCambio', {
    moneda: company.books.dollar,
    fecha: '2026-02-27',
    fuente: 'banco',
    tipo_cambio: '40',
  })
  assert.match(await collected({ equivalencia: '17' }), /less than half of what USD stood at, 40/)
  assert.equal(await collected({ equivalencia: '25' }), 'ok')
})
