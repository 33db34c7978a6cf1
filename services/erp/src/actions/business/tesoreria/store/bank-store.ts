import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked CuentaBancaria. */
export interface BankAccountRow {
  readonly id: string
  readonly clave: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly sucursal: number | null
  readonly cuenta_contable: string
  readonly activo: boolean
  readonly saldo_minimo: string
  readonly bloquea_sobregiro: boolean
  /** What its movements add up to, in its currency. */
  readonly saldo: string
}

/**
 * Locks bank accounts in the order of their ids: who looks whether the money is enough waits for who spends it. The
 * balance is what the movements add up to, so that nothing is kept twice.
 */
export async function lockBankAccounts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BankAccountRow>> {
  if (ids.length === 0) return new Map()
  await tx.query(
    sql`select id from cuenta_bancaria where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await tx.query<BankAccountRow>(
    sql`select b.id::text as id, b.clave, b.moneda::text as moneda, m.clave as moneda_clave, b.sucursal,
            b.cuenta_contable::text as cuenta_contable, b.activo, coalesce(b.saldo_minimo, 0)::text as saldo_minimo,
            b.bloquea_sobregiro,
            coalesce((select sum(case when v.naturaleza = 'abono' then v.importe else -v.importe end)
              from movimiento_bancario v where v.empresa_id = ${empresa}::int8 and v.cuenta_bancaria = b.id
                and v.estado in ('aplicado', 'conciliado')), 0)::text as saldo
          from cuenta_bancaria b join moneda m on m.id = b.moneda
          where b.empresa_id = ${empresa}::int8 and b.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
