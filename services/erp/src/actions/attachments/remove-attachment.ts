import type { Tx } from '@oficina/kit/database.ts'

import type { Caller } from '../../identity/caller.ts'
import { demand } from '../../identity/rights.ts'
import type { AttachmentRow } from '../../store/attachment-store.ts'
import { auditNumber } from '../../store/audit-store.ts'
import { deleteRecords } from '../../store/records/line-store.ts'
import { lockRecord } from '../../store/records/record-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { auditWrites } from '../audit-write.ts'
import { translateConstraint } from '../constraint-errors.ts'
import { notFound } from '../not-found.ts'
import { refuseDependents } from '../refuse-dependents.ts'
import { momentOf } from '../write-tools.ts'
import { attachmentModel, type AttachmentTools } from './attachment-tools.ts'
import { holdOwner } from './hold-owner.ts'
import { attachmentWithOwner } from './seen-attachments.ts'
import { dropContent } from './sweep-contents.ts'

/**
 * Removes an attachment of a record that the caller may change, and its content with the last attachment that has it.
 * @throws ApiError NOT_FOUND, FORBIDDEN, HAS_DEPENDENTS
 */
export async function removeAttachment(
  tools: AttachmentTools,
  caller: Caller,
  id: string,
): Promise<void> {
  const auditId = await auditNumber(tools.database, caller.empresa)
  const model = attachmentModel(tools.registry)
  const { huella } = await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, (tx) => remove(tools, tx, { caller, id, auditId })),
  )
  await dropContent(tools, caller.empresa, huella)
}

async function remove(
  tools: AttachmentTools,
  tx: Tx,
  {
    caller,
    id,
    auditId,
  }: { readonly caller: Caller; readonly id: string; readonly auditId: number },
): Promise<AttachmentRow> {
  const model = attachmentModel(tools.registry)
  const { row, owner } = await attachmentWithOwner(tools, tx, { caller, id })
  if (owner === null || row.registro === null) demand(caller.rights, model, 'eliminar')
  else {
    demand(caller.rights, owner, 'modificar')
    await holdOwner(tx, { views: tools.views, caller, model: owner }, row.registro)
  }
  const key = { model, empresa: caller.empresa, id }
  const previous = await lockRecord(tx, key)
  if (previous === undefined) throw notFound(model, id)
  await refuseDependents(tools, tx, {
    caller,
    model,
    ids: [id],
    leaving: new Map([[model.name, [id]]]),
  })
  await deleteRecords(tx, key, [id])
  const { now } = momentOf(tools.now())
  const write = { id: auditId, model, recordId: id, operation: 'baja', values: new Map() } as const
  await auditWrites(tx, caller, { writes: [{ ...write, previous }], now })
  return row
}
