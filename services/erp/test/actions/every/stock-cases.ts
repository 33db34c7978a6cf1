import { on, type Cases } from './case.ts'
import { DAY, REASON, type World } from './world.ts'

const draft = async (world: World): Promise<number> => {
  const articulo = await world.stocked()
  return await world.stock.draft('salida', world.almacen, { lines: [{ articulo, cantidad: '3' }] })
}

async function transfer(world: World): Promise<number> {
  const articulo = await world.stocked('20', 'PEPS')
  return await world.create('TraspasoAlmacen', {
    folio: `T-${world.next()}`,
    almacen_origen: world.almacen,
    almacen_destino: world.otroAlmacen,
    solicitado_por: 1,
    partidas: [{ partida: 1, articulo, unidad: world.stock.unidad, cantidad_enviada: '4' }],
  })
}

const sent = async (world: World) =>
  await world.done('TraspasoAlmacen', 'enviar_traspaso', await transfer(world))

async function adjustment(world: World, ...actions: readonly string[]): Promise<number> {
  const id = await world.create('AjusteInventario', {
    folio: `AJ-${world.next()}`,
    almacen: world.almacen,
    motivo: 'diferencia_conteo',
    partidas: [{ partida: 1, articulo: await world.stocked(), cantidad: '-4' }],
  })
  for (const action of actions) await world.done('AjusteInventario', action, id)
  return id
}

/** A count of a warehouse of its own. */
async function count(world: World, ...actions: readonly string[]): Promise<number> {
  const almacen = await world.stock.warehouse()
  const articulo = await world.stock.article('PROM')
  const lines = [{ articulo, cantidad: '10', costo_unitario: '2' }]
  await world.stock.move('entrada', almacen, { lines })
  const asociado = await world.create('Asociado', { nombre: 'Eva', apellidos: 'Ruiz' })
  const responsable = await world.create('Empleado', {
    numero: `C${world.next()}`,
    asociado,
    fecha_alta: '2026-01-01',
  })
  const id = await world.create('InventarioFisico', {
    folio: `INV-${world.next()}`,
    almacen,
    tipo: 'total',
    responsable,
  })
  for (const action of actions) {
    await world.done('InventarioFisico', action, id)
    if (action !== 'iniciar_conteo') continue
    const line = await world.one(`InventarioFisicoPartida?inventario=${id}`)
    await world.change('InventarioFisicoPartida', line, { cantidad_contada: '8' })
  }
  return id
}

/** The closing of a month of a warehouse of its own. */
const closing = async (world: World) =>
  await world.create('CierreInventario', {
    periodo: await world.ledger.period(1),
    almacen: await world.stock.warehouse(),
    importe_contable: '0.00',
  })

async function loss(world: World, ...actions: readonly string[]): Promise<number> {
  const merma = await world.create('MermaInventario', {
    folio: `ME-${world.next()}`,
    fecha: DAY,
    almacen: world.almacen,
    articulo: await world.stocked(),
    cantidad: '4',
    causa: 'rotura',
  })
  for (const action of actions) await world.done('MermaInventario', action, merma)
  return merma
}

async function revaluation(world: World, ...actions: readonly string[]): Promise<number> {
  const id = await world.create('RevaluacionInventario', {
    folio: `RV-${world.next()}`,
    fecha: DAY,
    almacen: world.almacen,
    motivo: 'valor_neto_realizacion',
    partidas: [
      {
        partida: 1,
        articulo: await world.stocked(),
        cantidad: '10',
        costo_anterior: '3.33',
        costo_nuevo: '4.2',
      },
    ],
  })
  for (const action of actions) await world.done('RevaluacionInventario', action, id)
  return id
}

async function request(world: World, ...actions: readonly string[]): Promise<number> {
  const id = await world.create('SolicitudMaterial', {
    folio: `SM-${world.next()}`,
    fecha: DAY,
    almacen: world.almacen,
    solicitante: 1,
    partidas: [
      {
        partida: 1,
        unidad: world.stock.unidad,
        articulo: await world.stocked(),
        cantidad_solicitada: '6',
      },
    ],
  })
  for (const action of actions) await world.done('SolicitudMaterial', action, id)
  return id
}

const GRANTED = ['solicitar_material', 'autorizar_solicitud'] as const

const toReserve = async (world: World) => ({
  articulo: await world.stocked(),
  almacen: world.almacen,
  cantidad: '7',
})

export const STOCK_CASES: Cases = {
  'MovimientoInventario.aplicar_movimiento': async (world) => on(await draft(world)),
  'MovimientoInventario.cancelar_movimiento': async (world) =>
    on(await world.done('MovimientoInventario', 'aplicar_movimiento', await draft(world)), REASON),
  'ReservaInventario.reservar_existencia': async (world) => ({
    ids: [],
    inputs: await toReserve(world),
  }),
  'ReservaInventario.liberar_reserva': async (world) =>
    on(await world.made('ReservaInventario', 'reservar_existencia', await toReserve(world))),
  'TraspasoAlmacen.enviar_traspaso': async (world) => on(await transfer(world)),
  'TraspasoAlmacen.recibir_traspaso': async (world) => on(await sent(world)),
  'TraspasoAlmacen.cancelar_traspaso': async (world) => on(await sent(world), REASON),
  'AjusteInventario.autorizar_ajuste': async (world) => on(await adjustment(world)),
  'AjusteInventario.rechazar_ajuste': async (world) => on(await adjustment(world), REASON),
  'AjusteInventario.aplicar_ajuste': async (world) =>
    on(await adjustment(world, 'autorizar_ajuste')),
  'AjusteInventario.cancelar_ajuste': async (world) =>
    on(await adjustment(world, 'autorizar_ajuste', 'aplicar_ajuste'), REASON),
  'InventarioFisico.iniciar_conteo': async (world) => on(await count(world)),
  'InventarioFisico.cerrar_conteo': async (world) => on(await count(world, 'iniciar_conteo')),
  'InventarioFisico.ajustar_conteo': async (world) =>
    on(await count(world, 'iniciar_conteo', 'cerrar_conteo')),
  'InventarioFisico.cancelar_conteo': async (world) =>
    on(await count(world, 'iniciar_conteo'), REASON),
  'CierreInventario.cerrar_inventario': async (world) => on(await closing(world)),
  'CierreInventario.reabrir_inventario': async (world) =>
    on(await world.done('CierreInventario', 'cerrar_inventario', await closing(world)), REASON),
  'MermaInventario.aplicar_merma': async (world) => on(await loss(world, 'autorizar_merma')),
  'MermaInventario.cancelar_merma': async (world) =>
    on(await loss(world, 'autorizar_merma', 'aplicar_merma'), REASON),
  'RevaluacionInventario.aplicar_revaluacion': async (world) =>
    on(await revaluation(world, 'autorizar_revaluacion')),
  'RevaluacionInventario.cancelar_revaluacion': async (world) =>
    on(await revaluation(world, 'autorizar_revaluacion', 'aplicar_revaluacion'), REASON),
  'SolicitudMaterial.surtir_solicitud': async (world) => on(await request(world, ...GRANTED)),
  'SolicitudMaterial.devolver_surtido': async (world) =>
    on(await request(world, ...GRANTED, 'surtir_solicitud'), REASON),
  'SolicitudMaterial.solicitar_material': async (world) => on(await request(world)),
  'SolicitudMaterial.regresar_solicitud': async (world) =>
    on(await request(world, 'solicitar_material')),
  'SolicitudMaterial.autorizar_solicitud': async (world) =>
    on(await request(world, 'solicitar_material')),
  'SolicitudMaterial.rechazar_solicitud': async (world) =>
    on(await request(world, 'solicitar_material'), REASON),
  'SolicitudMaterial.cancelar_solicitud': async (world) => on(await request(world), REASON),
  'MermaInventario.autorizar_merma': async (world) => on(await loss(world)),
  'MermaInventario.regresar_merma': async (world) => on(await loss(world, 'autorizar_merma')),
  'MermaInventario.rechazar_merma': async (world) => on(await loss(world), REASON),
  'RevaluacionInventario.autorizar_revaluacion': async (world) => on(await revaluation(world)),
  'RevaluacionInventario.regresar_revaluacion': async (world) =>
    on(await revaluation(world, 'autorizar_revaluacion')),
}
