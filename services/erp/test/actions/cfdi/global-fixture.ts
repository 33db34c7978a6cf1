import { sql } from '@oficina/kit/sql.ts'

import type { ErpTest } from '../../erp-service.ts'
import { idOf, type Shop } from './stamping-fixture.ts'

/** A shop that sells to whoever comes. */
export interface Counter {
  readonly publico: number
  readonly sucursal: number
  readonly efectivo: number
  readonly vales: number
  /** A confirmed sale to the public at large, paid at once. */
  sell(importe: string, more?: { venta?: object; partida?: object }): Promise<number>
  /** A draft of a global invoice of 2 March 2026. */
  draft(more?: object): Promise<number>
}

export async function counter(erp: ErpTest, own: Shop): Promise<Counter> {
  const publico = await own.create('Cliente', {
    clave: 'PUBLICO',
    razon_social: 'Publico en general',
    rfc: 'XAXX010101000',
    regimen_fiscal: await idOf(erp, sql`regimen_fiscal`, '616'),
    uso_cfdi: await idOf(erp, sql`uso_cfdi`, 'S01'),
    estado: 'activo',
  })
  const forma = async (clave: string, sat: string) =>
    await own.create('FormaPago', {
      clave,
      nombre: clave,
      forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, sat),
      activo: true,
    })
  const efectivo = await forma('EFE', '01')
  const vales = await forma('VAL', '08')
  const sucursal = await own.create('Sucursal', { clave: 'CENTRO', nombre: 'Centro' })
  const [diario, marzo] = [
    await idOf(erp, sql`periodicidad_global`, '01'),
    await idOf(erp, sql`mes_sat`, '03'),
  ]
  return {
    publico,
    sucursal,
    efectivo,
    vales,
    sell: (importe, more = {}) =>
      own.sale(importe, {
        venta: {
          cliente: publico,
          condicion_pago: own.contado,
          forma_pago: efectivo,
          sucursal,
          ...more.venta,
        },
        ...(more.partida === undefined ? {} : { partida: more.partida }),
      }),
    draft: (more = {}) =>
      own.create('FacturaGlobal', {
        fecha: '2026-03-02',
        sucursal,
        periodicidad: diario,
        mes: marzo,
        anio: 2026,
        moneda: own.moneda,
        ...more,
      }),
  }
}
