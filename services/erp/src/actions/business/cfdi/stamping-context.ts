import type { Tx } from '@oficina/kit/database.ts'

import type { Caller } from '../../../identity/caller.ts'
import { momentOf } from '../../write-tools.ts'
import type { ActionContext } from '../action.ts'
import type { Outside } from '../outside.ts'

/** What finishing needs beside the caller. */
export type StampingTools = Pick<
  Outside,
  'database' | 'registry' | 'views' | 'pac' | 'attachments' | 'joined' | 'log' | 'now'
>

/** A transaction that finishes what an action began. */
export function stampingContext(
  { joined, now, registry, views }: StampingTools,
  tx: Tx,
  caller: Caller,
): ActionContext {
  const hasChat = joined.chat !== undefined
  return { tx, caller, registry, views, moment: momentOf(now()), inputs: new Map(), hasChat }
}
