import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EditObject } from '../../../wire/messages.ts'
import { canReadMessage } from '../../access/store/message-access.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

/** A message as actions on it need it. */
export interface MessageFacts {
  readonly id: number
  readonly recipient_id: number
  readonly stream_id: number | null
  readonly topic: string
  readonly sender_id: number
  readonly content: string
  readonly rendered_content: string
  readonly sent_at: Date
  readonly edit_history: readonly EditObject[] | null
  readonly user_ids: readonly number[] | null
}

const COLUMNS = sql`m.id, m.recipient_id, m.stream_id, m.topic, m.sender_id, m.content, m.rendered_content, m.sent_at,
  m.edit_history, to_json(r.user_ids) as user_ids`

/** A message that the viewer may read; locked if it is going to be changed. */
export async function messageFacts(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { isLocked = false } = {},
): Promise<MessageFacts | undefined> {
  const [row] = await tx.query<MessageFacts>(
    sql`select ${COLUMNS} from message m join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        where m.realm_id = ${viewer.realmId} and m.id = ${id} and ${canReadMessage(viewer)} ${isLocked ? sql`for update of m` : sql``}`,
  )
  return row
}

/** Locks a message for the server's own work on it. */
export async function lockMessage(
  tx: Tx,
  realmId: RealmId,
  id: number,
): Promise<MessageFacts | undefined> {
  const [row] = await tx.query<MessageFacts>(
    sql`select ${COLUMNS} from message m join recipient r on r.realm_id = ${realmId} and r.id = m.recipient_id
        where m.realm_id = ${realmId} and m.id = ${id} for update of m`,
  )
  return row
}

/** The messages of a topic from an id on that the viewer may read, locked, oldest first. */
export async function topicMessages(
  tx: Tx,
  viewer: Viewer,
  { recipientId, topic }: { readonly recipientId: number; readonly topic: string },
  fromId: number,
): Promise<readonly Pick<MessageFacts, 'id' | 'sent_at'>[]> {
  return await tx.query(
    sql`select m.id, m.sent_at from message m where m.realm_id = ${viewer.realmId} and m.recipient_id = ${recipientId}
          and lower(m.topic) = lower(${topic}) and m.id >= ${fromId} and ${canReadMessage(viewer)} order by m.id for update of m`,
  )
}
