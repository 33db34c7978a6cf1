import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { GrantRows } from '../../identity/assemble-rights.ts'
import { readAs, type EmpresaId } from '../tenant-database.ts'
import { chosenProfiles, type ProfileChoice } from './user-store.ts'

/** Finds what the profiles of a user, or one profile, say today: grants and refusals, fields and records. */
export async function findGrants(
  database: Database,
  empresa: EmpresaId,
  { choice, today }: { readonly choice: ProfileChoice; readonly today: string },
): Promise<GrantRows> {
  const [rows] = await readAs<GrantRows>(
    database,
    empresa,
    sql`with recursive perfiles as (
            select distinct p.id as dado, p.id, p.padre, array[p.id] as camino
            from (${chosenProfiles(empresa, choice, today)}) p
            union all
            select c.dado, p.id, p.padre, c.camino || p.id from perfiles c join perfil p
              on p.empresa_id = ${empresa}::int8 and p.id = c.padre
            where coalesce(p.activo, true) and p.id <> all(c.camino))
          select
            coalesce((select json_agg(json_build_array(x.dado::text, x.clave, x.concedido) order by x.dado, x.clave, x.concedido) from (
              select distinct c.dado, s.clave, coalesce(t.concedido, false) as concedido from perfiles c
              join perfil_permiso t on t.empresa_id = ${empresa}::int8 and t.perfil = c.id
              join permiso_sistema s on s.id = t.permiso
              where (t.inicio_vigencia is null or t.inicio_vigencia <= ${today}::date)
                and (t.fin_vigencia is null or t.fin_vigencia >= ${today}::date)) x), '[]') as permisos,
            coalesce((select json_agg(json_build_array(c.dado::text, m.nombre, f.nombre, a.acceso, coalesce(a.enmascarar, false))
                order by c.dado, cardinality(c.camino), a.id) from perfiles c
              join perfil_campo a on a.empresa_id = ${empresa}::int8 and a.perfil = c.id
              join campo_sistema f on f.id = a.campo join modelo_sistema m on m.id = f.modelo), '[]') as campos,
            coalesce((select json_agg(json_build_array(c.dado::text, m.nombre, r.filtro, coalesce(r.aplica_lectura, false),
                coalesce(r.aplica_escritura, false), coalesce(r.aplica_borrado, false)) order by c.dado, r.id) from perfiles c
              join regla_registro r on r.empresa_id = ${empresa}::int8 and r.perfil = c.id and coalesce(r.activo, true)
              join modelo_sistema m on m.id = r.modelo), '[]') as reglas`,
  )
  return rows ?? { permisos: [], campos: [], reglas: [] }
}
