import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { realmsThatWait, takeByRealm } from '../../tenancy/store/by-realm.ts'

interface NewMail {
  readonly to: string
  readonly subject: string
  readonly textCipher: Buffer
  readonly now: Date
}

export async function insertMail(tx: Tx, realmId: RealmId, mail: NewMail): Promise<void> {
  await tx.execute(
    sql`insert into mail (realm_id, recipient, subject, text_cipher, created_at, due_at)
        values (${realmId}, ${mail.to}, ${mail.subject}, ${mail.textCipher}, ${mail.now}, ${mail.now})`,
  )
}

// Looked at for a mail that no other process has taken.
const MAX_REALMS = 20

/** A mail that is due, and that only whoever claimed it sends. */
export interface DueMail {
  readonly realm_id: RealmId
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly text_cipher: Buffer
  readonly created_at: Date
  readonly due_at: Date
  /** How often it could not be sent. */
  readonly attempts: number
}

interface Claim {
  readonly now: Date
  /** When others may send it, if the process that takes it is lost. */
  readonly until: Date
}

/** The mail of any organization that has waited longest; other processes take the next one. */
export async function claimDueMail(tx: Tx, { now, until }: Claim): Promise<DueMail | undefined> {
  const due = { table: sql`mail`, condition: sql`due_at <= ${now}`, order: sql`due_at` }
  // One realm's mails may all be taken by other processes.
  for (const realmId of await realmsThatWait(tx, due, MAX_REALMS)) {
    const [row] = await tx.query<DueMail>(
      sql`with first as (select id, due_at from mail
              where realm_id = ${realmId} and due_at <= ${now} order by due_at, id limit 1 for update skip locked)
          update mail m set due_at = ${until} from first f where m.realm_id = ${realmId} and m.id = f.id
          returning m.realm_id, m.id, m.recipient, m.subject, m.text_cipher, m.created_at, f.due_at, m.attempts`,
    )
    if (row !== undefined) return row
  }
  return undefined
}

/** Gives back a mail that was claimed and not sent. */
export async function releaseMail(
  tx: Tx,
  { realm_id: realmId, id, due_at: dueAt }: DueMail,
): Promise<void> {
  await tx.execute(
    sql`update mail set due_at = ${dueAt} where realm_id = ${realmId} and id = ${id} and sent_at is null`,
  )
}

export async function markMailSent(
  tx: Tx,
  { realm_id: realmId, id }: DueMail,
  now: Date,
): Promise<void> {
  await tx.execute(
    sql`update mail set due_at = null, sent_at = ${now}, text_cipher = null
        where realm_id = ${realmId} and id = ${id}`,
  )
}

/** Notes why a mail was not sent; it is given up when there is no next time. */
export async function markMailFailed(
  tx: Tx,
  { realm_id: realmId, id }: DueMail,
  { reason, next }: { readonly reason: string; readonly next: Date | null },
): Promise<void> {
  await tx.execute(
    sql`update mail set due_at = ${next}, attempts = attempts + 1, failure = ${reason},
          text_cipher = case when ${next}::timestamptz is null then null else text_cipher end
        where realm_id = ${realmId} and id = ${id}`,
  )
}

/** Forgets mails that were sent or given up before. */
export async function purgeMails(
  tx: Tx,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<void> {
  const condition = sql`due_at is null and created_at < ${before}`
  const due = { table: sql`mail`, condition, order: sql`created_at` }
  await takeByRealm(tx, due, limit, async (realmId, left) =>
    tx.query(
      sql`delete from mail where realm_id = ${realmId} and id in (select id from mail
            where realm_id = ${realmId} and ${condition} order by created_at limit ${left} for update skip locked)
          returning id`,
    ),
  )
}
