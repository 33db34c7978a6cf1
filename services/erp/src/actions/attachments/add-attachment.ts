import { createHash } from 'node:crypto'

import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import type { SpooledFile } from '../../files/spool.ts'
import type { Caller } from '../../identity/caller.ts'
import {
  allowedKinds,
  findAttachment,
  holdContent,
  type AttachmentRow,
  type FileKind,
} from '../../store/attachment-store.ts'
import { auditNumber, recordAudit } from '../../store/audit-store.ts'
import { claimKey, keepAnswer, type IdempotencyKey } from '../../store/idempotency-store.ts'
import { findModelId } from '../../store/numbers/model-number-store.ts'
import { insertRows } from '../../store/records/model-rows.ts'
import { nextId } from '../../store/records/record-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { notFound } from '../not-found.ts'
import { momentOf } from '../write-tools.ts'
import { attachmentModel, type AttachmentTools } from './attachment-tools.ts'
import { holdOwner } from './hold-owner.ts'
import { judgeFile } from './judge-file.ts'
import { dropContent } from './sweep-contents.ts'

/** A file that was received whole, and what was sent with it. */
export interface AttachmentFile {
  readonly received: SpooledFile
  readonly nombre: string
  readonly declared: string
  readonly descripcion: string | null
  readonly esConfidencial: boolean
}

interface Addition {
  readonly model: Model
  readonly id: string
  readonly file: AttachmentFile
  readonly signal: AbortSignal
  /** Its fingerprint knows the request's address alone. */
  readonly idempotency: IdempotencyKey | null
}

/** Before a file is received. @throws ApiError NOT_FOUND, FORBIDDEN for a record that the caller may not change */
export async function demandOwner(
  { database, views }: AttachmentTools,
  caller: Caller,
  { model, id }: Pick<Addition, 'model' | 'id'>,
): Promise<void> {
  await writeAs(database, caller.empresa, (tx) => holdOwner(tx, { views, caller, model }, id))
}

/**
 * Keeps a file as an attachment of a record that the caller may change.
 * @throws ApiError NOT_FOUND, FORBIDDEN, IDEMPOTENCY_MISMATCH, FILE_NOT_ALLOWED, PAYLOAD_TOO_LARGE, FILE_INFECTED, UNAVAILABLE
 * @source docs/decisions/0244-erp-attachments.md
 */
export async function addAttachment(
  tools: AttachmentTools,
  caller: Caller,
  addition: Addition,
): Promise<AttachmentRow> {
  const { database, attachments } = tools
  const { received, nombre, declared } = addition.file
  const kinds = await allowedKinds(database, caller.empresa)
  const kind = await judgeFile(kinds, { ...received, nombre, declared })
  await attachments.scan?.(received.path, addition.signal)
  // Before the record is locked: a slow disk keeps nobody else waiting.
  await attachments.contents.flush(received.path)
  const model = attachmentModel(tools.registry)
  const numbers = {
    id: await nextId(database, { model, empresa: caller.empresa, count: 1 }),
    auditId: await auditNumber(database, caller.empresa),
  }
  addition.signal.throwIfAborted()
  try {
    return await writeAs(database, caller.empresa, (tx) =>
      keep(tools, tx, {
        ...addition,
        ...numbers,
        caller,
        kind,
        attachmentId: numbers.id,
        id: addition.id,
      }),
    )
  } catch (error) {
    // It may lie in its place without a row that refers to it. If the database is away, the next sweep finds it.
    await dropContent(tools, caller.empresa, received.sha256).catch(() => undefined)
    throw error
  }
}

interface Keeping extends Addition {
  readonly caller: Caller
  readonly kind: FileKind
  readonly attachmentId: string
  readonly auditId: number
}

/** The record is locked first, then the content, which is in its place before a row refers to it. */
async function keep(tools: AttachmentTools, tx: Tx, keeping: Keeping): Promise<AttachmentRow> {
  const { caller, model, id, kind, attachmentId, auditId } = keeping
  const { received, nombre, descripcion, esConfidencial } = keeping.file
  const { contents } = tools.attachments
  const { empresa } = caller
  await holdOwner(tx, { views: tools.views, caller, model }, id)
  const key = keyOf(keeping)
  const replay = await claimKey(tx, caller, key)
  // The key belongs to an upload, whose id was stored below.
  if (replay !== null) return await storedRow(tools, tx, caller, replay.answer as string)
  await holdContent(tx, empresa, received.sha256)
  await contents.place(received.path, empresa, received.sha256)
  const { now } = momentOf(tools.now())
  const after = {
    nombre,
    huella: received.sha256,
    tamano_bytes: received.sizeBytes,
    tipo: kind.id,
    descripcion,
    es_confidencial: esConfidencial,
    registro: id,
  }
  const fields = {
    ...after,
    ruta: contents.placeOf(empresa, received.sha256),
    modelo: await findModelId(tx, model.name),
    subido_por: caller.usuarioId,
  }
  const at = { tx, registry: tools.registry, caller }
  await insertRows(at, 'Adjunto', { rows: [{ id: attachmentId, fields }], now })
  const entry = {
    id: auditId,
    model: 'Adjunto',
    recordId: attachmentId,
    operation: 'alta',
    action: null,
    reason: null,
    before: null,
    after,
  } as const
  await recordAudit(tx, caller, { entries: [entry], now })
  await keepAnswer(tx, caller, { key, status: 201, answer: attachmentId })
  return await storedRow(tools, tx, caller, attachmentId)
}

/** The same key with another file is another request. */
function keyOf({ idempotency, file }: Keeping): IdempotencyKey | null {
  if (idempotency === null) return null
  const { received, nombre, descripcion, esConfidencial } = file
  const fingerprint = createHash('sha256')
    .update(idempotency.fingerprint)
    .update(JSON.stringify([received.sha256, nombre, descripcion, esConfidencial]))
    .digest()
  return { ...idempotency, fingerprint }
}

async function storedRow(
  { registry }: AttachmentTools,
  tx: Tx,
  { empresa }: Caller,
  id: string,
): Promise<AttachmentRow> {
  const stored = await findAttachment(tx, empresa, id)
  // One that a repeated request asks for may have been removed since.
  if (stored === undefined) throw notFound(attachmentModel(registry), id)
  return stored
}
