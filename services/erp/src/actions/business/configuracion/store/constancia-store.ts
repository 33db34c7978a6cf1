import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Constancia } from '../../../../fiscal/constancia.ts'

/** The records of public catalogs that a constancia names; null where the catalog lacks one. */
export interface NamedInConstancia {
  readonly tipo_persona: string | null
  readonly tipo_domicilio: string | null
  readonly pais: string | null
  readonly estado: string | null
  readonly codigo_postal: string | null
  /** By the names of the constancia, in its order. */
  readonly regimenes: readonly { readonly id: string; readonly nombre: string }[]
}

/**
 * Finds them in one statement. Names of states and regimes are compared without accents; the constancia writes some states
 * with a surname, as in "Coahuila de Zaragoza", and some regimes without the first words of the catalog.
 */
export async function findNamed(tx: Tx, of: Constancia): Promise<NamedInConstancia> {
  const [row] = await tx.query<NamedInConstancia>(sql`
    select
      (select t.id::text from tipo_persona t where t.clave = ${of.esMoral ? 'PM' : 'PF'}) as tipo_persona,
      (select t.id::text from tipo_domicilio t where t.es_fiscal order by t.id limit 1) as tipo_domicilio,
      (select p.id::text from pais p where p.clave = 'MEX') as pais,
      (select e.id::text from estado e join pais p on p.id = e.pais and p.clave = 'MEX'
        where oficina.sin_acentos(${of.entidad ?? ''}) ~ ('^' || oficina.sin_acentos(e.nombre) || '( |$)')
        order by length(e.nombre) desc limit 1) as estado,
      (select c.id::text from codigo_postal c where c.clave = ${of.codigoPostal}) as codigo_postal,
      coalesce((select json_agg(json_build_object('id', r.id::text, 'nombre', n.nombre) order by n.puesto)
        from unnest(${of.regimenes}::text[]) with ordinality n(nombre, puesto)
        cross join lateral (
          select r.id from regimen_fiscal r
          where case when ${of.esMoral} then r.aplica_moral else r.aplica_fisica end
            and oficina.sin_acentos(r.descripcion) like '%' || oficina.sin_acentos(n.nombre)
          order by length(r.descripcion) limit 1) r), '[]') as regimenes`)
  if (row === undefined) throw new Error('a statement without a table answered no row')
  return row
}
