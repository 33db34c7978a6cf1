import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EntryRule } from '../../../../store/journal-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A line of an entry that a purchase made and nothing has reversed. */
export interface CommitmentLineRow {
  readonly compra: string
  readonly poliza: string
  readonly tipo: string
  readonly tipo_clave: string
  readonly reinicia: EntryRule['reinicia']
  readonly cuenta: string
  readonly centro_costo: string | null
  readonly proveedor: string | null
  readonly concepto: string
  readonly moneda: string
  readonly tipo_cambio: string
  /** Debit less credit. */
  readonly saldo: string
  /** In `moneda`, with the sign of `saldo`. */
  readonly saldo_moneda: string
}

/** Finds the entry of each purchase's commitment in front, then those that took parts of it back. */
export async function findCommitmentLines(
  tx: Tx,
  empresa: EmpresaId,
  compras: readonly string[],
): Promise<readonly CommitmentLineRow[]> {
  return await tx.query<CommitmentLineRow>(
    sql`select p.registro as compra, p.id::text as poliza, p.tipo::text as tipo, t.clave as tipo_clave, t.reinicia,
            l.cuenta_contable::text as cuenta, l.centro_costo::text as centro_costo, l.proveedor::text as proveedor,
            l.concepto, l.moneda::text as moneda, l.tipo_cambio::text as tipo_cambio,
            (l.cargo - l.abono)::text as saldo,
            (case when l.cargo >= l.abono then 1 else -1 end * l.importe_moneda)::text as saldo_moneda
          from poliza p
          join modelo_sistema m on m.id = p.modelo and m.nombre = 'Compra'
          join tipo_poliza t on t.empresa_id = ${empresa}::int8 and t.id = p.tipo
          join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
          where p.empresa_id = ${empresa}::int8 and p.registro = any(${compras}::text[]) and p.estado = 'aplicada'
            and p.origen = 'compras' and p.poliza_reversa is null
            and not exists (select from poliza r where r.empresa_id = ${empresa}::int8 and r.poliza_reversa = p.id)
          order by p.registro, p.id, l.partida`,
  )
}
