import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { FormFileRow } from '../form-store.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** What a report that leaves as a file says of its reader and of the company’s clock. */
export interface ReportReaderRow {
  readonly persona: string
  /** An IANA name, such as `America/Tijuana`. */
  readonly zona: string
  readonly logotipo: FormFileRow | null
}

/**
 * The reader’s name, the zone of the company, and its logo: that of the FormatoImpresion in use for Cfdi, else of any
 * other. The picture is what is attached to the form itself, as on forms.
 */
export async function findReportReader(
  tx: Tx,
  empresa: EmpresaId,
  usuarioId: string,
): Promise<ReportReaderRow> {
  const rows = await tx.query<ReportReaderRow>(
    sql`select coalesce(u.nombre, '') as persona, coalesce(z.clave, 'America/Mexico_City') as zona, (
            select json_build_object('huella', a.huella, 'tamano_bytes', a.tamano_bytes)
            from formato_impresion f join modelo_sistema m on m.id = f.modelo
              join modelo_sistema o on o.nombre = 'FormatoImpresion'
              join adjunto a on a.empresa_id = ${empresa}::int8 and a.modelo = o.id and a.registro = f.id::text
              join tipo_archivo t on t.id = a.tipo and lower(t.mime) in ('image/png', 'image/jpeg')
            where f.empresa_id = ${empresa}::int8 and f.activo
            order by m.nombre = 'Cfdi' desc, f.es_predeterminado desc nulls last,
              a.id = f.logotipo desc nulls last, f.id, a.id desc limit 1) as logotipo
          from empresa e left join zona_horaria z on z.id = e.zona_horaria
            left join usuario u on u.empresa_id = ${empresa}::int8 and u.id = ${usuarioId}::int8
          where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8`,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the company ${empresa} is not there`)
  return row
}
