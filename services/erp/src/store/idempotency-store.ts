import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { apiError } from '../errors.ts'
import { KEY_USED } from '../messages/http.ts'
import { spokenJson } from '../messages/message.ts'
import type { Speech } from '../messages/speech.ts'
import type { EmpresaId } from './tenant-database.ts'

/** The owner of the keys: two users' keys never meet. */
export interface KeyOwner {
  readonly empresa: EmpresaId
  readonly usuarioId: string
}

/** A client's promise that two requests with one key are one request. */
export interface IdempotencyKey {
  readonly key: string
  /** SHA-256 of method, path and body. */
  readonly fingerprint: Buffer
  readonly at: Date
  /** How its answer is put into words, once. */
  readonly speech: Speech
}

const LIFETIME_MS = 24 * 60 * 60 * 1_000

/**
 * Claims a key within the transaction of the write. Another request with the same key waits here until the first has
 * committed, and then gets its answer; null: the key is new, or there is none, and the write goes on.
 * @throws ApiError IDEMPOTENCY_MISMATCH when the key belongs to another request
 */
export async function claimKey(
  tx: Tx,
  owner: KeyOwner,
  key: IdempotencyKey | null,
): Promise<{ readonly answer: unknown } | null> {
  if (key === null) return null
  const expired = new Date(key.at.getTime() - LIFETIME_MS)
  const claimed = await tx.execute(sql`
    insert into oficina.idempotencia as i (empresa_id, usuario_id, clave, huella, creada_en)
    values (${owner.empresa}, ${owner.usuarioId}, ${key.key}, ${key.fingerprint}, ${key.at})
    on conflict (empresa_id, usuario_id, clave) do update
      set huella = excluded.huella, creada_en = excluded.creada_en, respuesta = null, estado = null
      where i.creada_en <= ${expired}`)
  if (claimed > 0) return null
  const [kept] = await tx.query<{ huella: Buffer; respuesta: string | null }>(sql`
    select huella, respuesta from oficina.idempotencia
    where empresa_id = ${owner.empresa} and usuario_id = ${owner.usuarioId} and clave = ${key.key}`)
  if (kept === undefined || !kept.huella.equals(key.fingerprint)) {
    throw apiError('IDEMPOTENCY_MISMATCH', KEY_USED())
  }
  return { answer: JSON.parse(kept.respuesta ?? 'null') }
}

/** Stores the answer of the write, so that it can be repeated word for word for 24 hours. */
export async function keepAnswer(
  tx: Tx,
  owner: KeyOwner,
  {
    key,
    status,
    answer,
  }: {
    readonly key: IdempotencyKey | null
    readonly status: 200 | 201
    /** Survives JSON. */
    readonly answer: unknown
  },
): Promise<void> {
  if (key === null) return
  await tx.execute(sql`
    update oficina.idempotencia set respuesta = ${spokenJson(answer ?? null, key.speech)}, estado = ${status}
    where empresa_id = ${owner.empresa} and usuario_id = ${owner.usuarioId}
      and clave = ${key.key}`)
}

export async function deleteExpiredKeys(tx: Tx, now: Date): Promise<number> {
  const expired = new Date(now.getTime() - LIFETIME_MS)
  return await tx.execute(sql`delete from oficina.idempotencia where creada_en <= ${expired}`)
}
