import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A new MovimientoBancario of a collection, applied at once. */
export interface BankMovementRow {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly cuenta_bancaria: string
  readonly tipo: 'deposito' | 'retiro'
  /** As on the bank's statement: `abono` is what comes in. */
  readonly naturaleza: 'cargo' | 'abono'
  readonly forma_pago: string
  readonly importe: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly referencia: string
  readonly beneficiario: string
  readonly cliente: string
  readonly poliza: number | null
  /** The CobroCliente. */
  readonly registro: string
}

export async function insertBankMovements(
  tx: Tx,
  empresa: EmpresaId,
  { movements, now }: { readonly movements: readonly BankMovementRow[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    prepared(
      'deposits-insert',
      sql`insert into movimiento_bancario (empresa_id, id, creado_en, modificado_en, folio, fecha, cuenta_bancaria, tipo,
            naturaleza, forma_pago, importe, moneda, tipo_cambio, referencia, beneficiario, cliente, poliza, modelo,
            registro, conciliado, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.cuenta_bancaria,
            n.tipo, n.naturaleza, n.forma_pago, n.importe, n.moneda, n.tipo_cambio, n.referencia,
            left(n.beneficiario, 200), n.cliente, n.poliza,
            (select id from modelo_sistema where nombre = 'CobroCliente'), n.registro, false, 'aplicado'
          from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as n(id int8, folio text, fecha date,
            cuenta_bancaria int8, tipo text, naturaleza text, forma_pago int8, importe numeric, moneda int8,
            tipo_cambio numeric, referencia text, beneficiario text, cliente int8, poliza int8, registro text)`,
    ),
  )
}

/** A movement that a collection caused. */
export interface Deposit {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly conciliado: boolean
}

/** Locks movements in the order of their ids, so that none is reconciled while it is taken back. */
export async function lockDeposits(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Deposit>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Deposit>(
    prepared(
      'deposits-lock',
      sql`select id::text as id, folio, estado, coalesce(conciliado, false) or estado = 'conciliado' as conciliado
          from movimiento_bancario
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
    ),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Movements that never were. */
export async function cancelDeposits(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    prepared(
      'deposits-cancel',
      sql`update movimiento_bancario set estado = 'cancelado', version = version + 1, modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
    ),
  )
}
