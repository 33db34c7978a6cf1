import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API, purchasing, type Purchasing } from '../purchase-fixture.ts'

/** What the API answers of a record. */
type Answered = Readonly<Record<string, unknown>>

/** A line of an order: what is bought, how much and at what price. */
interface OrderedLine {
  readonly articulo?: number
  readonly cantidad: string
  readonly precio: string
  readonly [field: string]: unknown
}

/** A company that buys, with a warehouse. */
export interface Receiving extends Purchasing {
  readonly erp: ErpTest
  readonly almacen: number
  article(more?: object): Promise<number>
  /** An authorized purchase. */
  order(lines: readonly OrderedLine[], more?: object): Promise<number>
  read(model: string, id: number): Promise<Answered>
  /** The lines of a purchase. */
  lines(compra: number): Promise<readonly Answered[]>
  run(model: string, action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  /** The receipts of a purchase, oldest first. */
  receipts(compra: number): Promise<readonly Answered[]>
  /** A draft of a receipt of lines of a purchase, by their places. */
  draft(
    compra: number,
    lines: readonly {
      readonly line?: number
      readonly cantidad: string
      readonly [x: string]: unknown
    }[],
    more?: object,
  ): Promise<number>
}

export async function receiving(erp: ErpTest): Promise<Receiving> {
  const company = await purchasing(erp, erp.admin)
  const sucursal = await company.create('Sucursal', { clave: 'MTZ', nombre: 'Matriz' })
  const almacen = await company.create('Almacen', {
    clave: 'GRAL',
    nombre: 'General',
    sucursal,
    tipo: 'general',
  })
  const counter = { next: 0 }
  const read: Receiving['read'] = async (model, id) => {
    const answer = await erp.admin.get(`${API}/${model}/${id}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }
  const lines: Receiving['lines'] = async (compra) =>
    (await erp.admin.get(`${API}/CompraPartida?compra=${compra}&sort=partida`)).json.data
  return {
    ...company,
    erp,
    almacen,
    read,
    lines,
    article: (more = {}) => {
      counter.next += 1
      const clave = `ART-${counter.next}`
      return company.create('Articulo', {
        clave,
        descripcion: clave,
        unidad: company.unidad,
        ...more,
      })
    },
    order: async (ordered, more = {}) => {
      const compra = await company.create('Compra', {
        proveedor: company.proveedor,
        moneda: company.moneda,
        condicion_pago: company.condicion,
        almacen,
        partidas: ordered.map((line) => ({
          descripcion: 'Varilla',
          unidad: company.unidad,
          ...line,
        })),
        ...more,
      })
      const answer = await company.actOn('autorizar_compra', compra)
      assert.equal(answer.json.data?.record.estado, 'autorizada', answer.text)
      return compra
    },
    run: (model, action, ids, inputs = {}) =>
      erp.admin.post(`${API}/${model}/actions/${action}`, { ids, ...inputs }),
    receipts: async (compra) =>
      (await erp.admin.get(`${API}/RecepcionCompra?compra=${compra}&sort=id`)).json.data,
    draft: async (compra, received, more = {}) => {
      const ordered = await lines(compra)
      return await company.create('RecepcionCompra', {
        compra,
        proveedor: company.proveedor,
        almacen,
        recibido_por: 1,
        moneda: company.moneda,
        partidas: received.map(({ line = 0, cantidad, ...rest }) => ({
          compra_partida: ordered[line]?.['id'],
          articulo: ordered[line]?.['articulo'] ?? null,
          cantidad_recibida: cantidad,
          cantidad_aceptada: cantidad,
          unidad: company.unidad,
          costo: ordered[line]?.['precio'],
          ...rest,
        })),
        ...more,
      })
    },
  }
}

/** The balances of accounts by their key, those at zero left out; what a supplier is owed is below zero. */
async function balances(erp: ErpTest): Promise<Readonly<Record<string, string>>> {
  const rows = await erp.owner.query<{ clave: string; saldo: string }>(sql`
    select c.clave, sum(l.cargo - l.abono)::text as saldo from public.poliza_partida l
    join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado <> 'borrador'
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where l.empresa_id = ${erp.empresaId} group by c.clave having sum(l.cargo - l.abono) <> 0 order by c.clave`)
  return Object.fromEntries(rows.map(({ clave, saldo }) => [clave, saldo]))
}

/** What the balances of accounts became by something. */
export async function booked(
  erp: ErpTest,
  something: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const before = await balances(erp)
  await something()
  const after = await balances(erp)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const changes = keys.map((key) => {
    const difference = Number(after[key] ?? 0) - Number(before[key] ?? 0)
    return [key, Number(difference.toFixed(2))] as const
  })
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

/** What must hold of the books and of stock at any moment. */
export async function assertBooksWhole(erp: ErpTest): Promise<void> {
  const unbalanced = await erp.owner.query(sql`
    select poliza, sum(cargo), sum(abono) from public.poliza_partida
    group by empresa_id, poliza having sum(cargo) <> sum(abono)`)
  assert.deepEqual(unbalanced, [], 'debits equal credits')
  const stock = await erp.owner.query(sql`
    select e.valor, c.saldo from
      (select coalesce(sum(importe), 0) as valor from public.existencia where empresa_id = ${erp.empresaId}) e,
      (select coalesce(sum(l.cargo - l.abono), 0) as saldo from public.poliza_partida l
       join public.cuenta_contable k on k.empresa_id = l.empresa_id and k.id = l.cuenta_contable and k.clave = '115-01'
       where l.empresa_id = ${erp.empresaId}) c where e.valor <> c.saldo`)
  assert.deepEqual(stock, [], 'stock is worth what the books say')
  const open = await erp.owner.query(sql`
    select r.valor, c.saldo from
      (select coalesce((select sum(coalesce(l.importe_base, 0) - l.importe_devuelto)
         from public.recepcion_compra_partida l join public.recepcion_compra r
           on r.empresa_id = l.empresa_id and r.id = l.recepcion and r.estado = 'aplicada' where l.empresa_id = ${erp.empresaId}), 0)
       + coalesce((select sum(s.importe_base) from public.recepcion_servicio s
         where s.empresa_id = ${erp.empresaId} and s.estado = 'aceptada'), 0) as valor) r,
      (select coalesce(sum(l.abono - l.cargo), 0) as saldo from public.poliza_partida l
       join public.cuenta_contable k on k.empresa_id = l.empresa_id and k.id = l.cuenta_contable and k.clave = '205-06'
       where l.empresa_id = ${erp.empresaId}) c where r.valor <> c.saldo`)
  assert.deepEqual(
    open,
    [],
    'goods received not invoiced are what receipts booked and returns took back',
  )
  const budget = await erp.owner.query(sql`
    select b.id from public.presupuesto_partida b
    left join lateral (
      select coalesce(sum(k.importe - k.importe_liberado) filter (where k.tipo = 'compromiso'), 0) as comprometido,
        coalesce(sum(k.importe) filter (where k.tipo = 'devengado' and k.estado <> 'cancelado'), 0) as devengado
      from public.compromiso_presupuesto k where k.empresa_id = b.empresa_id and k.presupuesto_partida = b.id) k on true
    where b.comprometido <> k.comprometido or b.devengado <> k.devengado
      or b.disponible <> b.importe + b.ampliaciones - b.reducciones - b.comprometido - b.devengado - b.ejercido`)
  assert.deepEqual(budget, [], 'budget lines are the sums of their commitments and accruals')
}
