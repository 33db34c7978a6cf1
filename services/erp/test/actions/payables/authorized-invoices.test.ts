import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { SUPPLIER_RFC, supplied, type Supplied } from './supplier-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices.

let on: Supplied
let gasto: number

before(async () => {
  on = await supplied()
  const [{ id: cuenta } = { id: 0 }] = (await on.get('CuentaContable?clave=601-84')).data
  gasto = await on.create('CatalogoGasto', {
    clave: 'LUZ',
    nombre: 'Energía eléctrica',
    cuenta_contable: cuenta,
    activo: true,
  })
})

after(() => on.stop())

const authorize = (...ids: readonly number[]) =>
  on.erp.admin.post(`${API}/CuentaPorPagar/actions/autorizar_factura`, { ids })

async function clerk(usuario: string, more: readonly string[] = []) {
  const rights = ['CuentaPorPagar.leer', 'CuentaPorPagar.registrar_factura', 'CatalogoGasto.leer']
  const perfil = await on.company.profile(usuario, { grants: [...rights, ...more] })
  return (await on.company.person(usuario, [perfil])).client
}

test('an expense that no order has waits for whom the right to authorize it is given', async () => {
  const by = await clerk('capturista')
  const xml = await on.bill([{ cantidad: '1', precio: '500', descripcion: 'Luz de febrero' }])
  const lost = await on.register({ xml }, by)
  assert.deepEqual([verdict(lost), lost.json.errors[0].field], [[422, 'VALIDATION'], 'partidas'])
  const waiting = await on.register({ xml, gasto }, by)
  assert.equal(waiting.status, 200, waiting.text)
  const { id, record, warnings } = waiting.json.data
  assert.deepEqual(
    [record.estado, record.total, warnings[0].code],
    ['por_validar', 580, 'FORBIDDEN'],
  )
  assert.deepEqual(await on.books('CuentaPorPagar', id), {})
  const own = await by.post(`${API}/CuentaPorPagar/actions/autorizar_factura`, { ids: [id] })
  assert.deepEqual(verdict(own), [403, 'FORBIDDEN'])
  const both = await Promise.all([authorize(id), authorize(id)])
  const done: readonly number[] = both.map(({ json }) => json.meta.succeeded)
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    [0, 1],
  )
  assert.deepEqual(await on.books('CuentaPorPagar', id), {
    '119-01': '80.00',
    '201-01': '-580.00',
    '601-84': '500.00',
  })
  const stored = (await on.get(`CuentaPorPagar/${id}?lines=true`)).data
  assert.deepEqual([stored.estado, stored.saldo, stored.partidas.length], ['autorizada', 580, 1])
})

test('an invoice that was typed is authorized by the XML that is attached to it, if it says the same', async () => {
  const compra = await on.order([{ cantidad: '2', precio: '50' }])
  await on.receive(compra, ['2'])
  const typed = (total: object) =>
    on.create('CuentaPorPagar', {
      fecha: '2026-03-02',
      proveedor: on.buying.proveedor,
      tipo: 'factura',
      compra,
      moneda: on.buying.moneda,
      vencimiento: '2026-03-31',
      ...total,
    })
  const right = await typed({ subtotal: '100', impuestos: '16' })
  const wrong = await typed({ subtotal: '100' })
  const bare = await typed({ subtotal: '100' })
  await on.attach(`CuentaPorPagar/${right}`, await on.bill([{ cantidad: '2', precio: '50' }]))
  await on.attach(`CuentaPorPagar/${wrong}`, await on.bill([{ cantidad: '2', precio: '50' }]))
  const byHand = await on.erp.admin.send('PUT', `${API}/CuentaPorPagar/${right}`, {
    body: { estado: 'autorizada' },
  })
  assert.deepEqual(
    [byHand.status, byHand.json.errors[0].code, byHand.json.errors[0].field],
    [422, 'READ_ONLY_FIELD', 'estado'],
  )
  const answer = await authorize(right, wrong, bare)
  const [first, second, third] = answer.json.data.results
  assert.deepEqual([first.ok, second.ok, third.ok], [true, false, false], answer.text)
  assert.deepEqual([second.errors[0].code, second.errors[0].field], ['VALIDATION', 'total'])
  assert.deepEqual([third.errors[0].code, third.errors[0].field], ['VALIDATION', 'cfdi'])
  assert.deepEqual(await on.books('CuentaPorPagar', right), {
    '119-01': '16.00',
    '201-01': '-116.00',
    '205-06': '100.00',
  })
  const [line] = (await on.get(`Compra/${compra}?lines=true`)).data.partidas
  assert.equal(line.cantidad_facturada, 2)
})

test('a CFDI is taken from its attachment, with local taxes and withholdings', async () => {
  const compra = await on.order([{ cantidad: '1', precio: '1000', descripcion: 'Honorarios' }])
  await on.receive(compra, ['1'])
  const impuestos = {
    Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
    Retenciones: [
      { Impuesto: '001', TipoFactor: 'Tasa', TasaOCuota: '0.100000' },
      { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.106667' },
    ],
  }
  const xml = await on.bill(
    [{ cantidad: '1', precio: '1000', descripcion: 'Honorarios', impuestos }],
    {
      locales: {
        TrasladosLocales: [{ ImpLocTrasladado: 'ISH', TasadeTraslado: '3.00', Importe: '30.00' }],
      },
    },
  )
  const adjunto = await on.attach(`Compra/${compra}`, xml)
  const answer = await on.register({ adjunto, compra })
  assert.equal(answer.status, 200, answer.text)
  const { id, record } = answer.json.data
  assert.deepEqual([record.total, record.retenciones, record.impuestos], [983.33, 206.67, 190])
  assert.deepEqual(await on.books('CuentaPorPagar', id), {
    '119-01': '160.00',
    '201-01': '-983.33',
    '205-06': '1000.00',
    '216-12': '-206.67',
    '501-08': '30.00',
  })
  assert.equal((await on.get(`Cfdi/${record.cfdi}`)).data.xml, adjunto)
})

test('what is not sealed, not stamped, not for us, not in force or of a listed supplier is refused', async () => {
  const refused = async (xml: string) => {
    const { status, json } = await on.register({ xml, gasto })
    return [status, json.errors[0].code, json.errors[0].field, json.errors[0].sat]
  }
  const line = { cantidad: '1', precio: '10' }
  const xml = await on.bill([line])
  assert.deepEqual(await refused('<hola/>'), [422, 'CFDI_REJECTED', 'xml', '301'])
  const forged = xml.replace('ValorUnitario="10"', 'ValorUnitario="11"')
  assert.deepEqual(await refused(forged), [422, 'CFDI_REJECTED', 'Sello', 'CFDI40102'])
  const bare = xml.replace(/<cfdi:Complemento>.*<\/cfdi:Complemento>/, '')
  assert.deepEqual((await refused(bare)).slice(0, 3), [
    422,
    'CFDI_REJECTED',
    'Complemento.TimbreFiscalDigital',
  ])
  const { Receptor } = readReceiver(xml)
  const others = await on.bill([line], { Receptor: { ...Receptor, Rfc: 'OTR010101AB1' } })
  assert.deepEqual((await refused(others)).slice(0, 3), [422, 'CFDI_REJECTED', 'Receptor.Rfc'])
  const stranger = await on.bill([line], {}, await on.simulated.csdOf('DES010101AB1'))
  assert.deepEqual((await refused(stranger)).slice(0, 3), [422, 'UNKNOWN_REFERENCE', 'proveedor'])
  const cancelled = await on.bill([line])
  const uuid = uuidOf(cancelled)
  const asked = await on.simulated.pac.cancel({ rfcEmisor: SUPPLIER_RFC, uuid, motivo: '02' })
  assert.ok(asked.ok)
  assert.deepEqual(await refused(cancelled), [422, 'CFDI_REJECTED', 'estatus_sat', 'Cancelado'])
  on.simulated.order({ operation: 'status', point: 'before', effect: 'error', times: 3 })
  assert.deepEqual((await refused(xml)).slice(0, 2), [503, 'UNAVAILABLE'])
  on.simulated.simulator.faults.clear()
  await on.buying.update('Proveedor', on.buying.proveedor, { estado: 'bloqueado' })
  assert.deepEqual((await refused(xml)).slice(0, 2), [422, 'SUPPLIER_BLOCKED'])
  await on.buying.update('Proveedor', on.buying.proveedor, { estado: 'activo' })
  assert.equal((await on.get('Cfdi')).meta.total, 3)
})

test('another company, and whoever may not, registers nothing; a repeated request answers the same', async () => {
  const xml = await on.bill([{ cantidad: '1', precio: '10' }])
  const other = await on.erp.otherCompany()
  const elsewhere = await on.register({ xml, gasto: undefined }, other)
  assert.deepEqual([elsewhere.status, elsewhere.json.errors[0].field], [422, 'Receptor.Rfc'])
  const perfil = await on.company.profile('nadie', { grants: ['CuentaPorPagar.leer'] })
  const nobody = (await on.company.person('nadie', [perfil])).client
  assert.deepEqual(verdict(await on.register({ xml, gasto }, nobody)), [403, 'FORBIDDEN'])
  const twice = () =>
    on.erp.admin.send('POST', `${API}/CuentaPorPagar/actions/registrar_factura`, {
      body: { xml, gasto },
      headers: { 'idempotency-key': 'factura-1' },
    })
  const [first, second] = [await twice(), await twice()]
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(second.json.data, first.json.data)
})

function readReceiver(xml: string) {
  const read = readCfdi(Buffer.from(xml))
  assert.ok(read.ok && read.value.version === '4.0')
  return read.value.comprobante
}

function uuidOf(xml: string): string {
  return readReceiver(xml).Complemento?.TimbreFiscalDigital?.UUID ?? ''
}

test('the CFDI that an invoice was made of stays as its issuer sent it', async () => {
  const xml = await on.bill([{ cantidad: '1', precio: '300', descripcion: 'Luz de marzo' }])
  const made = await on.register({ xml, gasto })
  assert.equal(made.status, 200, made.text)
  const { cfdi } = made.json.data.record
  const read = await on.erp.admin.get(`${API}/Cfdi/${cfdi}`)
  assert.deepEqual(read.json.meta.changes_only, ['pdf'])
  const change = (model: string, id: number, body: object) =>
    on.erp.admin.send('PUT', `${API}/${model}/${id}`, {
      body,
      headers: { 'accept-language': 'es' },
    })
  for (const body of [{ total: '1' }, { estado: 'cancelado' }, { rfc_emisor: 'XAXX010101000' }]) {
    const refused = await change('Cfdi', cfdi, body)
    assert.deepEqual(verdict(refused), [409, 'INVALID_STATE'])
    assert.match(refused.json.errors[0].message, /se queda como lo envió su emisor/)
  }
  const [line] = (await on.get(`CfdiConcepto?cfdi=${cfdi}`)).data
  const refused = await change('CfdiConcepto', Number(line?.['id']), { importe: '1' })
  assert.deepEqual(verdict(refused), [409, 'INVALID_STATE'])
  const gone = await on.erp.admin.send('DELETE', `${API}/Cfdi/${cfdi}`)
  assert.equal(gone.status, 409)
  assert.equal((await on.erp.admin.get(`${API}/Cfdi/${cfdi}`)).json.data.total, 348)
})
