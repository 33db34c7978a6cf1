import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

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
    prepared(
      'bank-lock',
      sql`select id from cuenta_bancaria where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
    ),
  )
  const rows = await tx.query<BankAccountRow>(
    prepared(
      'bank-accounts',
      sql`select b.id::text as id, b.clave, b.moneda::text as moneda, m.clave as moneda_clave, b.sucursal,
            b.cuenta_contable::text as cuenta_contable, b.activo, coalesce(b.saldo_minimo, 0)::text as saldo_minimo,
            b.bloquea_sobregiro,
            coalesce((select sum(case when v.naturaleza = 'abono' then v.importe else -v.importe end)
              from movimiento_bancario v where v.empresa_id = ${empresa}::int8 and v.cuenta_bancaria = b.id
                and v.estado in ('aplicado', 'conciliado')), 0)::text as saldo
          from cuenta_bancaria b join moneda m on m.id = b.moneda
          where b.empresa_id = ${empresa}::int8 and b.id = any(${ids}::int8[])`,
    ),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A movement that a document causes, applied at once. */
export interface NewBankMovement {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly cuenta_bancaria: string
  readonly tipo: 'deposito' | 'retiro' | 'transferencia' | 'cheque'
  readonly naturaleza: 'cargo' | 'abono'
  readonly forma_pago: string
  readonly importe: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly referencia: string | null
  readonly clave_rastreo: string | null
  readonly beneficiario: string
  readonly proveedor: string | null
  readonly poliza: number | null
  readonly modelo: string
  readonly registro: string
}

export async function insertBankMovements(
  tx: Tx,
  empresa: EmpresaId,
  { movements, now }: { readonly movements: readonly NewBankMovement[]; readonly now: string },
): Promise<void> {
  if (movements.length === 0) return
  await tx.execute(
    prepared(
      'bank-movements-insert',
      sql`insert into movimiento_bancario (empresa_id, id, creado_en, modificado_en, folio, fecha, cuenta_bancaria,
            tipo, naturaleza, forma_pago, importe, moneda, tipo_cambio, referencia, clave_rastreo, beneficiario,
            proveedor, poliza, modelo, registro, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha,
            n.cuenta_bancaria, n.tipo, n.naturaleza, n.forma_pago, n.importe, n.moneda, n.tipo_cambio, n.referencia,
            n.clave_rastreo, left(n.beneficiario, 200), n.proveedor, n.poliza,
            (select id from modelo_sistema where nombre = n.modelo), n.registro, 'aplicado'
          from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as n(id int8, folio text, fecha date,
            cuenta_bancaria int8, tipo text, naturaleza text, forma_pago int8, importe numeric, moneda int8,
            tipo_cambio numeric, referencia text, clave_rastreo text, beneficiario text, proveedor int8, poliza int8,
            modelo text, registro text)`,
    ),
  )
}

/** Which of some bank movements a bank's statement was matched with, locked so that none is while they are cancelled. */
export async function lockReconciled(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.query<{ id: string; conciliado: boolean }>(
    prepared(
      'bank-movements-lock',
      sql`select id::text as id, conciliado or estado = 'conciliado' as conciliado from movimiento_bancario
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
    ),
  )
  return new Set(rows.filter(({ conciliado }) => conciliado).map(({ id }) => id))
}

export async function cancelBankMovements(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    prepared(
      'bank-movements-cancel',
      sql`update movimiento_bancario set estado = 'cancelado', version = version + 1, modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
    ),
  )
}
