import assert from 'node:assert/strict'

import { sql, type Sql } from '@oficina/kit/sql.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import {
  composePagos,
  paidInvoice,
  PAYMENT_DOCUMENT,
} from '../../../src/fiscal/cfdi/compose/payments.ts'
import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import { HEAD } from '../../cfdi/any-cfdi.ts'
import { counter as counterOf, type Counter } from '../cfdi/global-fixture.ts'
import { csdInputs, idOf, shop, type Shop } from '../cfdi/stamping-fixture.ts'
import { books, type Books } from '../entry-fixture.ts'
import { hiring, type Hiring } from '../hiring-fixture.ts'
import { supplied, type Supplied } from '../payables/supplier-fixture.ts'
import { API } from '../purchase-fixture.ts'
import { warehousing, type Warehousing } from '../stock-fixture.ts'

export const REASON = { motivo: 'Por la prueba' }
export const DAY = '2026-03-02'

type Row = Readonly<Record<string, string | number | boolean | null>>

/** An invoice of a supplier, and what it is of. */
interface Billed {
  readonly id: number
  readonly xml: string
  readonly compra: number
  readonly recepcion: number
  readonly proveedor: number
}

/** A company in which every action has something to do: it buys, keeps stock, sells, invoices, is paid and pays. */
export interface World {
  readonly on: Supplied
  readonly store: Shop
  readonly stock: Warehousing
  readonly ledger: Books
  /** Where whoever comes is sold to. */
  readonly till: Counter
  readonly people: Hiring
  readonly almacen: number
  readonly otroAlmacen: number
  readonly banco: number
  readonly forma: number
  readonly gasto: number
  readonly relacion: number
  readonly motivoDevolucion: number
  /** Another number each time. */
  next(): number
  create(model: string, body: object): Promise<number>
  change(model: string, id: number, body: object): Promise<void>
  act(model: string, action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  /** The same on one record, and it succeeds. */
  done(model: string, action: string, id: number, inputs?: object): Promise<number>
  /** An action without a record, which succeeds; its id. */
  made(model: string, action: string, inputs: object): Promise<number>
  list(path: string): Promise<readonly Row[]>
  one(path: string): Promise<number>
  /** An article of which so many lie in the warehouse. */
  stocked(cantidad?: string, metodo?: string): Promise<number>
  /** An invoice of a supplier of its own, of goods that were received. */
  billed(neto?: string): Promise<Billed>
  /** The invoice of another order of the same supplier. */
  billedAgain(bill: Billed, compra: number, neto: string): Promise<number>
  /** A draft of a payment of invoices, the rest an advance. */
  payment(bills: readonly Billed[], importe: string, of?: string): Promise<number>
  /** The supplier's complement of a payment of all of an invoice. */
  complement(bill: Billed, importe: string): Promise<string>
  /** The supplier's credit note of an invoice, with IVA beside it. */
  note(bill: Billed, neto: string): Promise<string>
  /** A confirmed sale, of an article in stock when one is named. */
  sale(importe: string, articulo?: number): Promise<number>
  saleDraft(articulo: number, cantidad: string, more?: object): Promise<number>
  /** The receivable of a sale that is invoiced. */
  invoiced(venta: number): Promise<number>
  cobro(
    importe: string,
    lines: readonly { readonly cuenta: number; readonly importe: string }[],
  ): Promise<number>
  csd(): Promise<object>
  stop(): Promise<void>
}

export async function world(): Promise<World> {
  const on = await supplied()
  try {
    return await openWorld(on)
  } catch (error) {
    await on.stop()
    throw error
  }
}

async function openWorld(on: Supplied): Promise<World> {
  const { erp, simulated } = on
  const rfc = HEAD.Receptor.Rfc
  const store = await shop(erp, erp.admin, rfc)
  const stock = await warehousing(erp, erp.admin)
  const ledger = await books(erp, erp.admin)
  const people = await hiring(erp)
  const counter = { next: 0 }
  const next = () => {
    counter.next += 1
    return counter.next
  }
  const create: World['create'] = (model, body) => on.create(model, body)
  const list: World['list'] = async (path) => {
    const answer = await erp.admin.get(`${API}/${path}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }
  const one: World['one'] = async (path) => {
    const [row] = await list(path)
    assert.ok(row, path)
    return Number(row['id'])
  }
  const act: World['act'] = (model, action, ids, inputs = {}) =>
    erp.admin.post(`${API}/${model}/actions/${action}`, { ids, ...inputs })
  const made: World['made'] = async (model, action, inputs) => {
    const answer = await erp.admin.post(`${API}/${model}/actions/${action}`, inputs)
    assert.equal(answer.status, 200, `${model}.${action}: ${answer.text}`)
    return answer.json.data.id
  }
  const done: World['done'] = async (model, action, id, inputs = {}) => {
    const answer = await erp.admin.post(`${API}/${model}/${id}/actions/${action}`, inputs)
    assert.equal(answer.status, 200, `${model}.${action}: ${answer.text}`)
    return id
  }
  const csd = () => csdInputs(simulated, rfc)
  await made('CertificadoSat', 'registrar_certificado', await csd())
  const banco = await bankAccount({ on, create, one })
  const forma = await create('FormaPago', {
    clave: 'TRANS',
    nombre: 'Transferencia',
    forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, '03'),
    cuenta_bancaria: banco,
    activo: true,
  })
  const base = { on, next, create, list, one, done, made }
  const { almacen } = on
  const more = { almacen, banco, forma }
  return {
    ...base,
    ...more,
    ...buyingOf(base, more),
    ...sellingOf(base, {
      ...more,
      store,
      stock,
      objeto: await idOf(erp, sql`objeto_impuesto`, '01'),
    }),
    store,
    stock,
    ledger,
    till: await counterOf(erp, store),
    people,
    otroAlmacen: await stock.warehouse(),
    gasto: await create('CatalogoGasto', {
      clave: 'LUZ',
      nombre: 'Energía eléctrica',
      cuenta_contable: await one('CuentaContable?clave=601-84'),
      activo: true,
    }),
    relacion: await idOf(erp, sql`tipo_relacion_cfdi`, '01'),
    motivoDevolucion: await create('MotivoDevolucion', {
      clave: 'M',
      nombre: 'No era lo pedido',
      responsable: 'ventas',
      destino: 'reingreso',
    }),
    change: async (model, id, body) => {
      const answer = await erp.admin.send('PUT', `${API}/${model}/${id}`, { body })
      assert.equal(answer.status, 200, answer.text)
    },
    act,
    csd,
    stop: async () => {
      await on.stop()
    },
  }
}

type Base = Pick<World, 'on' | 'next' | 'create' | 'list' | 'one' | 'done' | 'made'>

async function bankAccount({
  on,
  create,
  one,
}: Pick<World, 'on' | 'create' | 'one'>): Promise<number> {
  const first = async (statement: Sql) => {
    const [row] = await on.erp.owner.query<{ id: number }>(statement)
    assert.ok(row)
    return row.id
  }
  return await create('CuentaBancaria', {
    clave: 'B1',
    nombre: 'Banco',
    banco: await first(sql`select id from public.banco order by id limit 1`),
    tipo: await first(sql`select id from public.tipo_cuenta_bancaria order by id limit 1`),
    numero_cuenta: '0001',
    moneda: on.buying.moneda,
    cuenta_contable: await one('CuentaContable?clave=102-01'),
    activo: true,
  })
}

function uuidOf(xml: string) {
  const read = readCfdi(Buffer.from(xml))
  assert.ok(read.ok)
  const { comprobante } = read.value
  return { comprobante, uuid: comprobante.Complemento?.TimbreFiscalDigital?.UUID ?? '' }
}

const LETTERS = 'CDEFGHIJKLMNOPQRSTUVWXYZ'

type BuyingPart = Pick<World, 'billed' | 'billedAgain' | 'payment' | 'complement' | 'note'>

function buyingOf(
  { on, next, create, made }: Base,
  { banco, forma }: Pick<World, 'almacen' | 'banco' | 'forma'>,
): BuyingPart {
  const csds = new Map<number, Awaited<ReturnType<Supplied['simulated']['csdOf']>>>()
  const csdOf = (proveedor: number) => {
    const csd = csds.get(proveedor)
    assert.ok(csd)
    return csd
  }
  return {
    billed: async (neto = '100') => {
      const n = next()
      const rfc = `${LETTERS[n % 24] ?? 'A'}${LETTERS[Math.floor(n / 24) % 24] ?? 'A'}O010101AB1`
      const proveedor = await create('Proveedor', {
        clave: `P-${n}`,
        razon_social: `Proveedor ${n}`,
        rfc,
        estado: 'activo',
      })
      csds.set(proveedor, await on.simulated.csdOf(rfc))
      const compra = await on.order([{ cantidad: '1', precio: neto }], { proveedor })
      const recepcion = await on.receive(compra, ['1'])
      const xml = await on.bill([{ cantidad: '1', precio: neto }], {}, csdOf(proveedor))
      const id = await made('CuentaPorPagar', 'registrar_factura', { xml, compra })
      return { id, xml, compra, recepcion, proveedor }
    },
    billedAgain: async ({ proveedor }, compra, neto) => {
      const xml = await on.bill([{ cantidad: '1', precio: neto }], {}, csdOf(proveedor))
      return await made('CuentaPorPagar', 'registrar_factura', { xml, compra })
    },
    payment: (bills, importe, of) =>
      create('PagoProveedor', {
        fecha: DAY,
        proveedor: bills[0]?.proveedor,
        forma_pago: forma,
        cuenta_bancaria: banco,
        moneda: on.buying.moneda,
        importe,
        aplicaciones:
          of === '0' ? [] : bills.map(({ id }) => ({ cuenta: id, importe: of ?? importe })),
      }),
    complement: async (bill, importe) => {
      const { comprobante, uuid } = uuidOf(bill.xml)
      const documentos = [
        {
          invoice: paidInvoice(uuid, comprobante),
          NumParcialidad: 1,
          ImpSaldoAnt: importe,
          ImpPagado: importe,
        },
      ]
      const pagos = composePagos(
        [{ FechaPago: `${DAY}T12:00:00`, FormaDePagoP: '03', MonedaP: 'MXN', documentos }],
        () => 2,
      )
      return await on.bill(
        [],
        {
          ...PAYMENT_DOCUMENT,
          Receptor: { ...HEAD.Receptor, UsoCFDI: 'CP01' },
          MetodoPago: undefined,
          FormaPago: undefined,
          pagos,
        },
        csdOf(bill.proveedor),
      )
    },
    note: (bill, neto) =>
      on.bill(
        [{ cantidad: '1', precio: neto, descripcion: 'Bonificación' }],
        {
          TipoDeComprobante: 'E',
          MetodoPago: 'PUE',
          FormaPago: '15',
          CfdiRelacionados: [
            { TipoRelacion: '01', CfdiRelacionado: [{ UUID: uuidOf(bill.xml).uuid }] },
          ],
        },
        csdOf(bill.proveedor),
      ),
  }
}

type SellingPart = Pick<World, 'stocked' | 'sale' | 'saleDraft' | 'invoiced' | 'cobro'>

function sellingOf(
  { create, done, one }: Base,
  {
    almacen,
    banco,
    forma,
    store,
    stock,
    objeto,
  }: Pick<World, 'almacen' | 'banco' | 'forma' | 'store' | 'stock'> & { readonly objeto: number },
): SellingPart {
  return {
    stocked: async (cantidad = '20', metodo = 'PROM') => {
      const articulo = await stock.article(metodo)
      const lines = [{ articulo, cantidad, costo_unitario: '3.33' }]
      await stock.move('entrada', almacen, { lines })
      return articulo
    },
    sale: (importe, articulo) =>
      store.sale(
        importe,
        articulo === undefined ? {} : { venta: { almacen }, partida: { articulo } },
      ),
    saleDraft: (articulo, cantidad, more = {}) =>
      create('Venta', {
        cliente: store.cliente,
        fecha: DAY,
        moneda: store.moneda,
        condicion_pago: store.credito,
        almacen,
        partidas: [
          {
            articulo,
            descripcion: 'Varilla',
            cantidad,
            unidad: store.unidad,
            precio: '100',
            objeto_impuesto: objeto,
          },
        ],
        ...more,
      }),
    invoiced: async (venta) => {
      await done('Venta', 'timbrar_venta', venta)
      return await one(`CuentaPorCobrar?venta=${venta}`)
    },
    cobro: (importe, aplicaciones) =>
      create('CobroCliente', {
        fecha: DAY,
        cliente: store.cliente,
        forma_pago: forma,
        cuenta_bancaria: banco,
        moneda: store.moneda,
        importe,
        aplicaciones,
      }),
  }
}
