import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Ids of the kinds of movement that the IMSS is told of, and what a movement has where no earlier one says it. */
export interface ImssKinds {
  readonly leaving: string
  readonly wage: string
  readonly hiring: string
  readonly permanent: string
  readonly wholeWeek: string
}

export async function findImssKinds(tx: Tx): Promise<ImssKinds> {
  const [row] = await tx.query<ImssKinds>(
    sql`select (select id::text from tipo_movimiento_imss where clave = '02') as leaving,
            (select id::text from tipo_movimiento_imss where clave = '07') as wage,
            (select id::text from tipo_movimiento_imss where clave = '08') as hiring,
            (select id::text from tipo_trabajador_imss where clave = '1') as permanent,
            (select id::text from jornada_reducida_imss where clave = '0') as "wholeWeek"`,
  )
  if (row === undefined) throw new Error('a statement without a condition returned no row')
  return row
}
