import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { warehousing, type Warehousing } from '../stock-fixture.ts'

/** A line of a sale: an article of which some are sold at a price. */
interface SoldLine {
  readonly articulo?: number
  readonly cantidad?: string
  readonly precio?: string
  readonly [field: string]: unknown
}

/** A company that sells what it keeps in stock. */
export interface Selling extends Warehousing {
  readonly almacen: number
  readonly moneda: number
  readonly condicion: number
  readonly vendedor: number
  readonly objeto: number
  customer(more?: object): Promise<number>
  /** An article of which so many lie in the warehouse, each at this cost. */
  stocked(cantidad: string, costo: string, more?: object): Promise<number>
  sale(cliente: number, lines: readonly SoldLine[], more?: object): Promise<number>
  run(model: string, action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  /** The same on one record, and it succeeds. */
  done(model: string, action: string, id: number, inputs?: object): Promise<void>
  read(model: string, id: number): Promise<Record<string, unknown>>
  linesOf(model: string, id: number): Promise<readonly Record<string, unknown>[]>
}

export async function selling(erp: ErpTest, client: HttpClient): Promise<Selling> {
  const company = await warehousing(erp, client)
  const create = (model: string, body: object) => company.create(model, body)
  const counter = { next: 0 }
  const next = () => {
    counter.next += 1
    return counter.next
  }
  const almacen = await company.warehouse()
  const [moneda, objeto, regimen] = await Promise.all([
    catalogId(erp, 'moneda', 'MXN'),
    catalogId(erp, 'objeto_impuesto', '02'),
    catalogId(erp, 'regimen_fiscal', '601'),
  ])
  const condicion = await create('CondicionPago', {
    clave: '30V',
    nombre: '30 días',
    dias: 30,
    aplica: 'clientes',
  })
  const vendedor = await create('Vendedor', { clave: 'V1', nombre: 'Ana', tipo: 'interno' })
  const run: Selling['run'] = (model, action, ids, inputs = {}) =>
    client.post(`${API}/${model}/actions/${action}`, { ids, ...inputs })
  return {
    ...company,
    almacen,
    moneda,
    condicion,
    vendedor,
    objeto,
    run,
    customer: (more = {}) =>
      create('Cliente', {
        clave: `C${next()}`,
        razon_social: 'Comercial del Sur',
        rfc: 'CSU010101AB1',
        regimen_fiscal: regimen,
        correo: 'compras@sur.example',
        estado: 'activo',
        ...more,
      }),
    stocked: async (cantidad, costo, more = {}) => {
      const articulo = await company.article('PROM', more)
      const lines = [{ articulo, cantidad, costo_unitario: costo }]
      await company.move('entrada', almacen, { lines })
      return articulo
    },
    sale: (cliente, lines, more = {}) =>
      create('Venta', {
        cliente,
        moneda,
        condicion_pago: condicion,
        vendedor,
        almacen,
        partidas: lines.map((line) => ({
          descripcion: 'Varilla',
          cantidad: '1',
          unidad: company.unidad,
          precio: '100',
          objeto_impuesto: objeto,
          ...line,
        })),
        ...more,
      }),
    done: async (model, action, id, inputs = {}) => {
      const answer = await run(model, action, [id], inputs)
      assert.equal(answer.json.meta?.succeeded, 1, `${action}: ${answer.text}`)
    },
    read: async (model, id) => (await client.get(`${API}/${model}/${id}`)).json.data,
    linesOf: async (model, id) =>
      (await client.get(`${API}/${model}/${id}?lines=true`)).json.data.partidas,
  }
}

async function catalogId(
  erp: ErpTest,
  table: 'moneda' | 'objeto_impuesto' | 'regimen_fiscal',
  clave: string,
): Promise<number> {
  const statements = {
    moneda: sql`select id from public.moneda where clave = ${clave}`,
    objeto_impuesto: sql`select id from public.objeto_impuesto where clave = ${clave}`,
    regimen_fiscal: sql`select id from public.regimen_fiscal where clave = ${clave}`,
  }
  const [row] = await erp.owner.query<{ id: number }>(statements[table])
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

/** The journal entries of a document by account, those of counter-entries negative; and all of them balance. */
export async function bookedOf(
  erp: ErpTest,
  model: string,
  id: number,
): Promise<Readonly<Record<string, number>>> {
  const rows = await erp.owner.query<{ clave: string; saldo: number }>(sql`
    select c.clave, sum(l.cargo - l.abono)::float8 as saldo
    from public.poliza p
    join public.modelo_sistema m on m.id = p.modelo and m.nombre = ${model}
    join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = p.empresa_id and c.id = l.cuenta_contable
    where p.empresa_id = ${erp.empresaId} and p.registro = ${String(id)} group by c.clave order by c.clave`)
  const sum = rows.reduce((total, { saldo }) => total + saldo, 0)
  assert.equal(Number(sum.toFixed(2)), 0, `the entries of ${model} ${id} balance`)
  return Object.fromEntries(rows.map(({ clave, saldo }) => [clave, saldo]))
}

/** The first refusal of a batch of one. */
export function refusal(answer: TestAnswer): Record<string, string> {
  const result = answer.json.data?.results?.[0]
  assert.equal(result?.ok, false, answer.text)
  return result.errors[0]
}
