import { sql, type Sql } from '@oficina/kit/sql.ts'

/** Whether a supplier (`v`) lets what he owns: his regime (606) or his kind of operation for the DIOT (06) says so. */
export function isLessor(): Sql {
  return sql`coalesce((select f.clave from regimen_fiscal f where f.id = v.regimen_fiscal) = '606', false)
              or coalesce((select o.clave from tipo_operacion_diot o where o.id = v.tipo_operacion) = '06', false)
              as es_arrendador`
}
