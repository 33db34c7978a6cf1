import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

export interface PersonRow {
  readonly id: string
  readonly usuario: string
  readonly nombre: string
  readonly razon_social: string
  /** The company's currency by its SAT code, such as `MXN`. */
  readonly moneda: string
  readonly moneda_id: string
}

/** One row: a user and his company. */
export function personSql(person: {
  readonly empresa: EmpresaId
  readonly usuarioId: string
}): Sql {
  return sql`select u.id::text as id, u.usuario, u.nombre, e.razon_social, m.clave as moneda, m.id::text as moneda_id
        from usuario u
        join empresa e on e.empresa_id = ${person.empresa}::int8 and e.id = ${person.empresa}::int8
        join moneda m on m.id = e.moneda
        where u.empresa_id = ${person.empresa}::int8 and u.id = ${person.usuarioId}::int8`
}
