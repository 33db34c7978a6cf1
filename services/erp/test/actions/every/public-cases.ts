import { sql } from '@oficina/kit/sql.ts'

import { idOf } from '../cfdi/stamping-fixture.ts'
import { on, twice, type Cases } from './case.ts'
import { DAY, type World } from './world.ts'

/** A draft of a global invoice of a branch of its own, in which one sale is to be invoiced. */
async function globalDraft(world: World): Promise<number> {
  const { erp } = world.on
  const numero = world.next()
  const sucursal = await world.create('Sucursal', { clave: `M${numero}`, nombre: 'Mostrador' })
  await world.store.sale('100.00', {
    venta: {
      cliente: await anybody(world),
      condicion_pago: world.store.contado,
      forma_pago: world.forma,
      sucursal,
    },
  })
  return await world.create('FacturaGlobal', {
    fecha: DAY,
    sucursal,
    periodicidad: await idOf(erp, sql`periodicidad_global`, '01'),
    mes: await idOf(erp, sql`mes_sat`, DAY.slice(5, 7)),
    anio: Number(DAY.slice(0, 4)),
    moneda: world.store.moneda,
  })
}

/** The public at large. */
async function anybody(world: World): Promise<number> {
  const [known] = await world.list('Cliente?clave=PUBLICO')
  if (known !== undefined) return Number(known['id'])
  const { erp } = world.on
  return await world.create('Cliente', {
    clave: 'PUBLICO',
    razon_social: 'Publico en general',
    rfc: 'XAXX010101000',
    regimen_fiscal: await idOf(erp, sql`regimen_fiscal`, '616'),
    uso_cfdi: await idOf(erp, sql`uso_cfdi`, 'S01'),
    estado: 'activo',
  })
}

export const PUBLIC_CASES: Cases = {
  'FacturaGlobal.timbrar_factura_global': async (world) => on(await globalDraft(world)),
  'FacturaGlobal.cancelar_factura_global': async (world) => {
    const id = await globalDraft(world)
    return twice(await world.done('FacturaGlobal', 'timbrar_factura_global', id))
  },
}
