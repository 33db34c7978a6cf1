import { on, type Cases } from './case.ts'
import { DAY, REASON, type World } from './world.ts'

async function ordered(world: World): Promise<number> {
  const articulo = await world.stock.article('PROM')
  return await world.on.order([{ articulo, cantidad: '10', precio: '7.77' }])
}

/** A draft of a receipt of an order. */
async function receipt(world: World): Promise<number> {
  const compra = await ordered(world)
  const [line] = await world.list(`CompraPartida?compra=${compra}`)
  return await world.create('RecepcionCompra', {
    compra,
    proveedor: world.on.buying.proveedor,
    almacen: world.almacen,
    recibido_por: 1,
    moneda: world.on.buying.moneda,
    partidas: [
      {
        compra_partida: line?.['id'],
        articulo: line?.['articulo'],
        cantidad_recibida: '4',
        cantidad_aceptada: '4',
        unidad: line?.['unidad'],
        costo: '7.77',
      },
    ],
  })
}

async function service(world: World): Promise<number> {
  const compra = await world.on.order([{ cantidad: '3', precio: '100' }])
  return await world.create('RecepcionServicio', {
    fecha: DAY,
    compra,
    proveedor: world.on.buying.proveedor,
    importe: '100.01',
    aceptado_por: 1,
  })
}

/** A draft of a return of a part of what was received. */
async function returning(world: World): Promise<number> {
  const recepcion = await world.on.receive(await ordered(world), ['10'])
  const [line] = await world.list(`RecepcionCompraPartida?recepcion=${recepcion}`)
  return await world.create('DevolucionCompra', {
    proveedor: world.on.buying.proveedor,
    motivo: 'defecto',
    moneda: world.on.buying.moneda,
    almacen: world.almacen,
    partidas: [
      {
        recepcion_partida: line?.['id'],
        articulo: line?.['articulo'],
        cantidad: '3',
        unidad: line?.['unidad'],
        costo: line?.['costo'],
      },
    ],
  })
}

/** A requisition that waits for somebody to authorize it. */
async function requested(world: World): Promise<number> {
  const { proveedor, moneda, unidad } = world.on.buying
  const clave = `D${world.next()}`
  const departamento = await world.create('Departamento', { clave, nombre: `Taller ${clave}` })
  const line = { descripcion: 'Guantes', cantidad: '12', unidad, precio_estimado: '31.5' }
  const id = await world.create('RequisicionCompra', {
    fecha: DAY,
    solicitante: 1,
    departamento,
    fecha_requerida: DAY,
    prioridad: 'media',
    moneda,
    partidas: [{ ...line, proveedor_sugerido: proveedor }],
  })
  await world.change('RequisicionCompra', id, { estado: 'solicitada' })
  return id
}

async function granted(world: World): Promise<number> {
  return await world.done('RequisicionCompra', 'autorizar_requisicion', await requested(world))
}

const termsOf = ({ on: { buying } }: World) => ({ condicion_pago: buying.condicion })

async function bought(world: World): Promise<number> {
  const id = await granted(world)
  return await world.done('RequisicionCompra', 'comprar_requisicion', id, termsOf(world))
}

export const BUYING_CASES: Cases = {
  'Compra.autorizar_compra': async ({ on: { buying } }) => on(await buying.purchase('10.00')),
  'Compra.cancelar_compra': async (world) => on(await ordered(world), REASON),
  'Compra.cambiar_iniciada': async (world) => on(await ordered(world), REASON),
  'Compra.recibir_compra': async (world) => on(await ordered(world), { almacen: world.almacen }),
  'Compra.cerrar_compra': async (world) => {
    const compra = await ordered(world)
    await world.on.receive(compra, ['4'])
    return on(compra, REASON)
  },
  'RecepcionCompra.recibir_compra': async (world) => on(await receipt(world)),
  'RecepcionCompra.cancelar_recepcion': async (world) =>
    on(await world.done('RecepcionCompra', 'recibir_compra', await receipt(world)), REASON),
  'RecepcionServicio.recibir_compra': async (world) => on(await service(world)),
  'RecepcionServicio.cancelar_recepcion': async (world) =>
    on(await world.done('RecepcionServicio', 'recibir_compra', await service(world)), REASON),
  'DevolucionCompra.autorizar_devolucion': async (world) => on(await returning(world)),
  'DevolucionCompra.devolver_compra': async (world) =>
    on(await world.done('DevolucionCompra', 'autorizar_devolucion', await returning(world))),
  'DevolucionCompra.cancelar_devolucion': async (world) => {
    const id = await returning(world)
    await world.done('DevolucionCompra', 'autorizar_devolucion', id)
    return on(await world.done('DevolucionCompra', 'devolver_compra', id), REASON)
  },
  'RequisicionCompra.autorizar_requisicion': async (world) => on(await requested(world)),
  'RequisicionCompra.rechazar_requisicion': async (world) => on(await requested(world), REASON),
  'RequisicionCompra.comprar_requisicion': async (world) =>
    on(await granted(world), termsOf(world)),
  'RequisicionCompra.reabrir_requisicion': async (world) => {
    const id = await bought(world)
    const [compra] = await world.list(`Compra?requisicion_compra=${id}`)
    await world.done('Compra', 'cancelar_compra', Number(compra?.['id']), REASON)
    return on(id, REASON)
  },
}
