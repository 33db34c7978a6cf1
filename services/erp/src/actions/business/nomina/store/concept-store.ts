import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Row } from '../../../../dictionary/row-types.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A concept of a company, with the SAT's keys. */
export interface ConceptRow extends Pick<
  Row<'ConceptoNomina'>,
  'id' | 'clave' | 'tipo' | 'calculo' | 'tratamiento_isr' | 'integra_sbc' | 'activo' | 'formula'
> {
  /** Of `TipoPercepcion`, `TipoDeduccion` or `TipoOtroPago`; null: it has none. */
  readonly sat: string | null
  readonly es_especie: boolean
}

/** Those of a company, also what is not active. At most some hundreds. */
export async function findConcepts(tx: Tx, empresa: EmpresaId): Promise<readonly ConceptRow[]> {
  return await tx.query<ConceptRow>(
    sql`select c.id::text as id, c.clave, c.tipo, c.calculo, c.tratamiento_isr, c.integra_sbc, c.formula,
            coalesce(c.activo, true) as activo, coalesce(c.es_especie, false) as es_especie,
            coalesce(p.clave, d.clave, o.clave) as sat
          from concepto_nomina c
          left join tipo_percepcion p on p.id = c.tipo_percepcion
          left join tipo_deduccion d on d.id = c.tipo_deduccion
          left join tipo_otro_pago o on o.id = c.tipo_otro_pago
          where c.empresa_id = ${empresa}::int8 order by c.id`,
  )
}
