import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../erp-service.ts'
import { API } from './purchase-fixture.ts'

type Nature = 'entrada' | 'salida' | 'traspaso' | 'ajuste'

/** A line of a movement: what moves and how much, at what cost one. */
interface Line {
  readonly articulo: number
  readonly cantidad: string
  readonly costo_unitario?: string
  readonly unidad?: number
  readonly ubicacion?: number
  readonly ubicacion_destino?: number
  readonly lote?: number
  readonly serie?: number
  readonly reserva?: number
}

/** What stands in Existencia, by the id of its row. */
export interface Stock {
  readonly cantidad: number
  readonly importe: number
  readonly costo_promedio: number
  readonly reservada: number
}

/** A company that keeps stock. */
export interface Warehousing {
  readonly client: HttpClient
  readonly unidad: number
  readonly sucursal: number
  create(model: string, body: object): Promise<number>
  warehouse(more?: object): Promise<number>
  article(metodo: string, more?: object): Promise<number>
  /** A draft of a movement with its lines. */
  draft(
    nature: Nature,
    almacen: number,
    of: { lines: readonly Line[]; more?: object },
  ): Promise<number>
  act(action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  /** A movement that is applied at once. */
  move(
    nature: Nature,
    almacen: number,
    of: { lines: readonly Line[]; more?: object },
  ): Promise<number>
  /** All of an article in a warehouse. */
  stock(articulo: number, almacen: number): Promise<Stock>
  rows(articulo: number, almacen: number): Promise<readonly Record<string, unknown>[]>
}

export async function warehousing(erp: ErpTest, client: HttpClient): Promise<Warehousing> {
  const counter = { next: 0 }
  const next = () => {
    counter.next += 1
    return counter.next
  }
  const create = async (model: string, body: object): Promise<number> => {
    const answer = await client.post(`${API}/${model}`, body)
    assert.equal(answer.status, 201, `${model}: ${answer.text}`)
    return answer.json.data.id
  }
  const unidad = await catalogId(erp, 'unidad_medida', null)
  const sucursal = await create('Sucursal', { clave: 'MTZ', nombre: 'Matriz' })
  const concepts = new Map<Nature, number>()
  for (const naturaleza of ['entrada', 'salida', 'traspaso', 'ajuste'] as const) {
    const clave = `P-${naturaleza.slice(0, 4)}`
    concepts.set(
      naturaleza,
      await create('ConceptoInventario', { clave, nombre: naturaleza, naturaleza, activo: true }),
    )
  }
  const act: Warehousing['act'] = (action, ids, inputs = {}) =>
    client.post(`${API}/MovimientoInventario/actions/${action}`, { ids, ...inputs })
  const draft: Warehousing['draft'] = async (nature, almacen, { lines, more }) => {
    const movimiento = await create('MovimientoInventario', {
      folio: `M-${next()}`,
      concepto: concepts.get(nature),
      almacen,
      ...more,
    })
    for (const [index, line] of lines.entries()) {
      await create('MovimientoInventarioPartida', {
        movimiento,
        partida: index + 1,
        unidad,
        ...line,
      })
    }
    return movimiento
  }
  const rows: Warehousing['rows'] = async (articulo, almacen) => {
    const path = `${API}/Existencia?articulo=${articulo}&almacen=${almacen}&sort=id`
    return (await client.get(path)).json.data
  }
  return {
    client,
    unidad,
    sucursal,
    create,
    warehouse: (more = {}) => {
      const clave = `A${next()}`
      return create('Almacen', { clave, nombre: clave, sucursal, tipo: 'general', ...more })
    },
    article: async (metodo, more = {}) => {
      const clave = `ART${next()}`
      return await create('Articulo', {
        clave,
        descripcion: clave,
        unidad,
        metodo_costeo: await catalogId(erp, 'metodo_costeo', metodo),
        ...more,
      })
    },
    draft,
    act,
    move: async (nature, almacen, of) => {
      const id = await draft(nature, almacen, of)
      const answer = await act('aplicar_movimiento', [id])
      assert.equal(answer.json.meta.succeeded, 1, answer.text)
      return id
    },
    rows,
    stock: async (articulo, almacen) => {
      const all = (await rows(articulo, almacen)) as unknown as readonly Stock[]
      const sum = (name: keyof Stock) =>
        Number(all.reduce((total, row) => total + row[name], 0).toFixed(6))
      return {
        cantidad: sum('cantidad'),
        importe: sum('importe'),
        costo_promedio: all[0]?.costo_promedio ?? 0,
        reservada: sum('reservada'),
      }
    },
  }
}

async function catalogId(
  erp: ErpTest,
  table: 'unidad_medida' | 'metodo_costeo',
  clave: string | null,
): Promise<number> {
  const [row] =
    table === 'unidad_medida'
      ? await erp.owner.query<{ id: number }>(
          sql`select id from public.unidad_medida where ${clave}::text is null or clave = ${clave} order by id limit 1`,
        )
      : await erp.owner.query<{ id: number }>(
          sql`select id from public.metodo_costeo where clave = ${clave}`,
        )
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

/**
 * What must hold of all stock at any moment: the lines that moved add up to Existencia, in quantity and value, layers to
 * what is there, and nothing has a value without quantity.
 */
export async function assertStockWhole(erp: ErpTest): Promise<void> {
  const differing = await erp.owner.query(sql`
    with movido as (
      select empresa_id, articulo, almacen, sum(cantidad) as cantidad, sum(valor) as valor from (
        select empresa_id, articulo, almacen_entrada as almacen, cantidad_base as cantidad, valor_entrada as valor
        from public.movimiento_inventario_partida where almacen_entrada is not null
        union all
        select empresa_id, articulo, almacen_salida, -cantidad_base, -valor_salida
        from public.movimiento_inventario_partida where almacen_salida is not null) m
      group by empresa_id, articulo, almacen),
    hay as (
      select empresa_id, articulo, almacen, sum(cantidad) as cantidad, sum(importe) as valor, sum(reservada) as reservada
      from public.existencia group by empresa_id, articulo, almacen),
    capas as (
      select empresa_id, articulo, almacen, sum(cantidad_disponible) as cantidad, sum(importe_disponible) as valor
      from public.capa_costo group by empresa_id, articulo, almacen)
    select e.articulo, e.almacen, e.cantidad, m.cantidad as movida, e.valor, m.valor as movido, c.cantidad as en_capas,
      c.valor as valor_de_capas
    from hay e
    left join movido m on m.empresa_id = e.empresa_id and m.articulo = e.articulo and m.almacen = e.almacen
    left join capas c on c.empresa_id = e.empresa_id and c.articulo = e.articulo and c.almacen = e.almacen
    where e.cantidad <> coalesce(m.cantidad, 0) or e.valor <> coalesce(m.valor, 0)
      or (e.cantidad >= 0 and c.cantidad is not null and (c.cantidad <> e.cantidad or c.valor <> e.valor))
      or e.reservada < 0`)
  assert.deepEqual(
    differing,
    [],
    'the lines that moved add up to Existencia, and layers to what is there',
  )
  const odd = await erp.owner.query(sql`
    select e.* from public.existencia e
    join public.almacen a on a.empresa_id = e.empresa_id and a.id = e.almacen
    where (e.cantidad = 0 and e.importe <> 0) or (e.cantidad < 0 and not a.permite_negativos)`)
  assert.deepEqual(odd, [], 'no value without quantity, and nothing below zero that may not be')
  await assertBooksHoldStock(erp)
}

/**
 * The accounts of stock hold what Existencia is worth, and 115-05 what is under way where no warehouse holds it.
 */
async function assertBooksHoldStock(erp: ErpTest): Promise<void> {
  const differing = await erp.owner.query(sql`
    with propia as (
      select empresa_id, id, clave from public.cuenta_contable where clave in ('115-01', '115-05')),
    valor as (
      select e.empresa_id, coalesce(c.cuenta_inventario, p.id) as cuenta, sum(e.importe) as valor
      from public.existencia e
      join public.articulo a on a.empresa_id = e.empresa_id and a.id = e.articulo
      left join public.categoria_inventario c on c.empresa_id = a.empresa_id and c.id = a.categoria
      join propia p on p.empresa_id = e.empresa_id and p.clave = '115-01'
      group by 1, 2
      union all
      select t.empresa_id, p.id, sum(l.importe_transito)
      from public.traspaso_almacen_partida l
      join public.traspaso_almacen t on t.empresa_id = l.empresa_id and t.id = l.traspaso and t.almacen_transito is null
      join propia p on p.empresa_id = t.empresa_id and p.clave = '115-05'
      group by 1, 2),
    libros as (
      select l.empresa_id, l.cuenta_contable as cuenta, sum(l.cargo - l.abono) as saldo
      from public.poliza_partida l
      join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado in ('aplicada', 'reversada')
      group by 1, 2)
    select v.empresa_id, v.cuenta, v.valor, b.saldo from valor v
    left join libros b on b.empresa_id = v.empresa_id and b.cuenta = v.cuenta
    where coalesce(v.valor, 0) <> coalesce(b.saldo, 0)`)
  assert.deepEqual(differing, [], 'the books hold what stock is worth')
  const unbalanced = await erp.owner.query(sql`
    select p.id from public.poliza p
    join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    group by p.empresa_id, p.id, p.total_cargo
    having sum(l.cargo) <> sum(l.abono) or sum(l.cargo) <> p.total_cargo or sum(l.cargo) = 0`)
  assert.deepEqual(unbalanced, [], 'entries balance')
}
