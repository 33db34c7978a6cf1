import type { Tx } from '@oficina/kit/database.ts'
import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { readAs, type EmpresaId } from './tenant-database.ts'

/** A row of TipoArchivo that attachments may be of. */
export interface FileKind {
  readonly id: string
  readonly clave: string
  readonly mime: string
  readonly extension: string
  /** Null: only the service's own limit holds. */
  readonly tamano_maximo_mb: number | null
}

/** An Adjunto, with the names of the model and type that it refers to. */
export interface AttachmentRow {
  readonly id: string
  readonly nombre: string
  readonly tipo: string
  readonly tipo_str: string
  readonly mime: string
  readonly tamano_bytes: number
  readonly huella: string
  readonly modelo: string | null
  readonly registro: string | null
  readonly descripcion: string | null
  readonly es_confidencial: boolean
  readonly subido_por: string | null
  /** ISO 8601, UTC. */
  readonly creado_en: string
}

export interface OwnerRecord {
  readonly modelo: string
  readonly registro: string
}

/** The types that attachments may be of, by extension. */
export async function allowedKinds(
  database: Database,
  empresa: EmpresaId,
): Promise<readonly FileKind[]> {
  return await readAs<FileKind>(database, empresa, ALLOWED_KINDS)
}

/** The same within a transaction, which would wait for itself where the pool has no other connection. */
export async function allowedKindsWithin(tx: Tx): Promise<readonly FileKind[]> {
  return await tx.query<FileKind>(ALLOWED_KINDS)
}

const ALLOWED_KINDS = sql`select id::text as id, clave, lower(mime) as mime, extension, tamano_maximo_mb::float8 as tamano_maximo_mb
      from tipo_archivo where permitido and mime is not null and extension is not null
      order by extension, id`

/**
 * Holds a content of a company until the end of the transaction: while a row that refers to it is written it is not
 * removed, and while it is removed no row comes to refer to it.
 */
export async function holdContent(tx: Tx, empresa: EmpresaId, huella: string): Promise<void> {
  const name = `adjunto ${empresa} ${huella}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

const COLUMNS = sql`a.id::text as id, a.nombre, a.tipo::text as tipo, t.clave as tipo_str, coalesce(t.mime, 'application/octet-stream') as mime,
  a.tamano_bytes::float8 as tamano_bytes, a.huella, m.nombre as modelo, a.registro, a.descripcion, a.es_confidencial,
  a.subido_por::text as subido_por,
  to_char(a.creado_en at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as creado_en`

export async function findAttachment(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<AttachmentRow | undefined> {
  const [row] = await tx.query<AttachmentRow>(
    sql`select ${COLUMNS} from adjunto a
          join tipo_archivo t on t.id = a.tipo
          left join modelo_sistema m on m.id = a.modelo
          where a.empresa_id = ${empresa}::int8 and a.id = ${id}::int8`,
  )
  return row
}

// Of one record; who has more of them looks through Adjunto.
const MAX_LISTED = 1_000

/** Lists the attachments of a record, the oldest first, at most a thousand. */
export async function listAttachments(
  tx: Tx,
  empresa: EmpresaId,
  { modelo, registro }: OwnerRecord,
): Promise<readonly AttachmentRow[]> {
  return await tx.query<AttachmentRow>(
    sql`select ${COLUMNS} from adjunto a
          join tipo_archivo t on t.id = a.tipo
          join modelo_sistema m on m.id = a.modelo
          where a.empresa_id = ${empresa}::int8 and m.nombre = ${modelo} and a.registro = ${registro}
          order by a.id limit ${MAX_LISTED}`,
  )
}

/** How many attachments records have, and the first ten of them. */
export async function attachmentsOf(
  tx: Tx,
  empresa: EmpresaId,
  { modelo, registros }: { readonly modelo: string; readonly registros: readonly string[] },
): Promise<{ readonly count: number; readonly ids: readonly number[] }> {
  const [row] = await tx.query<{ count: number; ids: readonly string[] | null }>(
    sql`select count(*)::int4 as count, (array_agg(a.id::text order by a.id))[1:10] as ids
          from adjunto a join modelo_sistema m on m.id = a.modelo
          where a.empresa_id = ${empresa}::int8 and m.nombre = ${modelo} and a.registro = any(${registros}::text[])`,
  )
  return { count: row?.count ?? 0, ids: (row?.ids ?? []).map(Number) }
}

/** Those of the contents that a row of the company refers to. */
export async function referredContents(
  database: Database,
  empresa: EmpresaId,
  contents: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await readAs<{ huella: string }>(
    database,
    empresa,
    sql`select distinct huella from adjunto where empresa_id = ${empresa}::int8 and huella = any(${contents}::text[])`,
  )
  return new Set(rows.map(({ huella }) => huella))
}

export async function isReferred(tx: Tx, empresa: EmpresaId, huella: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from adjunto where empresa_id = ${empresa}::int8 and huella = ${huella} limit 1`)
  return rows.length > 0
}
