import assert from 'node:assert/strict'

import { openingEntry } from '../opening-fixture.ts'
import { API } from '../purchase-fixture.ts'
import { on, type Call, type Cases } from './case.ts'
import { DAY, REASON, type World } from './world.ts'

/** What is left of a payment of more than its invoice. */
async function advance(
  world: World,
): Promise<{ readonly anticipo: number; readonly cuenta: number }> {
  const bill = await world.billed()
  const pago = await world.payment([bill], '50', '0')
  await world.done('PagoProveedor', 'pagar', pago)
  return { anticipo: await world.one(`AnticipoProveedor?pago=${pago}`), cuenta: bill.id }
}

async function programme(world: World, ...actions: readonly string[]): Promise<number> {
  const { proveedor } = await world.billed()
  const inputs = { hasta: '2026-12-31', proveedor, cuenta_bancaria: world.banco }
  const id = await world.made('ProgramacionPago', 'programar_pago', inputs)
  for (const action of actions) await world.done('ProgramacionPago', action, id)
  return id
}

/** A credit note of which a part is left, and an invoice that it may pay. */
async function note(world: World): Promise<{ readonly id: number; readonly cuenta: number }> {
  const bill = await world.billed('100')
  await world.done('PagoProveedor', 'pagar', await world.payment([bill], '100'))
  const xml = await world.note(bill, '50')
  const id = await world.made('NotaCreditoProveedor', 'registrar_nota_credito', { xml })
  const second = await world.on.order([{ cantidad: '1', precio: '30' }], {
    proveedor: bill.proveedor,
  })
  await world.on.receive(second, ['1'])
  return { id, cuenta: await world.billedAgain(bill, second, '30') }
}

/** An expense that waits for whoever may authorize it. */
async function waiting(world: World): Promise<number> {
  const { on: supplied } = world
  const n = world.next()
  const perfil = await supplied.company.profile(`CAP${n}`, {
    grants: ['CuentaPorPagar.leer', 'CuentaPorPagar.registrar_factura', 'CatalogoGasto.leer'],
  })
  const { client } = await supplied.company.person(`capturista${n}`, [perfil])
  const xml = await supplied.bill([{ cantidad: '1', precio: '500', descripcion: 'Luz' }])
  const answer = await supplied.register({ xml, gasto: world.gasto }, client)
  return answer.json.data.id
}

const paid = async (world: World): Promise<number> =>
  await world.done('PagoProveedor', 'pagar', await world.payment([await world.billed()], '116'))

/** An account of a supplier; whoever validates it is not who entered it. */
async function account(world: World, ...actions: readonly string[]): Promise<number> {
  const { proveedor } = world.on.buying
  const id = await world.create('ProveedorCuentaBancaria', {
    proveedor,
    banco: await world.one('Banco?clave=002'),
    moneda: world.on.buying.moneda,
    titular: 'Aceros',
  })
  const { authorization } = await validator(world)
  for (const action of actions) {
    const path = `${API}/ProveedorCuentaBancaria/${id}/actions/${action}`
    const answer = await world.on.erp.admin.send('POST', path, {
      headers: { authorization },
      body: action === 'validar_cuenta' ? {} : REASON,
    })
    assert.equal(answer.status, 200, answer.text)
  }
  return id
}

/** Another administrator, as a header says who calls. */
async function validator(world: World): Promise<{ readonly authorization: string }> {
  const usuario = `valida${world.next()}`
  const { erp } = world.on
  await world.create('Usuario', {
    usuario,
    nombre: usuario,
    password: PASSWORD,
    correo: `${usuario}@empresa.example`,
    estado: 'activo',
    es_administrador: true,
  })
  const answer = await erp.admin.post(`${API}/auth/login`, { usuario, password: PASSWORD })
  assert.equal(answer.status, 200, answer.text)
  return { authorization: `Bearer ${answer.json.data.token}` }
}

const PASSWORD = 'secreto-de-prueba'

const entered = async (world: World, model: 'CuentaPorPagar' | 'AnticipoProveedor') => {
  const { proveedor, moneda } = world.on.buying
  const owed = { tipo: 'saldo_inicial', vencimiento: DAY, subtotal: '10.00' }
  const more = model === 'CuentaPorPagar' ? owed : { importe: '10.00' }
  return await world.create(model, { fecha: DAY, proveedor, moneda, ...more })
}

/** A balance of before that waits for somebody to recognize it, and the entry that holds it. */
async function balance(world: World, model: 'CuentaPorPagar' | 'AnticipoProveedor') {
  const party = world.on.buying.proveedor
  const poliza = await openingEntry(world.on.erp, { model, party, importe: '10.00' })
  return on(await entered(world, model), { poliza })
}

async function toPay(world: World, ...actions: readonly string[]): Promise<number> {
  const id = await world.payment([await world.billed()], '116')
  for (const action of actions) await world.done('PagoProveedor', action, id)
  return id
}

const native = (inputs: object): Call => ({ ids: [], inputs })

export const PAYING_CASES: Cases = {
  'CuentaPorPagar.registrar_factura': async ({ on: supplied }) => {
    const compra = await supplied.order([{ cantidad: '1', precio: '70' }])
    await supplied.receive(compra, ['1'])
    return native({ compra, xml: await supplied.bill([{ cantidad: '1', precio: '70' }]) })
  },
  'CuentaPorPagar.autorizar_factura': async (world) => on(await waiting(world)),
  'CuentaPorPagar.cancelar_factura': async (world) => on((await world.billed()).id, REASON),
  'CuentaPorPagar.reconocer_saldo': async (world) => await balance(world, 'CuentaPorPagar'),
  'AnticipoProveedor.reconocer_saldo': async (world) => await balance(world, 'AnticipoProveedor'),
  'AnticipoProveedor.cancelar_anticipo': async (world) =>
    on(await entered(world, 'AnticipoProveedor'), REASON),
  'ProveedorCuentaBancaria.validar_cuenta': async (world) => ({
    ...on(await account(world)),
    headers: await validator(world),
  }),
  'ProveedorCuentaBancaria.invalidar_cuenta': async (world) =>
    on(await account(world, 'validar_cuenta'), REASON),
  'ProveedorCuentaBancaria.rechazar_cuenta': async (world) => on(await account(world), REASON),
  'ProveedorCuentaBancaria.dar_de_baja_cuenta': async (world) => on(await account(world), REASON),
  'PagoProveedor.autorizar_pago': async (world) => on(await toPay(world)),
  'PagoProveedor.regresar_pago': async (world) => on(await toPay(world, 'autorizar_pago')),
  'PagoProveedor.enviar_pago': async (world) => on(await toPay(world, 'autorizar_pago')),
  'PagoProveedor.rechazar_pago': async (world) => on(await toPay(world, 'autorizar_pago'), REASON),
  'PagoProveedor.pagar': async (world) =>
    on(await world.payment([await world.billed()], '120', '116')),
  'PagoProveedor.cancelar_pago': async (world) => on(await paid(world), REASON),
  'PagoProveedor.registrar_complemento': async (world) => {
    const bill = await world.billed()
    await world.done('PagoProveedor', 'pagar', await world.payment([bill], '116'))
    return native({ xml: await world.complement(bill, '116.00') })
  },
  'AnticipoProveedor.aplicar_anticipo': async (world) => {
    const { anticipo, cuenta } = await advance(world)
    return on(anticipo, { cuenta })
  },
  'AnticipoProveedorAplicacion.cancelar_aplicacion': async (world) => {
    const { anticipo, cuenta } = await advance(world)
    await world.done('AnticipoProveedor', 'aplicar_anticipo', anticipo, { cuenta })
    return on(await world.one(`AnticipoProveedorAplicacion?anticipo=${anticipo}`), REASON)
  },
  'ProgramacionPago.programar_pago': async (world) => {
    const { proveedor } = await world.billed()
    return native({ hasta: '2026-12-31', proveedor, cuenta_bancaria: world.banco })
  },
  'ProgramacionPago.solicitar_autorizacion': async (world) => on(await programme(world)),
  'ProgramacionPago.autorizar_programacion': async (world) =>
    on(await programme(world, 'solicitar_autorizacion')),
  'ProgramacionPago.rechazar_programacion': async (world) =>
    on(await programme(world, 'solicitar_autorizacion'), REASON),
  'ProgramacionPago.cancelar_programacion': async (world) =>
    on(await programme(world, 'solicitar_autorizacion'), REASON),
  'ProgramacionPago.pagar_programacion': async (world) =>
    on(await programme(world, 'solicitar_autorizacion', 'autorizar_programacion'), {
      forma_pago: world.forma,
    }),
  'NotaCreditoProveedor.registrar_nota_credito': async (world) =>
    native({ xml: await world.note(await world.billed(), '20') }),
  'NotaCreditoProveedor.aplicar_nota_credito': async (world) => {
    const { id, cuenta } = await note(world)
    return on(id, { cuenta })
  },
  'NotaCreditoProveedor.cobrar_reembolso': async (world) =>
    on((await note(world)).id, { cuenta_bancaria: world.banco }),
  'NotaCreditoProveedor.cancelar_reembolso': async (world) => {
    const { id } = await note(world)
    const inputs = { cuenta_bancaria: world.banco }
    return on(await world.done('NotaCreditoProveedor', 'cobrar_reembolso', id, inputs), REASON)
  },
  'NotaCreditoProveedor.cancelar_nota_credito': async (world) => on((await note(world)).id, REASON),
}
