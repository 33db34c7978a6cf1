import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A movement that a document causes, applied at once. */
export interface NewBankMovement {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly cuenta_bancaria: string
  readonly tipo: 'deposito' | 'retiro' | 'transferencia' | 'cheque' | 'comision' | 'interes'
  /** As on the bank's statement: `abono` is what comes in. */
  readonly naturaleza: 'cargo' | 'abono'
  readonly forma_pago: string | null
  readonly concepto?: string
  readonly importe: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly referencia: string | null
  readonly clave_rastreo: string | null
  readonly beneficiario: string
  readonly cliente: string | null
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
    sql`insert into movimiento_bancario (empresa_id, id, creado_en, modificado_en, folio, fecha, cuenta_bancaria,
            tipo, naturaleza, forma_pago, concepto, importe, moneda, tipo_cambio, referencia, clave_rastreo,
            beneficiario, cliente, proveedor, poliza, modelo, registro, conciliado, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha,
            n.cuenta_bancaria, n.tipo, n.naturaleza, n.forma_pago, n.concepto, n.importe, n.moneda, n.tipo_cambio, n.referencia,
            n.clave_rastreo, left(n.beneficiario, 200), n.cliente, n.proveedor, n.poliza,
            (select id from modelo_sistema where nombre = n.modelo), n.registro, false, 'aplicado'
          from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as n(id int8, folio text, fecha date,
            cuenta_bancaria int8, tipo text, naturaleza text, forma_pago int8, concepto int8, importe numeric,
            moneda int8, tipo_cambio numeric, referencia text, clave_rastreo text, beneficiario text, cliente int8,
            proveedor int8, poliza int8, modelo text, registro text)`,
  )
}

/** Movements that never were. */
export async function cancelBankMovements(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    sql`update movimiento_bancario set estado = 'cancelado', version = version + 1, modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
}
