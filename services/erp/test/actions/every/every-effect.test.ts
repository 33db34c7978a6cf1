import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API } from '../purchase-fixture.ts'
import { caseOf } from './cases.ts'
import { assertLaws } from './laws.ts'
import { REASON, world, type World } from './world.ts'

// Deep: it takes random sequences of the actions of all modules, and takes all back.

/** An action of a model and those that take its effect back, in their order. */
type Effect = readonly [model: string, action: string, ...undo: readonly string[]]

/** Who does what in the company. */
const ROLES: Readonly<Record<string, readonly Effect[]>> = {
  comprador: [
    ['RecepcionCompra', 'recibir_compra', 'cancelar_recepcion'],
    ['RecepcionServicio', 'recibir_compra', 'cancelar_recepcion'],
    ['DevolucionCompra', 'devolver_compra', 'cancelar_devolucion'],
  ],
  almacenista: [
    ['MovimientoInventario', 'aplicar_movimiento', 'cancelar_movimiento'],
    ['TraspasoAlmacen', 'enviar_traspaso', 'cancelar_traspaso'],
    ['AjusteInventario', 'aplicar_ajuste', 'cancelar_ajuste'],
    ['MermaInventario', 'aplicar_merma', 'cancelar_merma'],
    ['RevaluacionInventario', 'aplicar_revaluacion', 'cancelar_revaluacion'],
    ['SolicitudMaterial', 'surtir_solicitud', 'devolver_surtido'],
  ],
  contador: [
    ['Poliza', 'aplicar', 'reversar'],
    ['CuentaPorPagar', 'autorizar_factura', 'cancelar_factura'],
    ['PagoProveedor', 'pagar', 'cancelar_pago'],
    ['ProgramacionPago', 'autorizar_programacion', 'cancelar_programacion'],
  ],
  vendedor: [
    ['Venta', 'confirmar_venta', 'regresar_venta'],
    ['RemisionVenta', 'entregar', 'cancelar_remision'],
    ['DevolucionVenta', 'recibir_devolucion', 'cancelar_devolucion'],
    ['Venta', 'timbrar_venta', 'cancelar_venta'],
    ['NotaCreditoVenta', 'timbrar_nota_credito', 'cancelar_nota_credito'],
    ['FacturaGlobal', 'timbrar_factura_global', 'cancelar_factura_global'],
  ],
  cajero: [['CobroCliente', 'cobrar', 'cancelar_complemento', 'cancelar_cobro']],
}

const EFFECTS = Object.entries(ROLES).flatMap(([role, effects]) =>
  effects.map((effect) => ({ role, effect })),
)

// The XML of an invoice is read again when it is authorized.
const FILES = ['Adjunto.leer', 'Cfdi.leer']

// More runs show more, and take longer.
const RUNS = Number(process.env['EVERY_RUNS'] ?? '1')

let here: World
/** One of each role. */
let people: ReadonlyMap<string, HttpClient>

before(async () => {
  here = await world()
  const { company } = here.on
  people = new Map(
    await Promise.all(
      Object.entries(ROLES).map(async ([role, effects]) => {
        const grants = effects.flatMap(([model, ...actions]) =>
          ['leer', ...actions].map((right) => `${model}.${right}`),
        )
        const perfil = await company.profile(role, { grants: [...new Set([...grants, ...FILES])] })
        return [role, (await company.person(role, [perfil])).client] as const
      }),
    ),
  )
})

after(() => here.stop())

interface Done {
  readonly role: string
  readonly effect: Effect
  readonly id: number
}

async function run({ role, effect: [model], id }: Done, action: string, inputs: object) {
  const client = people.get(role)
  assert.ok(client)
  const path = `${API}/${model}/actions/${action}`
  const answer = await client.post(path, { ids: [id], ...inputs })
  assert.equal(answer.json.meta?.succeeded, 1, `${role}: ${model}.${action}: ${answer.text}`)
}

/** What accounts, stock, budgets and those whom money is owed say. */
async function balances(): Promise<readonly Record<string, string>[]> {
  return await here.on.erp.owner.query<Record<string, string>>(sql`
    select 'cuenta' as que, c.clave as cual, sum(l.cargo - l.abono)::text as cuanto from public.poliza_partida l
      join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado in ('aplicada', 'reversada')
      join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
      where l.empresa_id = 1 group by c.clave having sum(l.cargo - l.abono) <> 0
    union all select 'existencia', articulo || ' ' || almacen,
        sum(cantidad)::numeric(18, 6) || ' ' || sum(importe)::numeric(18, 2) || ' ' || sum(reservada)::numeric(18, 6)
      from public.existencia where empresa_id = 1 group by articulo, almacen having sum(cantidad) <> 0
    union all select 'presupuesto', id::text, comprometido || ' ' || devengado || ' ' || ejercido
      from public.presupuesto_partida where empresa_id = 1
    union all select 'por pagar', proveedor::text, sum(saldo)::text from public.cuenta_por_pagar
      where empresa_id = 1 and estado not in ('por_validar', 'cancelada') group by proveedor
    union all select 'por cobrar', cliente::text, sum(saldo)::text from public.cuenta_por_cobrar
      where empresa_id = 1 and estado not in ('por_validar', 'cancelada') group by cliente
    union all select 'banco', cuenta_bancaria::text, sum(case naturaleza when 'abono' then importe else -importe end)::text
      from public.movimiento_bancario where empresa_id = 1 and estado in ('aplicado', 'conciliado')
      group by cuenta_bancaria having sum(case naturaleza when 'abono' then importe else -importe end) <> 0
    order by 1, 2`)
}

test('whatever several people do at once keeps the laws, and all of it taken back leaves what there was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(EFFECTS, { minLength: 9, maxLength: 14 }),
      fc.integer({ min: 1, max: 4 }),
      async (effects, atOnce) => {
        const done: Done[] = []
        for (const { role, effect } of effects) {
          const [model, action] = effect
          const { ids } = await caseOf(`${model}.${action}`)(here)
          done.push({ role, effect, id: ids[0] ?? 0 })
        }
        const before = await balances()
        for (let i = 0; i < done.length; i += atOnce) {
          await Promise.all(done.slice(i, i + atOnce).map((one) => run(one, one.effect[1], {})))
        }
        await assertLaws(here.on.erp)
        for (const one of done.toReversed()) {
          for (const action of one.effect.slice(2)) await run(one, action, REASON)
        }
        assert.deepEqual(await balances(), before)
        await assertLaws(here.on.erp)
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  )
})

test('an invoice that was paid, and a sale that was collected, are not cancelled', async () => {
  const bill = await here.billed()
  await here.done('PagoProveedor', 'pagar', await here.payment([bill], '10'))
  const venta = await here.sale('100.00')
  const cuenta = await here.invoiced(venta)
  await here.done(
    'CobroCliente',
    'cobrar',
    await here.cobro('10.00', [{ cuenta, importe: '10.00' }]),
  )
  for (const [model, action, id] of [
    ['CuentaPorPagar', 'cancelar_factura', bill.id],
    ['Venta', 'cancelar_venta', venta],
  ] as const) {
    const answer = await here.act(model, action, [id], REASON)
    assert.equal(answer.json.data.results[0].errors?.[0]?.code, 'INVALID_STATE', answer.text)
  }
  await assertLaws(here.on.erp)
})
