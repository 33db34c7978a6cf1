import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Holds contents of a company as `holdContent` holds one, in one order for everybody. */
export async function holdContents(
  tx: Tx,
  empresa: EmpresaId,
  huellas: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('adjunto ' || ${empresa}::text || ' ' || h, 0))
          from (select h from unnest(${huellas}::text[]) as u(h) order by h offset 0) as s`,
  )
}

/** An XML that is kept as an attachment of a record. */
export interface XmlAttachment {
  readonly id: number
  readonly nombre: string
  readonly tamano: number
  readonly huella: string
  readonly ruta: string
  readonly modelo: string
  readonly registro: string
  readonly descripcion: string
}

export async function insertXmlAttachments(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly rows: readonly XmlAttachment[]
    readonly usuarioId: string
    readonly now: string
  },
): Promise<void> {
  await tx.execute(
    sql`insert into adjunto (empresa_id, id, creado_en, modificado_en, nombre, tipo, tamano_bytes, huella, ruta, modelo,
            registro, descripcion, subido_por, es_confidencial)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, n.nombre,
            (select t.id from tipo_archivo t where lower(t.extension) = 'xml' order by t.id limit 1),
            n.tamano, n.huella, n.ruta, m.id, n.registro, n.descripcion, ${of.usuarioId}::int8, false
          from jsonb_to_recordset(${JSON.stringify(of.rows)}::jsonb) as n(id int8, nombre text, tamano int8, huella text,
            ruta text, modelo text, registro text, descripcion text)
          join modelo_sistema m on m.nombre = n.modelo`,
  )
}
