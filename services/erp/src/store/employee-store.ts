import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

export interface NewEmployee {
  readonly id: string
  readonly asociado: string
  /** `YYYY-MM-DD`. */
  readonly hiredOn: string
  readonly now: string
}

/** An Empleado whose number follows from its id. */
export async function insertEmployee(
  tx: Tx,
  empresa: EmpresaId,
  { id, asociado, hiredOn, now }: NewEmployee,
): Promise<void> {
  await tx.execute(sql`
    insert into empleado (empresa_id, id, creado_en, modificado_en, numero, asociado, fecha_alta, estado)
    values (${empresa}, ${id}, ${now}, ${now}, ${`E${id.padStart(5, '0')}`}, ${asociado},
      ${hiredOn}::date, 'activo')`)
}
