import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import type { ApiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { mayDo } from '../../identity/rights.ts'
import {
  findAttachment,
  listAttachments,
  type AttachmentRow,
} from '../../store/attachment-store.ts'
import { findReached } from '../../store/records/record-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { notFound } from '../not-found.ts'
import { attachmentModel, type AttachmentTools } from './attachment-tools.ts'

type ReadTools = Pick<AttachmentTools, 'database' | 'registry' | 'views'>

/**
 * The attachments of a record that the caller may read.
 * @throws ApiError NOT_FOUND for a record that he cannot reach
 */
export async function attachmentsOfRecord(
  tools: ReadTools,
  caller: Caller,
  { model, id }: { readonly model: Model; readonly id: string },
): Promise<readonly AttachmentRow[]> {
  return await writeAs(tools.database, caller.empresa, async (tx) => {
    if (!(await isReached(tools, tx, { caller, model, id }))) throw notFound(model, id)
    const rows = await listAttachments(tx, caller.empresa, { modelo: model.name, registro: id })
    return await seen(tools, tx, { caller, rows })
  })
}

/** An attachment of a record that the caller may read. @throws ApiError NOT_FOUND for any other */
export async function readableAttachment(
  tools: ReadTools,
  caller: Caller,
  id: string,
): Promise<AttachmentRow> {
  return await writeAs(tools.database, caller.empresa, async (tx) => {
    const { row } = await attachmentWithOwner(tools, tx, { caller, id })
    return row
  })
}

/** The same within a transaction, with the record that it belongs to; null: it belongs to none. */
export async function attachmentWithOwner(
  tools: ReadTools,
  tx: Tx,
  { caller, id }: { readonly caller: Caller; readonly id: string },
): Promise<{ readonly row: AttachmentRow; readonly owner: Model | null }> {
  const row = await findAttachment(tx, caller.empresa, id)
  if (row === undefined) throw missing(tools, id)
  const owner = row.modelo === null ? null : (tools.registry.models.get(row.modelo) ?? null)
  const isReadable =
    owner === null || row.registro === null
      ? mayDo(caller.rights, attachmentModel(tools.registry), 'leer')
      : mayDo(caller.rights, owner, 'leer') &&
        (await isReached(tools, tx, { caller, model: owner, id: row.registro }))
  if (!isReadable) throw missing(tools, id)
  const [seenRow] = await seen(tools, tx, { caller, rows: [row] })
  if (seenRow === undefined) throw missing(tools, id)
  return { row: seenRow, owner }
}

function missing({ registry }: ReadTools, id: string): ApiError {
  return notFound(attachmentModel(registry), id)
}

async function isReached(
  { views }: ReadTools,
  tx: Tx,
  { caller, model, id }: { readonly caller: Caller; readonly model: Model; readonly id: string },
): Promise<boolean> {
  const seenModel = views.of(caller.rights).modelFor(model, 'leer')
  const table = { model: seenModel, empresa: caller.empresa, lock: 'read' } as const
  return (await findReached(tx, table, [id])).has(id)
}

/**
 * Those that the caller's own rights to Adjunto leave to him: the rules of his profiles on its records hold here too,
 * and confidential ones are for who put them there and for who may read Adjunto.
 */
async function seen(
  { registry, views }: ReadTools,
  tx: Tx,
  { caller, rows }: { readonly caller: Caller; readonly rows: readonly AttachmentRow[] },
): Promise<readonly AttachmentRow[]> {
  const model = attachmentModel(registry)
  if (!mayDo(caller.rights, model, 'leer')) {
    return rows.filter((row) => !row.es_confidencial || row.subido_por === caller.usuarioId)
  }
  const seenModel = views.of(caller.rights).modelFor(model, 'leer')
  if (seenModel.condition === null || rows.length === 0) return rows
  const table = { model: seenModel, empresa: caller.empresa, lock: 'read' } as const
  const reached = await findReached(
    tx,
    table,
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id }) => reached.has(id))
}
