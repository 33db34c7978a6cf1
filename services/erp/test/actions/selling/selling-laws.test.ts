import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ADMIN } from '../../admin.ts'
import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'
import { selling, type Selling } from './selling-fixture.ts'

// A service of its own: its laws hold for all rows of the database.

// Deep: it takes random sequences of sales.

// More runs show more, and take longer.
const RUNS = Number(process.env['SELLING_RUNS'] ?? '3')
const SALES = 4

let erp: ErpTest
let company: Selling
let second: Awaited<ReturnType<ErpTest['secondServer']>>
/** Two users of two processes. */
let users: readonly HttpClient[]
let cliente: number
let motivo: number

before(async () => {
  erp = await startOwnErp()
  company = await selling(erp, erp.admin)
  second = await erp.secondServer()
  const login = await second.client.post(`${API}/auth/login`, ADMIN)
  const authorization = `Bearer ${login.json.data.token}`
  users = [erp.admin, second.client.with({ authorization })]
  cliente = await company.customer()
  motivo = await company.create('MotivoDevolucion', {
    clave: 'M',
    nombre: 'No era lo pedido',
    responsable: 'ventas',
    destino: 'reingreso',
  })
})

after(async () => {
  await second.stop()
  await erp.stop()
})

/** What may be refused; anything else is a fault. */
const REFUSALS = new Set([
  'INVALID_STATE',
  'HAS_DEPENDENTS',
  'OUT_OF_STOCK',
  'VALIDATION',
  'NOT_FOUND',
])

function assertUnderstood(answer: TestAnswer): void {
  const { errors, data } = answer.json
  const failed: readonly { readonly errors?: readonly { code: string }[] }[] = data?.results ?? []
  const codes = [...(errors ?? []), ...failed.flatMap((one) => one.errors ?? [])].map(
    ({ code }: { code: string }) => code,
  )
  const strange = codes.filter((code) => !REFUSALS.has(code))
  assert.deepEqual(strange, [], answer.text)
}

const step = fc.record({
  kind: fc.constantFrom(
    'confirmar_venta',
    'confirmar_venta',
    'entregar',
    'entregar',
    'entregar',
    'cancelar_remision',
    'regresar_venta',
    'devolver',
    'recibir',
    'recibir',
    'cancelar_devolucion',
  ),
  sale: fc.nat({ max: SALES - 1 }),
  cantidad: fc.integer({ min: 1, max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const reason = { motivo: 'Por la prueba' }

async function take(client: HttpClient, sales: readonly number[], one: Step): Promise<void> {
  const venta = sales[one.sale] ?? 0
  const latest = async (model: string, estado: string): Promise<number> => {
    const path = `${API}/${model}?venta=${venta}&estado=${estado}&sort=-id&per_page=1`
    return (await client.get(path)).json.data[0]?.id ?? 0
  }
  const onOne = (model: string, id: number, action: string, inputs: object = {}) =>
    client.post(`${API}/${model}/${id}/actions/${action}`, inputs)
  const answers: TestAnswer[] = []
  switch (one.kind) {
    case 'confirmar_venta':
      answers.push(await onOne('Venta', venta, one.kind))
      break
    case 'regresar_venta':
      answers.push(await onOne('Venta', venta, one.kind, reason))
      break
    case 'entregar': {
      const partidas = [{ partida: 1, cantidad: String(one.cantidad) }]
      answers.push(await onOne('Venta', venta, one.kind, { partidas }))
      break
    }
    case 'cancelar_remision':
      answers.push(
        await onOne('RemisionVenta', await latest('RemisionVenta', 'entregada'), one.kind, reason),
      )
      break
    case 'devolver': {
      const devolucion = await givenBack(venta, one.cantidad)
      answers.push(await onOne('DevolucionVenta', devolucion, 'autorizar_devolucion'))
      break
    }
    case 'recibir': {
      const devolucion = await latest('DevolucionVenta', 'autorizada')
      answers.push(await onOne('DevolucionVenta', devolucion, 'recibir_devolucion'))
      break
    }
    case 'cancelar_devolucion': {
      const devolucion = await latest('DevolucionVenta', 'recibida')
      answers.push(await onOne('DevolucionVenta', devolucion, one.kind, reason))
    }
  }
  for (const answer of answers) assertUnderstood(answer)
}

async function givenBack(venta: number, cantidad: number): Promise<number> {
  const [line] = await company.linesOf('Venta', venta)
  return await company.create('DevolucionVenta', {
    cliente,
    venta,
    motivo_devolucion: motivo,
    almacen: company.almacen,
    moneda: company.moneda,
    partidas: [
      {
        venta_partida: line?.['id'],
        articulo: line?.['articulo'],
        cantidad_devuelta: String(cantidad),
        precio: '100',
      },
    ],
  })
}

/** What is put aside is what reservations hold, and what was delivered and came back is what documents say. */
async function assertSalesWhole(): Promise<void> {
  const reserved = await erp.allRows(sql`
    select e.articulo, e.almacen, sum(e.reservada) as apartada, coalesce(max(r.queda), 0) as queda
    from public.existencia e
    left join (select articulo, almacen, sum(cantidad - cantidad_surtida) as queda from public.reserva_inventario
      where estado = 'vigente' group by articulo, almacen) r using (articulo, almacen)
    group by e.articulo, e.almacen having sum(e.reservada) <> coalesce(max(r.queda), 0)`)
  assert.deepEqual(reserved, [], 'what stock has put aside is what reservations hold')
  const lines = await erp.allRows(sql`
    select p.id, p.cantidad, p.cantidad_entregada, s.salida, p.cantidad_devuelta, d.vuelta, p.costo
    from public.venta_partida p join public.venta v on v.id = p.venta
    left join lateral (select coalesce(sum(l.cantidad), 0) as salida from public.remision_venta_partida l
      join public.remision_venta r on r.id = l.remision and r.estado = 'entregada' where l.venta_partida = p.id) s on true
    left join lateral (select coalesce(sum(l.cantidad_aceptada), 0) as vuelta from public.devolucion_venta_partida l
      join public.devolucion_venta d on d.id = l.devolucion and d.estado = 'recibida' where l.venta_partida = p.id) d on true
    where coalesce(p.cantidad_entregada, 0) <> s.salida or coalesce(p.cantidad_devuelta, 0) <> d.vuelta
      or s.salida > p.cantidad or d.vuelta > s.salida or (s.salida > 0 and v.estado <> 'confirmada')
      or (v.estado = 'confirmada' and p.reserva is null)`)
  assert.deepEqual(
    lines,
    [],
    'lines of sales count what was delivered and came back, and no more than was sold',
  )
}

/** What the books have of inventory is what sales moved of it. */
async function assertBooksWhole(): Promise<void> {
  const [row] = await erp.allRows<{ libros: string; movido: string }>(sql`
    select
      (select coalesce(sum(l.cargo - l.abono), 0)::numeric(18, 2)::text from public.poliza_partida l
        join public.cuenta_contable c on c.id = l.cuenta_contable and c.clave = '115-01'
        join public.poliza p on p.id = l.poliza
        join public.modelo_sistema m on m.id = p.modelo and m.nombre in ('RemisionVenta', 'DevolucionVenta')) as libros,
      (select coalesce(sum(coalesce(l.valor_entrada, 0) - coalesce(l.valor_salida, 0)), 0)::numeric(18, 2)::text
        from public.movimiento_inventario_partida l
        join public.movimiento_inventario v on v.id = l.movimiento
        left join public.movimiento_inventario o on o.id = v.movimiento_reversa
        join public.modelo_sistema m on m.id = coalesce(o.modelo, v.modelo)
          and m.nombre in ('RemisionVenta', 'DevolucionVenta')) as movido`)
  assert.equal(row?.libros, row?.movido, 'inventory in the books is what moved')
}

test('whatever is sold, delivered, given back and taken back by several at once, stock, sales and books agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const articulo = await company.stocked('8', '33.33')
      const sales = await Promise.all(
        Array.from({ length: SALES }, () => company.sale(cliente, [{ articulo, cantidad: '3' }])),
      )
      for (let i = 0; i < steps.length; i += 3) {
        const together = steps.slice(i, i + 3)
        await Promise.all(
          together.map((one, n) => take(users[n % users.length] ?? erp.admin, sales, one)),
        )
      }
      await assertStockWhole(erp)
      await assertSalesWhole()
      await assertBooksWhole()
    }),
    { numRuns: RUNS },
  )
})
