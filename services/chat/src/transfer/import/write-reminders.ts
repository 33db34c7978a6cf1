import type { Tx } from '@oficina/kit/database.ts'

import { insertReminders } from '../store/import-messages-store.ts'
import { rewriteContent } from './rewrite-content.ts'
import type { Writing } from './write-messages.ts'

type Reminding = Pick<
  Writing,
  'archive' | 'ids' | 'renaming' | 'render' | 'notCarried' | 'realmId'
> & {
  readonly nowMs: number
}

/** Writes what people are reminded of, once its messages are there. */
export async function writeReminders(
  tx: Tx,
  { archive, ids, renaming, render, notCarried, realmId, nowMs }: Reminding,
): Promise<void> {
  const reminders = archive.extras.reminder.flatMap((row) => {
    const message = renaming.message(Number(row['message_id']))
    if (message === undefined) return []
    const content = rewriteContent(String(row['content']), renaming)
    return {
      ...row,
      user_id: ids.users[Number(row['user_id'])],
      message_id: message,
      content,
      rendered_content: render(content, 'message', nowMs).html,
    }
  })
  notCarried.add(
    'reminders of messages that are not there',
    archive.extras.reminder.length - reminders.length,
  )
  await insertReminders(tx, realmId, reminders)
}
