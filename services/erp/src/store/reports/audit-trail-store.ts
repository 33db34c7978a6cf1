import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model } from '../../dictionary/types.ts'
import { andCondition, column, records } from '../../query/record-columns.ts'
import type { EmpresaId } from '../tenant-database.ts'

interface TrailRequest {
  readonly model: string
  readonly recordId: string
  /** The kinds of its lines whose rows are shown too. */
  readonly lines: readonly TrailLines[]
  /** Fields that are left out of the values before and after, by model. */
  readonly hidden: ReadonlyMap<string, readonly string[]>
  /** Whether users are written in words beside their ids. */
  readonly users: 'in words' | 'by id'
  readonly page: number
  readonly perPage: number
}

export interface TrailLines {
  /** As the caller sees it. */
  readonly model: Model
  /** Its reference to the record. */
  readonly field: string
  /** Lines that are gone are shown to those who may read all of them. */
  readonly gone: 'shown' | 'left out'
}

interface AuditTrail {
  readonly total: number
  /** A JSON array as text, newest first. */
  readonly rows: string
}

/**
 * What happened to one record, and to its lines, those that are gone included: what made or removed them was written down
 * at the moment at which their document changed too.
 */
export async function readAuditTrail(
  tx: Tx,
  empresa: EmpresaId,
  trailRequest: TrailRequest,
): Promise<AuditTrail> {
  const hidden = JSON.stringify(Object.fromEntries(trailRequest.hidden))
  const shown = (values: 'antes' | 'despues') =>
    sql`${trusted(`r.${values}`)} - array(select jsonb_array_elements_text(${hidden}::jsonb -> r.nombre))`
  const rows = await tx.query<AuditTrail>(
    sql`with propios as (
            select a.*, m.nombre from registro_auditoria a join modelo_sistema m on m.id = a.modelo
            where a.empresa_id = ${empresa}::int8 and m.nombre = ${trailRequest.model} and a.registro = ${trailRequest.recordId}),
          lineas as (${linesSql(empresa, trailRequest)}),
          r as (select * from propios union all
            select a.*, m.nombre from lineas l join modelo_sistema m on m.nombre = l.nombre
            join registro_auditoria a on a.empresa_id = ${empresa}::int8 and a.modelo = m.id and a.registro = l.registro)
          select (select count(*) from r) as total, coalesce((select json_agg(row_to_json(x))::text from (
            select r.id, to_char(r.fecha_hora at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as fecha_hora,
              r.usuario, case when ${trailRequest.users === 'in words'} then concat_ws(' ', u.usuario, u.nombre) end as usuario_str,
              r.nombre as modelo, r.registro::int8 as registro, r.operacion, s.nombre as accion, r.motivo,
              ${shown('antes')} as antes, ${shown('despues')} as despues, r.direccion_ip, r.agente, r.solicitud
            from r left join usuario u on u.empresa_id = ${empresa}::int8 and u.id = r.usuario
            left join accion_sistema s on s.id = r.accion
            order by r.fecha_hora desc, r.id desc
            limit ${trailRequest.perPage} offset ${(trailRequest.page - 1) * trailRequest.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the audit trail returned no row')
  return row
}

/** The lines of the record, as the audit log names them: `nombre` and `registro`. */
function linesSql(empresa: EmpresaId, { lines, recordId }: TrailRequest): Sql {
  const kinds = lines.flatMap(({ model, field, gone }): readonly Sql[] => {
    const row = { alias: 'l', empresaId: empresa }
    const there = sql`select ${model.name}::text as nombre, l.id::text as registro from ${records(model, 'l')}
      where l.empresa_id = ${empresa}::int8 and ${column('l', field)} = ${recordId}::int8${andCondition(model, row)}`
    if (gone === 'left out') return [there]
    const removed = sql`select m.nombre, a.registro from propios p
      join registro_auditoria a on a.empresa_id = ${empresa}::int8 and a.fecha_hora = p.fecha_hora
      join modelo_sistema m on m.id = a.modelo and m.nombre = ${model.name}
      where coalesce(a.despues, a.antes) ->> ${field} = ${recordId}`
    return [there, removed]
  })
  if (kinds.length === 0)
    return sql`select null::text as nombre, null::text as registro where false`
  return join(kinds, ' union ')
}
