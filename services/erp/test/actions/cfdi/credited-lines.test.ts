import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { API, verdict } from '../purchase-fixture.ts'
import { entryOf, idOf, type Shop } from './stamping-fixture.ts'
import { startStampingShop, type StampingShop } from './stamping-shop.ts'

// A service of its own: a PAC in the test's own process stamps for it.

let here: StampingShop
let own: Shop
/** The ids of what the lines of a sale are taxed by. */
let of: Readonly<Record<'objeto' | 'iva' | 'tasa' | 'exento' | 'producto' | 'relacion', number>>

before(async () => {
  here = await startStampingShop()
  ;({ own } = here)
  const id = async (table: Parameters<typeof idOf>[1], clave: string) =>
    await idOf(here.erp, table, clave)
  of = {
    objeto: await id(sql`objeto_impuesto`, '02'),
    iva: await id(sql`impuesto`, '002'),
    tasa: await id(sql`tipo_factor`, 'Tasa'),
    exento: await id(sql`tipo_factor`, 'Exento'),
    producto: await id(sql`clave_prod_serv`, '31161500'),
    relacion: await id(sql`tipo_relacion_cfdi`, '01'),
  }
})

after(() => here.stop())

interface Sold {
  readonly cantidad?: string
  readonly precio: string
  /** Null: it is exempt. */
  readonly tasa: string | null
  readonly impuestos: string
}

interface Sale {
  readonly venta: number
  /** The ids of its lines. */
  readonly lines: readonly number[]
}

async function invoiced(sold: readonly Sold[]): Promise<Sale> {
  const venta = await own.create('Venta', {
    cliente: own.cliente,
    fecha: '2026-03-02',
    moneda: own.moneda,
    condicion_pago: own.credito,
    partidas: sold.map(({ cantidad = '1', precio, tasa, impuestos }) => ({
      descripcion: 'Tornillo',
      clave_prod_serv: of.producto,
      cantidad,
      unidad: own.unidad,
      precio,
      objeto_impuesto: of.objeto,
      desglose: [
        {
          impuesto: of.iva,
          ambito: 'federal',
          tipo: 'traslado',
          factor: tasa === null ? of.exento : of.tasa,
          ...(tasa === null ? {} : { tasa }),
          base: (Number(cantidad) * Number(precio)).toFixed(2),
          importe: impuestos,
        },
      ],
    })),
  })
  for (const action of ['confirmar_venta', 'timbrar_venta']) {
    const answer = await own.actOn(action, venta)
    assert.equal(answer.status, 200, answer.text)
  }
  const lines = await own.list(`VentaPartida?venta=${venta}&sort=partida`)
  return { venta, lines: lines.map(({ id }) => Number(id)) }
}

interface Credited {
  /** Its place in the sale; without it the sale as a whole. */
  readonly line?: number
  readonly cantidad?: string
  readonly precio: string
}

async function draft(sale: Sale, credited: readonly Credited[], tipo = 'bonificacion') {
  return await own.create('NotaCreditoVenta', {
    fecha: '2026-03-02',
    cliente: own.cliente,
    tipo,
    tipo_relacion: of.relacion,
    moneda: own.moneda,
    partidas: credited.map(({ line, cantidad = '1', precio }) => ({
      venta: sale.venta,
      ...(line === undefined ? {} : { venta_partida: sale.lines[line - 1] }),
      descripcion: 'Bonificación',
      cantidad,
      precio,
    })),
  })
}

const stamp = (id: number): Promise<TestAnswer> =>
  own.client.post(`${API}/NotaCreditoVenta/${id}/actions/timbrar_nota_credito`, {})

const credit = async (...note: Parameters<typeof draft>) => await stamp(await draft(...note))

/** What a note that was stamped took of taxes. */
async function taken(...note: Parameters<typeof draft>): Promise<number> {
  const answer = await credit(...note)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data.record.impuestos
}

function refusal(answer: TestAnswer): readonly unknown[] {
  return [...verdict(answer), answer.json.errors?.[0]?.field]
}

async function wrong(): Promise<readonly string[]> {
  const rows: readonly { control: string; diferencia: number }[] = (
    await own.client.get(`${API}/reports/consistency`)
  ).json.data
  return rows.filter(({ diferencia }) => diferencia !== 0).map(({ control }) => control)
}

test('a line is not credited above what it was charged, though more is owed of its sale', async () => {
  const sale = await invoiced([
    { precio: '500.00', tasa: null, impuestos: '0' },
    { precio: '100.00', tasa: '0.16', impuestos: '16.00' },
  ])
  const answer = await credit(sale, [{ line: 2, precio: '200.00' }])
  assert.deepEqual(refusal(answer), [422, 'VALIDATION', 'partidas[1].importe'], answer.text)
  assert.match(
    answer.json.errors[0].message,
    /Partida 2 of Venta \S+ was charged 100\.00, .* 0\.00 was credited before: 100\.00 is left/,
  )
  const twice = await credit(sale, [
    { line: 2, precio: '60.00' },
    { line: 2, precio: '60.00' },
  ])
  assert.deepEqual(refusal(twice), [422, 'VALIDATION', 'partidas[2].importe'])
  assert.match(twice.json.errors[0].message, /60\.00 was credited before: 40\.00 is left/)
})

test('nor is it by several notes: what was credited before counts until its note is cancelled', async () => {
  const sale = await invoiced([
    { precio: '100.00', tasa: '0.16', impuestos: '16.00' },
    { precio: '1000.00', tasa: '0', impuestos: '0' },
  ])
  const first = await draft(sale, [{ line: 1, precio: '100.00' }])
  assert.equal((await stamp(first)).status, 200)
  const again = await credit(sale, [{ line: 1, precio: '100.00' }])
  assert.deepEqual(refusal(again), [422, 'VALIDATION', 'partidas[1].importe'])
  assert.match(again.json.errors[0].message, /100\.00 was credited before: 0\.00 is left/)
  assert.deepEqual(await entryOf(own, 'NotaCreditoVenta', first), [
    { cuenta: '105-01', cargo: '0.00', abono: '116.00' },
    { cuenta: '209-01', cargo: '16.00', abono: '0.00' },
    { cuenta: '402-01', cargo: '100.00', abono: '0.00' },
  ])
  const cancelled = await own.client.post(
    `${API}/NotaCreditoVenta/${first}/actions/cancelar_nota_credito`,
    { motivo: 'No procedía' },
  )
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal(await taken(sale, [{ line: 1, precio: '100.00' }]), 16)
})

test('of notes of one line that are stamped at once one is', async () => {
  const sale = await invoiced([
    { precio: '100.00', tasa: '0.16', impuestos: '16.00' },
    { precio: '1000.00', tasa: '0', impuestos: '0' },
  ])
  const notes = await Promise.all(
    Array.from({ length: 4 }, async () => await draft(sale, [{ line: 1, precio: '100.00' }])),
  )
  const batch = await own.client.post(`${API}/NotaCreditoVenta/actions/timbrar_nota_credito`, {
    ids: notes.slice(0, 2),
  })
  assert.equal(batch.json.meta.succeeded, 1, batch.text)
  const answers = await Promise.all(notes.slice(2).map(stamp))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 422],
  )
  const [sum] = await here.erp.owner.query<{ notas: number; iva: string }>(sql`
    select count(distinct n.id)::int4 as notas, sum(l.impuestos)::text as iva
    from public.nota_credito_venta n join public.nota_credito_venta_partida l on l.nota_credito = n.id
    where n.estado = 'aplicada' and l.venta = ${sale.venta}`)
  assert.deepEqual(sum, { notas: 1, iva: '16.00' })
})

test('parts of a line take its tax to the cent, whatever their rounding is', async () => {
  const sale = await invoiced([{ precio: '100.00', tasa: '0.16', impuestos: '16.00' }])
  const parts = ['33.34', '33.34', '33.32']
  const impuestos: number[] = []
  for (const precio of parts) impuestos.push(await taken(sale, [{ line: 1, precio }]))
  assert.deepEqual(impuestos, [5.33, 5.34, 5.33])
  assert.equal((await own.read('Venta', sale.venta))['estado'], 'pagada')
})

test('what is credited of a sale as a whole falls on each of its lines', async () => {
  const sale = await invoiced([
    { precio: '100.00', tasa: '0.16', impuestos: '16.00' },
    { precio: '300.00', tasa: '0', impuestos: '0' },
  ])
  assert.equal(await taken(sale, [{ precio: '200.00' }]), 8)
  const line = await credit(sale, [{ line: 1, precio: '50.01' }])
  assert.deepEqual(refusal(line), [422, 'VALIDATION', 'partidas[1].importe'])
  assert.match(line.json.errors[0].message, /50\.00 was credited before: 50\.00 is left/)
  assert.equal(await taken(sale, [{ line: 1, precio: '50.00' }]), 8)
  const whole = await credit(sale, [{ precio: '4.00' }])
  assert.deepEqual(refusal(whole), [422, 'VALIDATION', 'partidas[1].importe'])
  assert.match(whole.json.errors[0].message, /name the lines in venta_partida/)
  assert.equal(await taken(sale, [{ line: 2, precio: '150.00' }]), 0)
  const beyond = await credit(sale, [{ precio: '0.01' }])
  assert.match(beyond.json.errors[0].message, /400\.00 was credited before: 0\.00 is left/)
})

test('no more pieces come back than were sold', async () => {
  const sale = await invoiced([
    { cantidad: '10', precio: '10.00', tasa: '0.16', impuestos: '16.00' },
  ])
  const back = (cantidad: string) =>
    credit(sale, [{ line: 1, cantidad, precio: '5.00' }], 'devolucion')
  assert.equal((await back('6')).status, 200)
  const answer = await back('5')
  assert.deepEqual(refusal(answer), [422, 'VALIDATION', 'partidas[1].cantidad'])
  assert.match(answer.json.errors[0].message, /sold 10\S*, of which 6\S* .*: 4\S* is left/)
  const discount = await credit(sale, [{ line: 1, cantidad: '10', precio: '1.00' }])
  assert.equal(discount.status, 200, discount.text)
})

test('the books tell of what was credited above what was charged', async () => {
  assert.deepEqual(await wrong(), [])
  const sale = await invoiced([{ precio: '100.00', tasa: '0.16', impuestos: '16.00' }])
  await taken(sale, [{ line: 1, precio: '50.00' }])
  const lines = sql`public.nota_credito_venta_partida`
  await here.erp.owner.execute(
    sql`update ${lines} set importe = 100.01 where venta = ${sale.venta}`,
  )
  assert.deepEqual(await wrong(), ['acreditado'])
  await here.erp.owner.execute(sql`update ${lines} set importe = 50 where venta = ${sale.venta}`)
  await here.erp.owner.execute(
    sql`update ${lines} set impuestos = 16.01 where venta = ${sale.venta}`,
  )
  assert.deepEqual(await wrong(), ['acreditado'])
  await here.erp.owner.execute(sql`update ${lines} set impuestos = 8 where venta = ${sale.venta}`)
  assert.deepEqual(await wrong(), [])
})
