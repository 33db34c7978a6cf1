import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { DAY, REASON, world, type World } from '../every/world.ts'

// A service of its own: a PAC stamps for it.

let here: World

before(async () => {
  here = await world()
})

after(() => here.stop())

interface Returned {
  readonly venta: number
  readonly devolucion: number
  readonly linea: number
}

/** An invoiced sale whose goods came back. */
async function givenBack(): Promise<Returned> {
  const venta = await here.sale('100.00', await here.stocked())
  await here.done('Venta', 'entregar', venta)
  await here.done('Venta', 'timbrar_venta', venta)
  const [line] = await here.list(`VentaPartida?venta=${venta}`)
  const devolucion = await here.create('DevolucionVenta', {
    cliente: here.store.cliente,
    venta,
    motivo_devolucion: here.motivoDevolucion,
    almacen: here.almacen,
    moneda: here.store.moneda,
    partidas: [
      {
        venta_partida: line?.['id'],
        articulo: line?.['articulo'],
        cantidad_devuelta: '1',
        precio: '100',
      },
    ],
  })
  await here.done('DevolucionVenta', 'autorizar_devolucion', devolucion)
  await here.done('DevolucionVenta', 'recibir_devolucion', devolucion)
  return { venta, devolucion, linea: Number(line?.['id']) }
}

/** A draft of a credit note of some of it. */
async function draft({ venta, devolucion, linea }: Returned, precio: string): Promise<number> {
  return await here.create('NotaCreditoVenta', {
    fecha: DAY,
    cliente: here.store.cliente,
    tipo: 'devolucion',
    devolucion,
    tipo_relacion: here.relacion,
    moneda: here.store.moneda,
    partidas: [{ venta, venta_partida: linea, descripcion: 'Devolución', cantidad: '1', precio }],
  })
}

const stateOf = async (id: number) => (await here.store.read('DevolucionVenta', id))['estado']

test('a draft that is cancelled leaves a return as another note credited it', async () => {
  const back = await givenBack()
  const other = await draft(back, '25.00')
  const note = await draft(back, '50.00')
  await here.done('NotaCreditoVenta', 'timbrar_nota_credito', note)
  assert.equal(await stateOf(back.devolucion), 'acreditada')
  await here.done('NotaCreditoVenta', 'cancelar_nota_credito', other, REASON)
  assert.equal(await stateOf(back.devolucion), 'acreditada')
  await here.done('NotaCreditoVenta', 'cancelar_nota_credito', note, REASON)
  assert.equal(await stateOf(back.devolucion), 'recibida', 'its own note is gone')
})

test('a return that nothing credited yet stays so when the draft of its note is cancelled', async () => {
  const back = await givenBack()
  const note = await draft(back, '25.00')
  await here.done('NotaCreditoVenta', 'cancelar_nota_credito', note, REASON)
  assert.equal(await stateOf(back.devolucion), 'recibida')
})
