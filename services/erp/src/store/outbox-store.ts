import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** A mail that a record causes. */
export interface OutboxMail {
  readonly para: readonly string[]
  readonly asunto: string
  readonly texto: string
  readonly modelo: string
  readonly registro: string
  /** The records whose forms are enclosed, as far as they can be made when it is sent. */
  readonly formas?: readonly OutboxForm[]
  /** The report that the mail is of; address, words and file follow when it is sent. */
  readonly reporte?: OutboxReport
}

/** What a mail with a report is made from: a sending, and the user who receives it. */
export interface OutboxReport {
  readonly envio: string
  readonly usuario: string
}

/** A record whose form goes with a mail. @source docs/decisions/0254-erp-joined-services.md */
interface OutboxForm {
  readonly modelo: string
  readonly registro: string
}

/** Puts mails into the outbox; they are sent after this transaction has committed. */
export async function enqueueMails(
  tx: Tx,
  empresa: EmpresaId,
  { mails, now }: { readonly mails: readonly OutboxMail[]; readonly now: string },
): Promise<void> {
  const addressed = mails.filter(({ para }) => para.length > 0)
  if (addressed.length === 0) return
  const rows = addressed.map(({ para, asunto, texto, modelo, registro, formas = [], reporte }) => ({
    destino: para.join(', '),
    contenido: { para, asunto, texto, ...(formas.length === 0 ? {} : { formas }), reporte },
    modelo,
    registro,
  }))
  await tx.execute(
    sql`insert into oficina.salida (empresa_id, tipo, destino, contenido, modelo, registro, creada_en, proximo_intento)
          select ${empresa}::int8, 'correo', n.destino, n.contenido, n.modelo, n.registro, ${now}::timestamptz,
            ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as n(destino text, contenido jsonb, modelo text, registro text)`,
  )
}

/** Something that people are told in a chat; Markdown. */
export interface OutboxChat {
  /** The mail addresses of those who are told directly; when none has an account the channel is told. */
  readonly para: readonly string[]
  /** Of the message in the channel. */
  readonly tema: string
  /** Of the direct message. */
  readonly texto: string
  /** In the channel: nothing that not everybody may read. */
  readonly enCanal: string
  readonly modelo: string
  readonly registro: string
}

/** Puts what people are told into the outbox; only where there is a chat (`hasChat`), or nobody ever sends it. */
export async function enqueueChats(
  tx: Tx,
  empresa: EmpresaId,
  { chats, now }: { readonly chats: readonly OutboxChat[]; readonly now: string },
): Promise<void> {
  if (chats.length === 0) return
  const rows = chats.map(({ para, tema, texto, enCanal, modelo, registro }) => ({
    destino: para.join(', '),
    contenido: { para, tema, texto, enCanal },
    modelo,
    registro,
  }))
  await tx.execute(
    // First of all: what a company's node selects as it inserts, a cluster would also number there.
    sql`with e as materialized (
            select clave from empresa where empresa_id = ${empresa}::int8 and id = ${empresa}::int8)
          insert into oficina.salida (empresa_id, tipo, destino, contenido, modelo, registro, creada_en, proximo_intento)
          select ${empresa}::int8, 'chat', n.destino, n.contenido || jsonb_build_object('empresa', e.clave),
            n.modelo, n.registro, ${now}::timestamptz, ${now}::timestamptz
          from e, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as n(destino text, contenido jsonb, modelo text, registro text)`,
  )
}

/** An event for subscribers. */
export interface OutboxEvent {
  readonly modelo: string
  /** Unique within the model: `autorizada`. */
  readonly evento: string
  readonly registro: string
  /** What the subscriber receives; a subscription's `filtro` is compared with it. */
  readonly datos: Readonly<Record<string, unknown>>
}

/** Puts events into the outbox, one row for each active subscription whose filter matches. */
export async function enqueueEvents(
  tx: Tx,
  empresa: EmpresaId,
  { events, now }: { readonly events: readonly OutboxEvent[]; readonly now: string },
): Promise<void> {
  if (events.length === 0) return
  await tx.execute(
    sql`with s as materialized (
            select s.url, jsonb_build_object('suscripcion', s.id, 'cuerpo', jsonb_build_object('evento',
                n.modelo || '.' || n.evento, 'modelo', n.modelo, 'id', n.registro::int8, 'ocurrido_en', ${now}::text,
                'datos', n.datos)) as contenido, n.modelo, n.registro
            from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
              as n(modelo text, evento text, registro text, datos jsonb)
            join modelo_sistema m on m.nombre = n.modelo
            join evento_sistema e on e.modelo = m.id and e.nombre = n.evento
            join suscripcion_evento s on s.empresa_id = ${empresa}::int8 and s.evento = e.id and s.activo
              and (s.filtro is null or n.datos @> s.filtro))
          insert into oficina.salida (empresa_id, tipo, destino, contenido, modelo, registro, creada_en, proximo_intento)
          select ${empresa}::int8, 'webhook', s.url, s.contenido, s.modelo, s.registro, ${now}::timestamptz,
            ${now}::timestamptz from s`,
  )
}
