import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { OutboxChat, OutboxMail } from './outbox-store.ts'
import type { EmpresaId } from './tenant-database.ts'

interface OutboxRowBase {
  readonly id: string
  readonly empresa_id: string
  readonly destino: string
  /** Failed attempts so far. */
  readonly intentos: number
  readonly creada_en: Date
  /** The record that caused it. */
  readonly modelo: string
  readonly registro: string
}

export type OutboxRow = OutboxRowBase &
  (
    | {
        readonly tipo: 'correo'
        readonly contenido: Pick<OutboxMail, 'para' | 'asunto' | 'texto' | 'formas' | 'reporte'>
      }
    | {
        readonly tipo: 'chat'
        /** With the key of the company. */
        readonly contenido: Omit<OutboxChat, 'modelo' | 'registro'> & { readonly empresa: string }
      }
    | {
        readonly tipo: 'webhook'
        readonly contenido: {
          readonly suscripcion: number
          readonly cuerpo: { readonly evento: string }
        }
      }
  )

/**
 * Locks the message that has waited longest, for the length of the transaction: another worker skips it, and when this
 * one dies it is free again at once.
 */
export async function claimDue(
  owner: Tx,
  { kind, now }: { readonly kind: OutboxRow['tipo']; readonly now: Date },
): Promise<OutboxRow | undefined> {
  const rows = await owner.query<OutboxRow>(
    sql`select id::text as id, empresa_id::text as empresa_id, tipo, destino, contenido, intentos, creada_en,
            modelo, registro
          from oficina.salida where estado = 'pendiente' and tipo = ${kind} and proximo_intento <= ${now}
          order by proximo_intento, id limit 1 for update skip locked`,
  )
  return rows[0]
}

/**
 * Puts a message aside until then, so that what it needs is got ready while nothing is locked. Whoever dies over it
 * leaves it to the next one at that time.
 */
export async function putAside(owner: Tx, row: OutboxRow, until: Date): Promise<void> {
  await owner.execute(
    sql`update oficina.salida set proximo_intento = ${until} where id = ${row.id}::int8`,
  )
}

/** Locks a message that was put aside until then; false when somebody else has taken it since. */
export async function takeUp(owner: Tx, row: OutboxRow, until: Date): Promise<boolean> {
  const rows = await owner.query(
    sql`select 1 from oficina.salida where id = ${row.id}::int8 and estado = 'pendiente'
            and proximo_intento = ${until} for update skip locked`,
  )
  return rows.length > 0
}

/** A mail whose address and words were made when it was sent shows what was sent. */
export async function noteContents(
  owner: Tx,
  row: OutboxRow,
  contents: Pick<OutboxMail, 'para' | 'asunto' | 'texto'>,
): Promise<void> {
  await owner.execute(
    sql`update oficina.salida set destino = ${contents.para.join(', ')},
            contenido = contenido || ${JSON.stringify(contents)}::jsonb where id = ${row.id}::int8`,
  )
}

export async function markSent(owner: Tx, row: OutboxRow, now: Date): Promise<void> {
  await owner.execute(
    sql`update oficina.salida set estado = 'enviada', enviada_en = ${now}, intentos = intentos + 1, ultimo_error = null
          where id = ${row.id}::int8`,
  )
}

/** `next` null: it is given up and waits for a person. */
export async function markFailed(
  owner: Tx,
  row: OutboxRow,
  { reason, next }: { readonly reason: string; readonly next: Date | null },
): Promise<void> {
  await owner.execute(
    sql`update oficina.salida set estado = case when ${next}::timestamptz is null then 'muerta' else 'pendiente' end,
            proximo_intento = coalesce(${next}::timestamptz, proximo_intento), intentos = intentos + 1,
            ultimo_error = ${reason} where id = ${row.id}::int8`,
  )
}

/** Updates what the subscription of a webhook shows of its deliveries; returns how often it wants a message tried. */
export async function noteDelivery(
  owner: Tx,
  row: Extract<OutboxRow, { tipo: 'webhook' }>,
  { isSent, now }: { readonly isSent: boolean; readonly now: Date },
): Promise<number | null> {
  const rows = await owner.query<{ reintentos: number | null }>(
    sql`update public.suscripcion_evento set
            ultimo_envio = case when ${isSent} then ${now}::timestamptz else ultimo_envio end,
            fallas_consecutivas = case when ${isSent} then 0 else coalesce(fallas_consecutivas, 0) + 1 end
          where empresa_id = ${row.empresa_id}::int8 and id = ${row.contenido.suscripcion}::int8
          returning reintentos_maximos as reintentos`,
  )
  return rows[0]?.reintentos ?? null
}

/** Deletes messages that were sent long ago; returns how many. */
export async function deleteSent(
  owner: Tx,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  return await owner.execute(sql`
    delete from oficina.salida where id in (select id from oficina.salida
      where estado = 'enviada' and enviada_en < ${before} order by id limit ${limit})`)
}

export interface OutboxListing {
  readonly total: number
  /** A JSON array as text. */
  readonly rows: string
}

/** Milliseconds and a Z, as instants are written everywhere. */
function instant(column: 'creada_en' | 'proximo_intento' | 'enviada_en'): Sql {
  return trusted(
    `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`,
  )
}

/** Lists a company's outbox, newest first. */
export async function listOutbox(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly estado: string | null; readonly page: number; readonly perPage: number },
): Promise<OutboxListing> {
  const rows = await tx.query<OutboxListing>(sql`
    with s as (select * from oficina.salida
      where empresa_id = ${empresa}::int8 and (${wanted.estado}::text is null or estado = ${wanted.estado}))
    select (select count(*) from s) as total, coalesce((select json_agg(row_to_json(x))::text from (
      select id, tipo, destino, coalesce(contenido->>'asunto', contenido->>'tema') as asunto, contenido->'cuerpo'->>'evento' as evento, modelo,
        registro, estado, intentos, ${instant('creada_en')}, ${instant('proximo_intento')}, ${instant('enviada_en')},
        ultimo_error
      from s order by id desc limit ${wanted.perPage} offset ${(wanted.page - 1) * wanted.perPage}) x), '[]') as rows`)
  const [row] = rows
  if (row === undefined) throw new Error('the outbox listing returned no row')
  return row
}

/** Puts a message that was given up back into the queue, with all of its attempts available again. */
export async function retryDead(
  tx: Tx,
  empresa: EmpresaId,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<'retried' | 'not dead' | 'unknown'> {
  const changed = await tx.execute(sql`
    update oficina.salida set estado = 'pendiente', intentos = 0, proximo_intento = ${now}
    where empresa_id = ${empresa}::int8 and id = ${id}::int8 and estado = 'muerta'`)
  if (changed > 0) return 'retried'
  const rows = await tx.query(
    sql`select 1 from oficina.salida where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
  return rows.length > 0 ? 'not dead' : 'unknown'
}
