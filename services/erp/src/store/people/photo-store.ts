import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

export interface PhotoRow {
  /** SHA-256 of the content, in hexadecimal. */
  readonly huella: string
  readonly mime: string
  readonly tamano_bytes: number
}

/** The types of files that a browser shows as a picture. */
export const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
// It stands beside a name; a larger file is no such picture.
const MAX_BYTES = 1024 * 1024

/**
 * The picture of a user: a file of his own record, which is not confidential. Another record's file is none, since
 * whoever sees a user's name sees his picture.
 */
export async function findPhoto(
  tx: Tx,
  empresa: EmpresaId,
  usuario: string,
): Promise<PhotoRow | undefined> {
  const rows = await tx.query<PhotoRow>(
    sql`select a.huella, lower(t.mime) as mime, a.tamano_bytes::float8 as tamano_bytes
        from usuario u
          join adjunto a on a.empresa_id = ${empresa}::int8 and a.id = u.foto
          join tipo_archivo t on t.id = a.tipo
          join modelo_sistema m on m.id = a.modelo and m.nombre = 'Usuario'
        where u.empresa_id = ${empresa}::int8 and u.id = ${usuario}::int8 and a.registro = u.id::text
          and lower(t.mime) = any(${PICTURES}::text[]) and a.tamano_bytes <= ${MAX_BYTES}
          and coalesce(a.es_confidencial, false) is false`,
  )
  return rows[0]
}
