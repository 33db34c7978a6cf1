import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Tx } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { systemGroups } from '../../tenancy/store/group-store.ts'
import { listed, TableFile } from '../archive/table-file.ts'
import { rowsOf } from '../store/export-cursor.ts'
import { attachmentRows, imageRows, type AttachmentRow } from '../store/export-files.ts'
import {
  clientNames,
  messageRows,
  userMessages,
  type ExportedMessage,
} from '../store/export-messages.ts'
import { organizationTables } from '../store/export-organization.ts'
import { ownDataTables } from '../store/export-own-data.ts'
import type { ExportScope } from '../store/export-scope.ts'
import { channelRow, realmRow, userRow } from './realm-row.ts'

interface ExportPlan {
  readonly realmId: RealmId
  readonly scope: ExportScope
  /** A new folder that takes the files. */
  readonly folder: string
  readonly signal: AbortSignal | undefined
}

/** What was exported, and the uploaded files that belong to it. */
export interface Exported {
  readonly messages: number
  readonly attachments: readonly AttachmentRow[]
}

/** Writes the tables of an organization into a folder, as one snapshot. */
export async function writeTables(tx: Tx, plan: ExportPlan): Promise<Exported> {
  await mkdir(plan.folder, { recursive: true })
  const clients = await clientNames(tx, plan.realmId)
  await writeRealm(tx, plan, clients)
  const messages = await writeMessages(tx, plan, clients)
  const attachments = await writeAttachments(tx, plan)
  return { messages, attachments }
}

type Completed = (row: never) => unknown

async function writeRealm(
  tx: Tx,
  { realmId, scope, folder }: ExportPlan,
  clients: readonly string[],
): Promise<void> {
  const groups = await systemGroups(tx, realmId)
  const completed: Readonly<Record<string, Completed>> = {
    zerver_realm: (row: Parameters<typeof realmRow>[0]) => realmRow(row, groups),
    zerver_userprofile: userRow,
    zerver_stream: channelRow,
  }
  const file = await TableFile.create(join(folder, 'realm.json'))
  try {
    const tables = [...organizationTables(realmId, scope), ...ownDataTables(realmId, scope)]
    for (const [name, statement] of tables) {
      await file.table(name, completedRows(tx, statement, completed[name] ?? ((row) => row)))
    }
    const named = clients.map((name, index) => ({ id: index + 1, name }))
    await file.table('zerver_client', listed(named))
  } finally {
    await file.close()
  }
}

async function* completedRows(
  tx: Tx,
  statement: Sql,
  complete: Completed,
): AsyncGenerator<readonly unknown[]> {
  for await (const rows of rowsOf<{ readonly row: never }>(tx, statement)) {
    yield rows.map(({ row }) => complete(row))
  }
}

/** A file for every thousand messages, with what each reader has of them. */
async function writeMessages(
  tx: Tx,
  { realmId, scope, folder, signal }: ExportPlan,
  clients: readonly string[],
): Promise<number> {
  const clientIds = new Map(clients.map((name, index) => [name, index + 1]))
  let [files, count] = [0, 0]
  for await (const rows of rowsOf<ExportedMessage>(tx, messageRows(realmId, scope))) {
    signal?.throwIfAborted()
    files += 1
    count += rows.length
    const ids = rows.map(({ id }) => id)
    const messages = rows.map((row) => ({
      ...row,
      sending_client: clientIds.get(String(row['sending_client'])),
    }))
    const marks = await userMessages(tx, realmId, scope, ids)
    const name = `messages-${String(files).padStart(6, '0')}.json`
    const file = await TableFile.create(join(folder, name))
    try {
      await file.table('zerver_message', listed(messages))
      await file.table('zerver_usermessage', listed(marks))
    } finally {
      await file.close()
    }
  }
  return count
}

async function writeAttachments(
  tx: Tx,
  { realmId, scope, folder }: ExportPlan,
): Promise<readonly AttachmentRow[]> {
  const attachments: AttachmentRow[] = []
  for await (const rows of rowsOf<AttachmentRow>(tx, attachmentRows(realmId, scope))) {
    attachments.push(...rows)
  }
  const file = await TableFile.create(join(folder, 'attachment.json'))
  try {
    await file.table('zerver_attachment', listed(attachments))
    await file.table(
      'zerver_imageattachment',
      completedRows(tx, imageRows(realmId, scope), (row) => row),
    )
    await file.table('zerver_scheduledmessage', listed([]))
  } finally {
    await file.close()
  }
  return attachments
}
