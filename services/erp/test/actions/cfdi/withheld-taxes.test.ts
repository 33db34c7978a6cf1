import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { idOf, shop, type Shop } from './stamping-fixture.ts'
import {
  draftSale,
  invoiceXml,
  IVA_16,
  rateId,
  silentLine,
  taxedArticle,
  type Rate,
} from './taxed-goods.ts'

// Nobody types what is exempt or withheld: groups of articles and of parties say it.

const IVA_WITHHELD: Rate = { impuesto: '002', valor: '0.106667', tipo: 'retencion' }
const ISR_WITHHELD: Rate = { impuesto: '001', valor: '0.1', tipo: 'retencion' }
const PERSON = 'CACX7605101P8'

let erp: ErpTest
let own: Shop
let articulo: number
let libro: number
let flete: number
let honorarios: number
let withheld: { retencion_iva: number; retencion_isr: number }

before(async () => {
  erp = await startErp()
  own = await shop(erp, erp.admin)
  const tasa_iva = await rateId(own, IVA_16)
  withheld = {
    retencion_iva: await rateId(own, IVA_WITHHELD),
    retencion_isr: await rateId(own, ISR_WITHHELD),
  }
  articulo = await taxedArticle(own, 'ASESORIA', { tasa_iva })
  libro = await taxedArticle(own, 'LIBRO', { exento: true })
  const { retencion_iva } = withheld
  flete = await taxedArticle(own, 'FLETE', { tasa_iva, retencion_iva, valor_retencion_iva: '0.04' })
  honorarios = await own.create('GrupoFiscalArticulo', {
    clave: 'HONOR',
    nombre: 'Honorarios',
    ...withheld,
    valor_retencion_iva: '0.106667',
    valor_retencion_isr: '0.1',
  })
})

after(() => erp.stop())

async function supplier(clave: string, rfc: string, regimen: string): Promise<number> {
  return await own.create('Proveedor', {
    clave,
    razon_social: clave,
    rfc,
    regimen_fiscal: await idOf(erp, sql`regimen_fiscal`, regimen),
    grupo_fiscal: honorarios,
    estado: 'activo',
  })
}

/** The taxes of the lines of a record: `002 retencion 0.106667 1000.00 106.67`. */
async function taxes(model: 'Compra' | 'Venta', id: number): Promise<readonly string[]> {
  const [table, head] =
    model === 'Compra' ? [sql`compra_impuesto`, sql`compra`] : [sql`venta_impuesto`, sql`venta`]
  const rows = await erp.owner.query<{ tax: string }>(sql`
    select concat_ws(' ', i.clave, t.tipo, f.clave, t.tasa, t.base, t.importe) as tax from public.${table} t
    join public.impuesto i on i.id = t.impuesto join public.tipo_factor f on f.id = t.factor
    where t.empresa_id = ${erp.empresaId} and t.${head} = ${id} order by t.id`)
  return rows.map(({ tax }) => tax)
}

async function purchase(proveedor: number, articulos: readonly number[]): Promise<number> {
  const partidas = articulos.map((one) => ({
    articulo: one,
    descripcion: 'Servicio',
    cantidad: '1',
    unidad: own.unidad,
    precio: '1000',
  }))
  const { moneda, credito } = own
  return await own.create('Compra', { proveedor, moneda, condicion_pago: credito, partidas })
}

const IVA = '002 traslado Tasa 0.160000 1000.00 160.00'
const ISR_OF_FEES = '001 retencion Tasa 0.100000 1000.00 100.00'
const IVA_OF_FEES = '002 retencion Tasa 0.106667 1000.00 106.67'

test('a new company has groups for what is exempt and for what is usually withheld', async () => {
  const groups = await own.list('GrupoFiscalArticulo?sort=id&per_page=8')
  assert.deepEqual(
    groups.map(({ clave, exento, valor_retencion_iva: iva, valor_retencion_isr: isr }) =>
      [clave, exento, iva, isr].join(' '),
    ),
    [
      'IVA-16 false  ',
      'IVA-0 false  ',
      'EXENTO true  ',
      'HONORARIOS false 0.106667 0.1',
      'ARRENDA false 0.106667 0.1',
      'FLETES false 0.04 ',
      'RESICO false  0.0125',
      'RESICO-HON false 0.106667 0.0125',
    ],
  )
})

test('what is exempt is invoiced as exempt by its group alone', async () => {
  const line = await silentLine(own, libro, { precio: '350' })
  const { id, total } = (await draftSale(own, [line])).json.data
  assert.equal(total, 350)
  const xml = await invoiceXml(own, id)
  assert.match(xml, /<cfdi:Traslado Base="350.00" Impuesto="002" TipoFactor="Exento"\/>/)
  const changed = await draftSale(own, [line])
  const [partida] = changed.json.data.partidas
  await own.update('VentaPartida', partida.id, { cantidad: '2' })
  assert.deepEqual(await taxes('Venta', changed.json.data.id), ['002 traslado Exento 700.00 0.00'])
})

test('a company withholds of a person what the group of its supplier says, of another company no ISR', async () => {
  const person = await purchase(await supplier('P1', PERSON, '612'), [articulo])
  assert.deepEqual(await taxes('Compra', person), [IVA, IVA_OF_FEES, ISR_OF_FEES])
  const record = await own.read('Compra', person)
  assert.deepEqual([record['retenciones'], record['total']], [206.67, 953.33])
  const company = await purchase(await supplier('P2', 'URE180429TM6', '601'), [articulo])
  assert.deepEqual(await taxes('Compra', company), [IVA, IVA_OF_FEES])
})

test('what the group of an article withholds comes before what that of the party does', async () => {
  const id = await purchase(await supplier('P3', 'CACX7605101P9', '612'), [flete])
  assert.deepEqual(await taxes('Compra', id), [
    IVA,
    '002 retencion Tasa 0.040000 1000.00 40.00',
    ISR_OF_FEES,
  ])
})

test('of a freight a company withholds 4 % of IVA, a person nothing', async () => {
  const line = await silentLine(own, flete, { precio: '1000' })
  const sold = (await draftSale(own, [line])).json.data
  assert.equal(sold.total, 1120)
  assert.match(
    await invoiceXml(own, sold.id),
    /<cfdi:Retencion Base="1000.00" [^>]*Importe="40.00"/,
  )
  const person = await own.create('Cliente', {
    clave: 'PERSONA',
    razon_social: 'Xochilt Casas Chavez',
    rfc: PERSON,
    regimen_fiscal: await idOf(erp, sql`regimen_fiscal`, '612'),
    estado: 'activo',
  })
  const kept = (await draftSale(own, [line], { cliente: person })).json.data
  assert.deepEqual(await taxes('Venta', kept.id), [IVA])
  const added = await own.client.post(`${API}/VentaPartida`, {
    venta: kept.id,
    partida: 2,
    ...line,
  })
  assert.equal(added.json.data.retenciones, 0)
})

test('who forgets to withhold of a person is warned when the purchase is authorized', async () => {
  const proveedor = await supplier('P4', 'CACX7605101P7', '626')
  const withheldHere = await purchase(proveedor, [articulo])
  await own.update('Proveedor', proveedor, { grupo_fiscal: null })
  const forgotten = await purchase(proveedor, [articulo])
  const authorize = async (id: number) => {
    const answer = await own.client.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data.warnings ?? answer.json.warnings ?? answer.json.meta.warnings ?? []
  }
  assert.deepEqual(await authorize(withheldHere), [])
  const [warning] = await authorize(forgotten)
  assert.equal(warning?.code, 'WITHHOLDING_MISSING')
  assert.match(warning.message, /régimen 626.* 1\.25 % of ISR/)
})

test('a value that is withheld is within the range of its rate, and of a range one is said', async () => {
  const group = async (clave: string, more: object) =>
    await own.client.post(`${API}/GrupoFiscalArticulo`, { clave, nombre: clave, ...more })
  const { retencion_isr } = withheld
  const cases = [
    [{ retencion_isr, valor_retencion_isr: '0.0125' }, null],
    [
      { retencion_isr },
      'valor_retencion_isr is required: retencion_isr is a range, 0.000000 to 0.350000.',
    ],
    [
      { retencion_isr, valor_retencion_isr: '0.4' },
      'valor_retencion_isr is 0.4, but must be within retencion_isr, 0.000000 to 0.350000.',
    ],
    [
      { valor_retencion_isr: '0.1' },
      'valor_retencion_isr is 0.1, but there is no retencion_isr that it could be a value of.',
    ],
  ] as const
  for (const [i, [more, message]] of cases.entries()) {
    const answer = await group(`G${i}`, more)
    if (message === null) assert.equal(answer.status, 201, answer.text)
    else assert.deepEqual([answer.status, answer.json.errors[0]?.message], [422, message])
  }
})

test('a person under RESICO invoices a company with 1.25 % withheld, by the group of the customer', async () => {
  const other = await startErp()
  const person = await shop(other, other.admin, PERSON)
  const [record] = await person.list('Empresa')
  const regimen_fiscal = await idOf(other, sql`regimen_fiscal`, '626')
  await person.update('Empresa', Number(record?.['id']), {
    razon_social: 'Xochilt Casas Chavez',
    regimen_fiscal,
  })
  const asesoria = await taxedArticle(person, 'ASESORIA', {
    tasa_iva: await rateId(person, IVA_16),
  })
  const line = await silentLine(person, asesoria, { precio: '1000' })
  const forgotten = (await draftSale(person, [line])).json.data
  const confirmed = await person.actOn('confirmar_venta', forgotten.id)
  assert.match(confirmed.text, /WITHHOLDING_MISSING/)
  const grupo_fiscal = await person.create('GrupoFiscalArticulo', {
    clave: 'RES',
    nombre: 'RESICO',
    retencion_isr: withheld.retencion_isr,
    valor_retencion_isr: '0.0125',
  })
  await person.update('Cliente', person.cliente, { grupo_fiscal })
  const sold = (await draftSale(person, [line])).json.data
  assert.deepEqual([sold.retenciones, sold.total], [12.5, 1147.5])
  const xml = await invoiceXml(person, sold.id)
  assert.match(xml, /<cfdi:Retencion Base="1000.00" Impuesto="001" [^>]*TasaOCuota="0.012500"/)
  await other.stop()
})
