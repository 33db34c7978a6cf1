import type { Tx } from '@oficina/kit/database.ts'

import { findDemoIssuer, idsByKey, type Keyed } from '../../store/demo/demo-days.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'

const KEYS = {
  sucursal: { table: 'sucursal', clave: 'MATRIZ' },
  almacen: { table: 'almacen', clave: 'CENTRAL' },
  comprador: { table: 'comprador', clave: 'COMPRAS' },
  departamento: { table: 'departamento', clave: 'COM' },
  centroCosto: { table: 'centro_costo', clave: 'CC-COM' },
  inventario: { table: 'cuenta_contable', clave: '115-01' },
  bancos: { table: 'cuenta_contable', clave: '102-01' },
  capital: { table: 'cuenta_contable', clave: '301-01' },
  diario: { table: 'tipo_poliza', clave: 'DIARIO' },
  operacion: { table: 'cuenta_bancaria', clave: 'BANCO-1' },
  cobranza: { table: 'cuenta_bancaria', clave: 'BANCO-2' },
  transferencia: { table: 'forma_pago', clave: 'TRANSF' },
  contado: { table: 'condicion_pago', clave: 'CONTADO' },
  credito: { table: 'condicion_pago', clave: 'C30' },
  moneda: { table: 'moneda', clave: 'MXN', shared: true },
  unidad: { table: 'unidad_medida', clave: 'PZA', shared: true },
  objeto: { table: 'objeto_impuesto', clave: '02', shared: true },
  iva: { table: 'impuesto', clave: '002', shared: true },
  tasa: { table: 'tipo_factor', clave: 'Tasa', shared: true },
} as const satisfies Readonly<Record<string, Keyed>>

/** The ids of what the documents of a company refer to, and the company as documents name it. */
export interface DemoPlace {
  readonly ids: Readonly<Record<keyof typeof KEYS, string>>
  readonly rfc: string
  readonly razonSocial: string
}

export async function findDemoPlace(tx: Tx, empresa: EmpresaId): Promise<DemoPlace> {
  const names = Object.keys(KEYS)
  const found = await idsByKey(tx, empresa, Object.values(KEYS))
  const { rfc, razon_social: razonSocial } = await findDemoIssuer(tx, empresa)
  // Every name has its id, in the same order.
  const ids = Object.fromEntries(names.map((name, index) => [name, found[index] ?? '']))
  return { ids: ids as DemoPlace['ids'], rfc, razonSocial }
}
