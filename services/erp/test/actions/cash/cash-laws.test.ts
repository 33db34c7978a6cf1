import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { cashing, customer, type Cashing } from './cash-fixture.ts'

// A service of its own: its laws hold for all rows of the database.

// Deep: it takes random sequences of collections.

const RUNS = Number(process.env['CASH_RUNS'] ?? 3)

let erp: ErpTest
let company: Cashing

before(async () => {
  erp = await startOwnErp()
  company = await cashing(erp, erp.admin)
})

after(() => erp.stop())

const INVOICES = 4

/** One thing that happens; the numbers choose among what there is. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('collect' as const),
    invoices: fc.uniqueArray(fc.nat(INVOICES - 1), { maxLength: 3 }),
    parts: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 3, maxLength: 3 }),
    discount: fc.nat(3),
    rest: fc.nat(900),
    isDollar: fc.boolean(),
    rate: fc.integer({ min: 1_650, max: 1_850 }),
  }),
  fc.record({ kind: fc.constant('take back' as const), which: fc.nat(9), isReturn: fc.boolean() }),
  fc.record({
    kind: fc.constant('use' as const),
    which: fc.nat(9),
    invoice: fc.nat(INVOICES - 1),
    rate: fc.integer({ min: 1_650, max: 1_850 }),
  }),
  fc.record({ kind: fc.constant('take use back' as const), which: fc.nat(9) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Collect = Extract<Step, { kind: 'collect' }>

/** A customer of one run, with invoices in two currencies and what was done to them. */
interface Run {
  readonly cliente: number
  readonly invoices: readonly { readonly id: number; readonly isDollar: boolean }[]
  readonly cobros: number[]
}

const decimals = (value: number, digits: number) => value.toFixed(digits)

/** How much of the money's currency one of the invoice's is worth. */
function equivalence(money: { isDollar: boolean; rate: number }, isDollar: boolean): string {
  if (money.isDollar === isDollar) return '1'
  return decimals(isDollar ? money.rate / 100 : 100 / money.rate, 10)
}

async function collect(run: Run, of: Collect): Promise<TestAnswer | undefined> {
  const lines = await Promise.all(
    of.invoices.map(async (index, i) => {
      const invoice = run.invoices[index]
      assert.ok(invoice)
      const { saldo } = await company.read('CuentaPorCobrar', invoice.id)
      const share = ((of.parts[i] ?? 1) * Number(saldo)) / 100
      return {
        cuenta: invoice.id,
        importe: decimals(Math.max(share, 0.01), 2),
        ...(of.discount === 0 ? {} : { descuento: decimals(of.discount / 100, 2) }),
        equivalencia: equivalence(of, invoice.isDollar),
      }
    }),
  )
  const taken = lines.reduce((sum, line) => {
    return sum + Number((Number(line.importe) * Number(line.equivalencia)).toFixed(2))
  }, of.rest / 100)
  if (taken < 0.01) return undefined
  const money = of.isDollar
    ? {
        moneda: company.books.dollar,
        tipo_cambio: decimals(of.rate / 100, 2),
        cuenta_bancaria: company.dolares,
      }
    : {}
  const id = await company.cobro(decimals(taken + 0.02, 2), lines, {
    cliente: run.cliente,
    ...money,
  })
  run.cobros.push(id)
  return await company.act('cobrar', [id])
}

async function advances(run: Run): Promise<readonly { id: number; moneda: number }[]> {
  return (await erp.admin.get(`${API}/AnticipoVenta?cliente=${run.cliente}&sort=id`)).json.data
}

async function perform(run: Run, one: Step): Promise<TestAnswer | undefined> {
  if (one.kind === 'collect') return await collect(run, one)
  if (one.kind === 'take back') {
    const id = run.cobros[one.which % Math.max(run.cobros.length, 1)]
    const action = one.isReturn ? 'devolver_cobro' : 'cancelar_cobro'
    return id === undefined ? undefined : await company.act(action, [id], { motivo: 'Por error' })
  }
  const found = await advances(run)
  const advance = found[one.which % Math.max(found.length, 1)]
  if (advance === undefined) return undefined
  if (one.kind === 'use') {
    const invoice = run.invoices[one.invoice]
    assert.ok(invoice)
    const isDollar = advance.moneda === company.books.dollar
    return await erp.admin.post(`${API}/AnticipoVenta/actions/aplicar_anticipo`, {
      ids: [advance.id],
      cuenta: invoice.id,
      equivalencia: equivalence({ isDollar, rate: one.rate }, invoice.isDollar),
    })
  }
  const path = `${API}/AplicacionNotaCredito?anticipo=${advance.id}`
  const ids = (await erp.admin.get(path)).json.data.map(({ id }: { id: number }) => id)
  if (ids.length === 0) return undefined
  const body = { ids, motivo: 'Por error' }
  return await erp.admin.post(`${API}/AplicacionNotaCredito/actions/cancelar_aplicacion`, body)
}

/** How many it succeeded for; what is not understood is a fault. */
function succeededOf(answer: TestAnswer | undefined): number {
  if (answer === undefined) return 0
  assert.equal(answer.status, 200, answer.text)
  const results: readonly { errors?: { code: string }[] }[] = answer.json.data.results
  const codes = results.flatMap(({ errors = [] }) => errors.map(({ code }) => code))
  const strange = codes.filter((code) => !REFUSALS.has(code))
  assert.deepEqual(strange, [], answer.text)
  return answer.json.meta.succeeded
}

const REFUSALS = new Set(['INVALID_STATE', 'VALIDATION'])

async function assertLaws(run: Run): Promise<void> {
  const odd = await erp.owner.query(sql`
    select r.folio, r.total, r.saldo from public.cuenta_por_cobrar r
    where r.saldo < 0 or r.saldo > r.total or r.total <> r.saldo
      + coalesce((select sum(a.importe + coalesce(a.descuento, 0)) from public.cobro_cliente_aplicacion a
          join public.cobro_cliente c on c.empresa_id = a.empresa_id and c.id = a.cobro and c.estado = 'aplicado'
          where a.empresa_id = r.empresa_id and a.cuenta = r.id), 0)
      + coalesce((select sum(n.importe) from public.aplicacion_nota_credito n
          where n.empresa_id = r.empresa_id and n.cuenta = r.id and n.cancelada is not true), 0)`)
  assert.deepEqual(odd, [], 'what is owed, what was paid and what was forgiven make the total')
  const ageing = await erp.admin.get(`${API}/reports/receivables-ageing?cliente=${run.cliente}`)
  assert.equal(
    ageing.json.meta.total_base,
    Number(await company.ledger(run.cliente)),
    'the ageing is the customer’s account',
  )
  const ages = ['por_vencer', 'vencido_30', 'vencido_60', 'vencido_90', 'vencido_mas_90']
  for (const age of ages) {
    const rows: readonly Record<string, number>[] = ageing.json.data
    const inPesos = rows.filter((row) => String(row['moneda_str']) === 'MXN')
    const least = inPesos.reduce((sum, row) => sum + (row[age] ?? 0), 0)
    assert.ok(ageing.json.meta[`${age}_base`] >= least - 0.001, `${age} in the own currency`)
  }
  const [books] = await erp.owner.query<Record<'iva' | 'debe' | 'anticipos', string>>(sql`
    select (select coalesce(sum(l.abono - l.cargo), 0) from public.poliza_partida l
        join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
          and c.clave = '209-01')::numeric(18, 2)::text as iva,
      (select coalesce(sum(round(r.impuestos * r.tipo_cambio, 2)
          - coalesce((select sum(a.iva) from public.cobro_cliente_aplicacion a
              join public.cobro_cliente c on c.empresa_id = a.empresa_id and c.id = a.cobro and c.estado = 'aplicado'
              where a.empresa_id = r.empresa_id and a.cuenta = r.id), 0)
          - coalesce((select sum(n.iva) from public.aplicacion_nota_credito n
              where n.empresa_id = r.empresa_id and n.cuenta = r.id and n.cancelada is not true), 0)), 0)
        from public.cuenta_por_cobrar r)::numeric(18, 2)::text as debe,
      (select coalesce(sum(case when v.estado in ('cancelado', 'devuelto') then 0
          else round(v.importe * v.tipo_cambio, 2) - coalesce((select sum(n.anticipo_base)
            from public.aplicacion_nota_credito n where n.empresa_id = v.empresa_id and n.anticipo = v.id
              and n.cancelada is not true), 0) end), 0)
        from public.anticipo_venta v where v.cliente = ${run.cliente})::numeric(18, 2)::text as anticipos`)
  assert.ok(books)
  assert.equal(books.iva, books.debe, 'IVA that nobody has paid is what its account says')
  assert.equal(
    Number(books.anticipos) + Number(await company.ledger(run.cliente, '206-01')),
    0,
    'advances are what their account says',
  )
  const paid = await erp.owner.query(sql`
    select r.folio from public.cuenta_por_cobrar r where r.cliente = ${run.cliente}
      and (r.saldo = 0) <> (r.estado = 'cobrada')`)
  assert.deepEqual(paid, [])
}

test('whatever is collected and taken back in whatever currency, the books are what customers owe', async () => {
  const counter = { next: 0, succeeded: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      counter.next += 1
      const cliente = await customer(
        erp,
        (model, body) => company.create(model, body),
        `L${counter.next}`,
      )
      const { dollar } = company.books
      const invoices = [
        { total: '116.00', impuestos: '16.00' },
        { total: '33.37', impuestos: '4.60' },
        { total: '50.01', impuestos: '6.90', moneda: dollar, tipo_cambio: '17.1234' },
        { total: '7.77', moneda: dollar, tipo_cambio: '18.5' },
      ]
      const run: Run = {
        cliente,
        invoices: await Promise.all(
          invoices.map(async (one) => ({
            id: await company.owed({ cliente, ...one }),
            isDollar: one.moneda === dollar,
          })),
        ),
        cobros: [],
      }
      for (const one of steps) {
        counter.succeeded += succeededOf(await perform(run, one))
      }
      await assertLaws(run)
    }),
    { numRuns: RUNS },
  )
  assert.ok(counter.succeeded > 0, 'something of it happened')
})

test('only an administrator collects at a rate that is far from the day’s', async () => {
  const { dollar } = company.books
  const clerk = await cashier()
  const more = { moneda: dollar, cuenta_bancaria: company.dolares }
  const at = async (tipo_cambio: string, equivalencia?: string) => {
    const cuenta = await company.owed({ total: '10.00', moneda: dollar, tipo_cambio: '17' })
    const id =
      equivalencia === undefined
        ? await company.cobro('10.00', [{ cuenta, importe: '10.00' }], { ...more, tipo_cambio })
        : await company.cobro('900.00', [{ cuenta, importe: '10.00', equivalencia }])
    const answer = await clerk.post(`${API}/CobroCliente/actions/cobrar`, { ids: [id] })
    const [result] = answer.json.data.results
    return result.ok ? 'ok' : `${result.errors[0].code} ${result.errors[0].field}`
  }
  assert.equal(await at('17'), 'VALIDATION tipo_cambio', 'nobody noted a rate')
  await company.create('TipoCambio', {
    moneda: dollar,
    fecha: '2026-02-27',
    fuente: 'banco',
    tipo_cambio: '17',
  })
  assert.equal(await at('17.80'), 'ok')
  assert.equal(await at('18.00'), 'VALIDATION tipo_cambio')
  assert.equal(await at('1', '17.5'), 'ok')
  assert.equal(await at('1', '25'), 'VALIDATION aplicaciones[1].equivalencia')
})

/** Somebody who may collect, and is no administrator. */
async function cashier() {
  const password = 'secreto-de-prueba'
  const perfil = await company.create('Perfil', { clave: 'caja', nombre: 'Caja' })
  for (const right of ['leer', 'cobrar']) {
    const [row] = await erp.owner.query<{ id: number }>(
      sql`select id from public.permiso_sistema where clave = ${`CobroCliente.${right}`}`,
    )
    await company.create('PerfilPermiso', { perfil, permiso: row?.id, concedido: true })
  }
  const usuario = await company.create('Usuario', {
    usuario: 'caja',
    nombre: 'Caja',
    password,
    correo: 'caja@empresa.example',
    estado: 'activo',
  })
  await company.create('UsuarioPerfil', { usuario, perfil, inicio_vigencia: '2026-01-01' })
  return await erp.logIn('caja', password)
}
