import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { DiotLine } from '../../fiscal/diot.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** Finds the operations of a period, by kind and third party. */
export async function findDiotLines(
  tx: Tx,
  empresa: EmpresaId,
  period: string,
): Promise<readonly DiotLine[]> {
  return await tx.query<DiotLine>(
    sql`select t.clave as tipo_tercero, o.clave as tipo_operacion, coalesce(d.rfc, v.rfc) as rfc,
            d.identificacion_fiscal, d.nombre_extranjero, p.clave as pais, d.lugar_jurisdiccion,
            coalesce(d.efectos_fiscales, true) as efectos_fiscales,
            (select jsonb_object_agg(e.key, e.value #>> '{}') from jsonb_each(to_jsonb(d)) e
              where jsonb_typeof(e.value) in ('number', 'null')) as importes
          from diot_operacion d
          join tipo_tercero_diot t on t.id = d.tipo_tercero
          join tipo_operacion_diot o on o.id = d.tipo_operacion
          left join pais p on p.id = d.pais
          left join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = d.proveedor
          where d.empresa_id = ${empresa}::int8 and d.periodo = ${period}::int8
          order by t.clave, coalesce(d.rfc, v.rfc), o.clave, d.id`,
  )
}
