import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** Something that a person did, and how often. */
export interface DeedRow {
  readonly modelo: string
  /** A business action; null: he made a record. */
  readonly accion: string | null
  readonly veces: number
}

// Of the company: by the key of the table, whatever somebody did in years.
const LOOKED_AT = 5_000
const MOST = 20

/** What a person did most of late, the most frequent first. */
export function deedsSql(person: { readonly empresa: EmpresaId; readonly usuarioId: string }): Sql {
  return sql`
    select m.nombre as modelo, a.nombre as accion, count(*)::int4 as veces
    from registro_auditoria r join modelo_sistema m on m.id = r.modelo
    left join accion_sistema a on a.id = r.accion
    where r.empresa_id = ${person.empresa}::int8 and r.usuario = ${person.usuarioId}::int8
      and r.id > (select max(x.id) from registro_auditoria x where x.empresa_id = ${person.empresa}::int8) - ${LOOKED_AT}::int8
      and (r.operacion = 'alta' or r.operacion = 'accion' and r.accion is not null)
    group by m.nombre, a.nombre order by veces desc, m.nombre, a.nombre limit ${MOST}::int4`
}
