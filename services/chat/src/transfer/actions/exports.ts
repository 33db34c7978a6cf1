import type { ConsentObject, ExportObject } from '../../../wire/organization.ts'
import { requireAdmin } from '../../access/require-role.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { FileTools } from '../../files/file-tools.ts'
import { newPlace } from '../../files/store/upload-folder.ts'
import { usersOfRole } from '../../people/store/account-change.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { realmAddress } from '../../tenancy/store/realm-address.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { Told } from '../../tenancy/words/say.ts'
import {
  consents,
  EXPORT_TYPE,
  exportsOf,
  exportsSince,
  hasAgreedOwner,
  insertExport,
  lockExport,
  lockExports,
  setExportDeleted,
  type ExportRow,
  type ExportState,
  type ExportType,
} from '../store/export-job-store.ts'

// Zulip's: an archive may take hours of a server.
const MAX_EXPORTS = 5
const WINDOW_MS = 7 * 24 * 3_600_000
const MAX_LISTED = 100

/** Orders an export; returns its id. It is made by `runExports`. @throws ApiError */
export async function orderExport(
  tools: FileTools,
  caller: Caller,
  type: ExportType,
): Promise<number> {
  requireAdmin(caller)
  const { id: realmId } = caller.realm
  return await act(tools, realmId, async (tx) => {
    await lockExports(tx, realmId)
    const at = new Date(tools.now())
    const recent = await exportsSince(tx, realmId, new Date(at.getTime() - WINDOW_MS))
    if (recent >= MAX_EXPORTS) throw refusal('Exceeded export rate limit.')
    if (type === EXPORT_TYPE.agreed && !(await hasAgreedOwner(tx, realmId))) {
      throw refusal('Make sure at least one Organization Owner is consenting to the export.')
    }
    const place = newPlace(`exports/${realmId}`, 'zulip-export.tar.gz')
    const id = await insertExport(tx, realmId, { userId: caller.id, type, place, at })
    await emitExports(tx, realmId)
    return id
  })
}

export async function listExports(
  { database }: Pick<FileTools, 'database'>,
  caller: Caller,
): Promise<readonly ExportObject[]> {
  requireAdmin(caller)
  const rows = await exportsOf(database, caller.realm.id, MAX_LISTED)
  return rows.map((row) => exportObject(row, caller.realm.url))
}

const UNDELETABLE: Readonly<Partial<Record<ExportState, Told>>> = {
  deleted: 'Export already deleted',
  failed: 'Export failed, nothing to delete',
  waiting: 'Export still in progress',
  running: 'Export still in progress',
}

/** Deletes the archive of an export; that it was made stays known. @throws ApiError */
export async function deleteExport(tools: FileTools, caller: Caller, id: number): Promise<void> {
  requireAdmin(caller)
  const realmId = caller.realm.id
  await act(tools, realmId, async (tx) => {
    const row = await lockExport(tx, realmId, id)
    if (row === undefined) throw refusal('Invalid data export ID')
    const reason = UNDELETABLE[row.state]
    if (reason !== undefined) throw refusal(reason)
    await setExportDeleted(tx, { realmId, id }, new Date(tools.now()))
    await emitExports(tx, realmId)
    tx.afterwards(() => tools.uploads.remove(row.place))
  })
}

/** @throws ApiError */
export async function listConsents(
  { database }: Pick<FileTools, 'database'>,
  caller: Caller,
): Promise<readonly ConsentObject[]> {
  requireAdmin(caller)
  return await consents(database, caller.realm.id)
}

/** Tells the administrators how the exports stand. */
export async function emitExports(tx: ActionTx, realmId: RealmId): Promise<void> {
  const rows = await exportsOf(tx, realmId, MAX_LISTED)
  const url = await realmAddress(tx, realmId)
  const users = await usersOfRole(tx, realmId, ROLE.administrator)
  tx.emit({ users }, { type: 'realm_export', exports: rows.map((row) => exportObject(row, url)) })
}

function exportObject({ state, place, ...row }: ExportRow, url: string): ExportObject {
  return {
    ...row,
    export_url: state === 'done' ? `${url}/user_avatars/${place}` : null,
    pending: state === 'waiting' || state === 'running',
  }
}

/** Why the address of an export leads to nothing. */
export function missingExport(): ApiError {
  return new ApiError('NOT_FOUND', 'This export does not exist or has been deleted.')
}
