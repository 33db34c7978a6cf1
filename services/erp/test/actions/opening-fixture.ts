import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'

import type { ErpTest } from '../erp-service.ts'
import { API } from './purchase-fixture.ts'

/** The accounts on which balances of before stand, and their side: positive amounts go there. */
const ACCOUNTS = {
  CuentaPorPagar: ['201-01', 'abono', 'cargo', 'proveedor'],
  CuentaPorCobrar: ['105-01', 'cargo', 'abono', 'cliente'],
  AnticipoProveedor: ['120-01', 'cargo', 'abono', 'proveedor'],
  AnticipoVenta: ['206-01', 'abono', 'cargo', 'cliente'],
} as const

/** A model of which a company brings balances along. */
export type Opened = keyof typeof ACCOUNTS

/** An entry that people wrote and applied, which holds balances of before. */
export async function openingEntry(
  erp: ErpTest,
  of: {
    readonly model: Opened
    /** The supplier or customer. */
    readonly party: number
    readonly importe: string
    readonly isDraft?: true
  },
): Promise<number> {
  const [clave, side, other, party] = ACCOUNTS[of.model]
  const moneda = await idOf(erp, sql`select id from public.moneda where clave = 'MXN'`)
  const account = (code: string) =>
    idOf(
      erp,
      sql`select id from public.cuenta_contable where empresa_id = ${erp.empresaId} and clave = ${code}`,
    )
  const periodo = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=1&numero=1`)).json.data[0]
  const created = await erp.admin.post(`${API}/Poliza`, {
    fecha: '2026-01-01',
    tipo: 1,
    periodo: periodo.id,
    concepto: 'Saldos iniciales',
    partidas: [
      { cuenta_contable: await account(clave), moneda, [side]: of.importe, [party]: of.party },
      { cuenta_contable: await account('304-01'), moneda, [other]: of.importe },
    ],
  })
  assert.equal(created.status, 201, created.text)
  const { id } = created.json.data
  if (of.isDraft === true) return id
  const applied = await erp.admin.post(`${API}/Poliza/${id}/actions/aplicar`, {})
  assert.equal(applied.status, 200, applied.text)
  return id
}

interface Control {
  readonly control: string
  readonly diferencia: number
}

/** The controls that do not agree, and by how much. */
export async function differences(erp: ErpTest): Promise<readonly unknown[]> {
  const { data } = (await erp.admin.get(`${API}/reports/consistency`)).json
  return data
    .filter(({ diferencia }: Control) => diferencia !== 0)
    .map(({ control, diferencia }: Control) => [control, diferencia])
}

async function idOf(erp: ErpTest, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(statement)
  assert.ok(row, statement.text)
  return row.id
}
