import { customer } from '../cash/cash-fixture.ts'
import { openingEntry, type Opened } from '../opening-fixture.ts'
import { on, twice, type Cases } from './case.ts'
import { DAY, REASON, type World } from './world.ts'

async function quote(world: World, more: object = {}): Promise<number> {
  return await world.create('Cotizacion', {
    fecha: DAY,
    cliente: world.store.cliente,
    vendedor: await world.create('Vendedor', {
      clave: `V${world.next()}`,
      nombre: 'Ana',
      tipo: 'interno',
    }),
    vigencia: DAY,
    moneda: world.store.moneda,
    partidas: [
      { descripcion: 'Varilla', cantidad: '1', unidad: world.store.unidad, precio: '100' },
    ],
    ...more,
  })
}

async function sent(world: World): Promise<number> {
  return await world.done('Cotizacion', 'enviar_cotizacion', await quote(world))
}

const confirmed = async (world: World) => await world.sale('100.00', await world.stocked())

async function delivered(world: World): Promise<number> {
  return await world.done('Venta', 'entregar', await confirmed(world))
}

const remision = async (world: World) =>
  await world.one(`RemisionVenta?venta=${await delivered(world)}`)

/** A delivery that was typed. */
async function remisionDraft(world: World): Promise<number> {
  const venta = await confirmed(world)
  const [line] = await world.list(`VentaPartida?venta=${venta}`)
  return await world.create('RemisionVenta', {
    folio: `R-${world.next()}`,
    fecha: `${DAY}T15:00:00Z`,
    venta,
    cliente: world.store.cliente,
    almacen: world.almacen,
    moneda: world.store.moneda,
    partidas: [
      {
        venta_partida: line?.['id'],
        articulo: line?.['articulo'],
        cantidad: '1',
        unidad: line?.['unidad'],
        precio: line?.['precio'],
      },
    ],
  })
}

async function exception(world: World): Promise<number> {
  return await world.create('VentaAutorizacion', {
    venta: await world.saleDraft(await world.stocked(), '1'),
    motivo: 'descuento_excedido',
    solicitado_por: 1,
  })
}

async function givenBack(world: World, ...actions: readonly string[]): Promise<number> {
  const venta = await delivered(world)
  const [line] = await world.list(`VentaPartida?venta=${venta}`)
  const id = await world.create('DevolucionVenta', {
    cliente: world.store.cliente,
    venta,
    motivo_devolucion: world.motivoDevolucion,
    almacen: world.almacen,
    moneda: world.store.moneda,
    partidas: [
      {
        venta_partida: line?.['id'],
        articulo: line?.['articulo'],
        cantidad_devuelta: '1',
        precio: '100',
      },
    ],
  })
  for (const action of actions) await world.done('DevolucionVenta', action, id)
  return id
}

const owed = async (world: World) => await world.invoiced(await world.sale('100.00'))

/** A draft of a collection of all of an invoice. */
const cobro = async (world: World, importe = '116.00') =>
  await world.cobro(importe, [{ cuenta: await owed(world), importe: '116.00' }])

const collected = async (world: World, importe?: string) =>
  await world.done('CobroCliente', 'cobrar', await cobro(world, importe))

/** Beyond the 72 hours in which the SAT takes a CFDI. */
const TOO_LATE_MS = 80 * 60 * 60_000

/** A collection whose complement the PAC refused. */
async function untold(world: World): Promise<number> {
  const id = await cobro(world)
  const { clock } = world.on.simulated
  clock.advance(TOO_LATE_MS)
  await world.done('CobroCliente', 'cobrar', id)
  clock.advance(-TOO_LATE_MS)
  return id
}

async function note(world: World): Promise<number> {
  const venta = await world.sale('100.00')
  await world.done('Venta', 'timbrar_venta', venta)
  const [line] = await world.list(`VentaPartida?venta=${venta}`)
  return await world.create('NotaCreditoVenta', {
    fecha: DAY,
    cliente: world.store.cliente,
    tipo: 'bonificacion',
    tipo_relacion: world.relacion,
    moneda: world.store.moneda,
    partidas: [
      {
        venta,
        venta_partida: line?.['id'],
        descripcion: 'Bonificación',
        cantidad: '1',
        precio: '25.00',
      },
    ],
  })
}

/** A draft of the global invoice of a branch of its own. */
async function globalInvoice(world: World): Promise<number> {
  const clave = `S-${world.next()}`
  const sucursal = await world.create('Sucursal', { clave, nombre: clave })
  await world.till.sell('10.00', { venta: { sucursal } })
  return await world.till.draft({ sucursal })
}

/** What a collection leaves, and a receivable that it may pay. */
async function advance(world: World): Promise<{ readonly id: number; readonly cuenta: number }> {
  const pago = await world.done('CobroCliente', 'cobrar', await world.cobro('50.00', []))
  return { id: await world.one(`AnticipoVenta?cobro=${pago}`), cuenta: await owed(world) }
}

async function invoicedAdvance(world: World): Promise<number> {
  const { id } = await advance(world)
  return await world.done('AnticipoVenta', 'timbrar_anticipo', id)
}

/** What an advance pays of an invoice that names its own. */
async function invoicedUse(world: World): Promise<number> {
  const id = await invoicedAdvance(world)
  const venta = await world.sale('100.00')
  await world.store.update('AnticipoVenta', id, { venta })
  const cuenta = await world.invoiced(venta)
  await world.done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta })
  return await world.one(`AplicacionNotaCredito?anticipo=${id}`)
}

const credit = async (world: World, ...actions: readonly string[]): Promise<number> => {
  // Of a customer of its own, so that others' sales have no limit.
  const cliente = await customer(
    world.on.erp,
    (model, body) => world.create(model, body),
    `LC${world.next()}`,
  )
  const id = await world.create('LineaCreditoCliente', {
    fecha: DAY,
    cliente,
    moneda: world.store.moneda,
    limite_solicitado: '9000000.00',
    dias_plazo: 30,
  })
  for (const action of actions) await world.done('LineaCreditoCliente', action, id)
  return id
}

/** A balance of before that waits for somebody to recognize it, and the entry that holds it. */
function balance(world: World) {
  const { cliente, moneda } = world.store
  const opened = { fecha: DAY, cliente, moneda }
  const owed = { ...opened, tipo: 'saldo_inicial', vencimiento: '2026-12-31', subtotal: '10.00' }
  return {
    cuenta: () => world.create('CuentaPorCobrar', owed),
    anticipo: () => world.create('AnticipoVenta', { ...opened, importe: '10.00' }),
    poliza: async (model: Opened) =>
      await openingEntry(world.on.erp, { model, party: cliente, importe: '10.00' }),
  }
}

async function recognized(world: World, ...actions: readonly string[]): Promise<number> {
  const { cuenta, poliza } = balance(world)
  const id = await cuenta()
  await world.done('CuentaPorCobrar', 'reconocer_saldo', id, {
    poliza: await poliza('CuentaPorCobrar'),
  })
  for (const action of actions) await world.done('CuentaPorCobrar', action, id, REASON)
  return id
}

export const SELLING_CASES: Cases = {
  'Cotizacion.enviar_cotizacion': async (world) => on(await quote(world)),
  'Cotizacion.regresar_cotizacion': async (world) => on(await sent(world)),
  'Cotizacion.aceptar_cotizacion': async (world) =>
    on(await sent(world), { condicion_pago: world.store.credito }),
  'Cotizacion.rechazar_cotizacion': async (world) => on(await sent(world), REASON),
  'Cotizacion.vencer_cotizacion': async (world) =>
    on(await quote(world, { fecha: '2026-02-01', vigencia: '2026-02-02' })),
  'Cotizacion.cancelar_cotizacion': async (world) => on(await sent(world), REASON),
  'Venta.confirmar_venta': async (world) => on(await world.saleDraft(await world.stocked(), '2')),
  'Venta.regresar_venta': async (world) => on(await confirmed(world), REASON),
  'Venta.cancelar_venta': async (world) => {
    const venta = await delivered(world)
    await world.done('Venta', 'timbrar_venta', venta)
    return { ...twice(venta), inputs: { ...REASON, mercancia: 'regresa' } }
  },
  'Venta.entregar': async (world) => on(await confirmed(world)),
  'Venta.timbrar_venta': async (world) => on(await world.sale('100.00')),
  // A yes holds for the sale as it stands; it is said again of one that has changed.
  'VentaAutorizacion.autorizar_excepcion': async (world) => ({
    ...on(await exception(world)),
    isRepeatable: true,
  }),
  'VentaAutorizacion.rechazar_excepcion': async (world) => on(await exception(world), REASON),
  'RemisionVenta.entregar': async (world) => on(await remisionDraft(world)),
  'RemisionVenta.cancelar_remision': async (world) => on(await remision(world), REASON),
  'DevolucionVenta.autorizar_devolucion': async (world) => on(await givenBack(world)),
  'DevolucionVenta.rechazar_devolucion': async (world) => on(await givenBack(world), REASON),
  'DevolucionVenta.recibir_devolucion': async (world) =>
    on(await givenBack(world, 'autorizar_devolucion')),
  'DevolucionVenta.cancelar_devolucion': async (world) =>
    on(await givenBack(world, 'autorizar_devolucion', 'recibir_devolucion'), REASON),
  'CobroCliente.cobrar': async (world) => on(await cobro(world, '120.00')),
  'CobroCliente.cancelar_cobro': async (world) => on(await untold(world), REASON),
  'CobroCliente.devolver_cobro': async (world) => on(await untold(world), REASON),
  'CobroCliente.timbrar_complemento': async (world) => on(await untold(world)),
  'CobroCliente.cancelar_complemento': async (world) => twice(await collected(world)),
  'NotaCreditoVenta.timbrar_nota_credito': async (world) => on(await note(world)),
  'NotaCreditoVenta.cancelar_nota_credito': async (world) => {
    const id = await note(world)
    return twice(await world.done('NotaCreditoVenta', 'timbrar_nota_credito', id))
  },
  'FacturaGlobal.timbrar_factura_global': async (world) => on(await globalInvoice(world)),
  'FacturaGlobal.cancelar_factura_global': async (world) =>
    twice(await world.done('FacturaGlobal', 'timbrar_factura_global', await globalInvoice(world))),
  'AnticipoVenta.reconocer_saldo': async (world) => {
    const { anticipo, poliza } = balance(world)
    return on(await anticipo(), { poliza: await poliza('AnticipoVenta') })
  },
  'CuentaPorCobrar.reconocer_saldo': async (world) => {
    const { cuenta, poliza } = balance(world)
    return on(await cuenta(), { poliza: await poliza('CuentaPorCobrar') })
  },
  'CuentaPorCobrar.disputar_cuenta': async (world) => on(await recognized(world), REASON),
  'CuentaPorCobrar.resolver_disputa': async (world) =>
    on(await recognized(world, 'disputar_cuenta'), REASON),
  'CuentaPorCobrar.declarar_incobrable': async (world) => on(await recognized(world), REASON),
  'CuentaPorCobrar.cancelar_saldo': async (world) => on(await balance(world).cuenta(), REASON),
  // It may be granted again, with another limit.
  'LineaCreditoCliente.autorizar_linea': async (world) => ({
    ...on(await credit(world)),
    isRepeatable: true,
  }),
  'LineaCreditoCliente.rechazar_linea': async (world) => on(await credit(world), REASON),
  'LineaCreditoCliente.suspender_linea': async (world) =>
    on(await credit(world, 'autorizar_linea'), REASON),
  'LineaCreditoCliente.cancelar_linea': async (world) => on(await credit(world), REASON),
  'AnticipoVenta.timbrar_anticipo': async (world) => on((await advance(world)).id),
  'AnticipoVenta.cancelar_cfdi': async (world) => twice(await invoicedAdvance(world)),
  'AplicacionNotaCredito.timbrar_aplicacion': async (world) => on(await invoicedUse(world)),
  'AplicacionNotaCredito.cancelar_egreso': async (world) => {
    const id = await invoicedUse(world)
    return twice(await world.done('AplicacionNotaCredito', 'timbrar_aplicacion', id))
  },
  'AnticipoVenta.aplicar_anticipo': async (world) => {
    const { id, cuenta } = await advance(world)
    return on(id, { cuenta })
  },
  'AnticipoVenta.cancelar_anticipo': async (world) =>
    on(
      await world.create('AnticipoVenta', {
        fecha: DAY,
        cliente: world.store.cliente,
        moneda: world.store.moneda,
        importe: '10.00',
      }),
      REASON,
    ),
  'AnticipoVenta.reembolsar_anticipo': async (world) =>
    on((await advance(world)).id, { cuenta_bancaria: world.banco }),
  'AnticipoVenta.cancelar_reembolso': async (world) => {
    const { id } = await advance(world)
    const inputs = { cuenta_bancaria: world.banco }
    return on(await world.done('AnticipoVenta', 'reembolsar_anticipo', id, inputs), REASON)
  },
  'AplicacionNotaCredito.cancelar_aplicacion': async (world) => {
    const { id, cuenta } = await advance(world)
    await world.done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta })
    return on(await world.one(`AplicacionNotaCredito?anticipo=${id}`), REASON)
  },
}
