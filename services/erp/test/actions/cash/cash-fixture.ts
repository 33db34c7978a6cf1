import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { books, type Books } from '../entry-fixture.ts'
import { API } from '../purchase-fixture.ts'

/** What a customer owes, as a test says it. */
interface Owed {
  readonly total: string
  readonly impuestos?: string
  readonly moneda?: number
  readonly tipo_cambio?: string
  readonly cliente?: number
}

interface Application {
  readonly cuenta: number
  readonly importe: string
  readonly descuento?: string
  readonly equivalencia?: string
}

type Row = Record<string, unknown>

/** A company that collects money. */
export interface Cashing {
  readonly client: HttpClient
  readonly books: Books
  readonly cliente: number
  readonly otro: number
  readonly banco: number
  readonly dolares: number
  create(model: string, body: object): Promise<number>
  read(model: string, id: number): Promise<Row>
  /** An open balance of a customer, with its entry in the books. */
  owed(of: Owed): Promise<number>
  /** A draft of a collection. */
  cobro(importe: string, aplicaciones: readonly Application[], more?: object): Promise<number>
  act(action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  /** A collection that is applied at once. */
  collect(importe: string, aplicaciones: readonly Application[], more?: object): Promise<number>
  /** `[account, debit, credit]` of the last entry of a collection that stands. */
  entry(model: string, id: number): Promise<readonly (readonly [string, string, string])[]>
  /** What customers owe by the books, less what their advances are worth. */
  ledger(cliente: number, codigo?: string): Promise<string>
}

export async function cashing(erp: ErpTest, client: HttpClient): Promise<Cashing> {
  const ledger = await books(erp, client)
  const { peso, dollar } = ledger
  const create: Create = (model, body) => ledger.create(model, body)
  const cliente = await customer(erp, create, 'C1')
  const otro = await customer(erp, create, 'C2')
  const account = await bookAccount(erp, '102-01')
  const banco = await bankAccount(erp, create, { clave: 'B1', moneda: peso, account })
  const dolares = await bankAccount(erp, create, { clave: 'B2', moneda: dollar, account })
  const forma_pago = await create('FormaPago', {
    clave: 'TRANSF',
    nombre: 'Transferencia',
    forma_pago_sat: await catalogId(erp, 'forma_pago_sat', '03'),
    cuenta_bancaria: banco,
    activo: true,
  })
  const act: Cashing['act'] = (action, ids, inputs = {}) =>
    client.post(`${API}/CobroCliente/actions/${action}`, { ids, ...inputs })
  const cobro: Cashing['cobro'] = (importe, aplicaciones, more = {}) =>
    create('CobroCliente', {
      fecha: '2026-03-02',
      cliente,
      forma_pago,
      cuenta_bancaria: banco,
      moneda: peso,
      importe,
      aplicaciones,
      ...more,
    })
  return {
    client,
    books: ledger,
    cliente,
    otro,
    banco,
    dolares,
    create,
    read: async (model, id) => (await client.get(`${API}/${model}/${id}?lines=true`)).json.data,
    owed: (of) => owed(erp, ledger, { cliente, ...of }),
    cobro,
    act,
    collect: async (importe, aplicaciones, more) => {
      const id = await cobro(importe, aplicaciones, more)
      const answer = await act('cobrar', [id])
      assert.equal(answer.json.meta.succeeded, 1, answer.text)
      return id
    },
    entry: (model, id) => entryLines(erp, model, id),
    ledger: async (of, codigo = '105-01') => {
      const [row] = await erp.owner.query<{ saldo: string }>(sql`
        select coalesce(sum(l.cargo - l.abono), 0)::numeric(18, 2)::text as saldo
        from public.poliza_partida l
        join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado in ('aplicada', 'reversada')
        join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
        where l.cliente = ${of} and c.clave = ${codigo} and l.empresa_id = ${erp.empresaId}`)
      return row?.saldo ?? ''
    },
  }
}

type Create = Cashing['create']

async function catalogId(
  erp: ErpTest,
  table: 'regimen_fiscal' | 'banco' | 'tipo_cuenta_bancaria' | 'forma_pago_sat',
  clave: string,
): Promise<number> {
  const text =
    table === 'regimen_fiscal'
      ? sql`select id from public.regimen_fiscal where clave = ${clave}`
      : table === 'banco'
        ? sql`select id from public.banco where ${clave} <> '' order by id limit 1`
        : table === 'forma_pago_sat'
          ? sql`select id from public.forma_pago_sat where clave = ${clave}`
          : sql`select id from public.tipo_cuenta_bancaria where ${clave} <> '' order by id limit 1`
  const [row] = await erp.owner.query<{ id: number }>(text)
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

export async function customer(erp: ErpTest, create: Create, clave: string): Promise<number> {
  return await create('Cliente', {
    clave,
    razon_social: `Cliente ${clave}`,
    rfc: 'ANO010101AB1',
    regimen_fiscal: await catalogId(erp, 'regimen_fiscal', '601'),
    estado: 'activo',
  })
}

async function bookAccount(erp: ErpTest, clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.cuenta_contable where clave = ${clave} and empresa_id = ${erp.empresaId}`,
  )
  assert.ok(row, clave)
  return row.id
}

async function bankAccount(
  erp: ErpTest,
  create: Create,
  of: { readonly clave: string; readonly moneda: number; readonly account: number },
): Promise<number> {
  return await create('CuentaBancaria', {
    clave: of.clave,
    nombre: of.clave,
    banco: await catalogId(erp, 'banco', 'any'),
    tipo: await catalogId(erp, 'tipo_cuenta_bancaria', 'any'),
    numero_cuenta: `000${of.clave}`,
    moneda: of.moneda,
    cuenta_contable: of.account,
    activo: true,
  })
}

const counter = { next: 0 }

async function owed(
  erp: ErpTest,
  ledger: Books,
  { cliente, total, impuestos = '0.00', moneda = ledger.peso, tipo_cambio = '1' }: Owed,
): Promise<number> {
  counter.next += 1
  const folio = `F-${counter.next}`
  const subtotal = (Number(total) - Number(impuestos)).toFixed(2)
  const inBooks = (amount: string) => (Number(amount) * Number(tipo_cambio)).toFixed(2)
  const [base, iva] = [inBooks(total), inBooks(impuestos)]
  const poliza = await ledger.draft(
    [
      { cuenta_contable: await bookAccount(erp, '105-01'), cargo: base, cliente },
      ...(Number(iva) === 0
        ? []
        : [{ cuenta_contable: await bookAccount(erp, '209-01'), abono: iva }]),
      {
        cuenta_contable: await bookAccount(erp, '401-01'),
        abono: (Number(base) - Number(iva)).toFixed(2),
      },
    ],
    { fecha: '2026-02-10', periodo: await ledger.period(2) },
  )
  const answer = await ledger.act('aplicar', [poliza])
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  const id = await ledger.create('CuentaPorCobrar', {
    folio,
    fecha: '2026-02-10',
    cliente,
    tipo: 'saldo_inicial',
    moneda,
    tipo_cambio,
    vencimiento: '2026-03-10',
    subtotal,
    impuestos,
  })
  const path = `${API}/CuentaPorCobrar/${id}/actions/reconocer_saldo`
  const recognized = await erp.admin.post(path, { poliza })
  assert.equal(recognized.status, 200, recognized.text)
  return id
}

async function entryLines(erp: ErpTest, model: string, id: number) {
  const rows = await erp.owner.query<{ clave: string; cargo: string; abono: string }>(sql`
    select c.clave, l.cargo::text as cargo, l.abono::text as abono
    from public.poliza_partida l
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where l.empresa_id = ${erp.empresaId} and l.poliza = (
      select max(p.id) from public.poliza p join public.modelo_sistema m on m.id = p.modelo and m.nombre = ${model}
      where p.empresa_id = ${erp.empresaId} and p.registro = ${String(id)})
    order by l.partida`)
  return rows.map(({ clave, cargo, abono }) => [clave, cargo, abono] as const)
}
