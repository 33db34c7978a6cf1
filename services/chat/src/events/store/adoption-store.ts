import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { UnreadLog } from '../unread-log.ts'

/** What a process parked at its stop, claimed by a process that will have it. */
export interface ClaimedQueues {
  readonly process: number
  readonly unread: UnreadLog
  readonly queues: string
  /** Its own entries up to here it has handed to them. */
  readonly logEnd: number
  /** Of this claim. */
  readonly claimedAt: string
}

interface Row {
  readonly process: number
  readonly after: number
  readonly gaps: readonly number[]
  readonly queues: string
  readonly log_end: number | null
  readonly claimed_at: string
}

// Clients of queues parked longer ago have given up on them. A claim is for seconds; who died at it left it.
const IS_TO_HAVE = trusted(
  `parked_at > now() - interval '10 minutes' and (adopter is null or claimed_at < now() - interval '30 seconds')`,
)
const CLAIMED = trusted(
  `returning process, log_position as after, to_json(log_gaps) as gaps, queues, log_end,
     claimed_at::text as claimed_at`,
)

/** What a clean stop of the same process parked, unless the clients have given up on it or another process has it. */
export async function claimOwn(tx: Tx, process: number): Promise<ClaimedQueues | undefined> {
  const [row] = await tx.query<Row>(
    sql`update parked_queues set adopter = ${process}, claimed_at = now()
        where process = ${process} and ${IS_TO_HAVE} ${CLAIMED}`,
  )
  return row && claimedOf(row)
}

/** The queues of one process that stopped some time ago and did not come back. */
export async function claimLeft(tx: Tx, adopter: number): Promise<ClaimedQueues | undefined> {
  const [row] = await tx.query<Row>(
    sql`update parked_queues set adopter = ${adopter}, claimed_at = now()
        where process = (select process from parked_queues
            where process <> ${adopter} and log_end is not null and parked_at < now() - interval '10 seconds' and ${IS_TO_HAVE}
            order by parked_at limit 1 for update skip locked) ${CLAIMED}`,
  )
  return row && claimedOf(row)
}

function claimedOf({ process, after, gaps, queues, ...row }: Row): ClaimedQueues {
  const { claimed_at: claimedAt, log_end: logEnd } = row
  return { process, unread: { after, gaps }, queues, logEnd: logEnd ?? 0, claimedAt }
}

/** Ends a claim of queues that cannot be had: another process may have them. */
export async function giveClaimBack(tx: Tx, claimed: ClaimedQueues): Promise<void> {
  await tx.execute(
    sql`update parked_queues set adopter = null, claimed_at = null
        where process = ${claimed.process} and claimed_at = ${claimed.claimedAt}::timestamptz`,
  )
}

/** Lets all processes know who has the queues now; false if the claim was lost meanwhile. */
export async function settleClaim(
  tx: Tx,
  { process, claimedAt }: ClaimedQueues,
  { adopter, queueIds }: { readonly adopter: number; readonly queueIds: readonly string[] },
): Promise<boolean> {
  const rows = await tx.query<{ settled: boolean }>(
    sql`with settled as (delete from parked_queues
            where process = ${process} and adopter = ${adopter} and claimed_at = ${claimedAt}::timestamptz
            returning process),
          told as (insert into adopted_queue (queue_id, process)
            select id, ${adopter} from unnest(${queueIds}::text[]) id, settled
            on conflict (queue_id) do update set process = excluded.process)
        select true as settled from settled`,
  )
  return rows.length > 0
}

/** The process that has a queue which began at another one. */
export async function adopterOf(tx: Tx, queueId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ process: number }>(
    sql`select process from adopted_queue where queue_id = ${queueId}`,
  )
  return row?.process
}

/** Forgets queues that this process took over and that have ended, those of processes that are long gone, and what nobody took. */
export async function forgetAdopted(
  tx: Tx,
  adopter: number,
  isOpen: (queueId: string) => boolean,
): Promise<void> {
  const rows = await tx.query<{ queue_id: string }>(
    sql`select queue_id from adopted_queue where process = ${adopter}`,
  )
  const ended = rows.map(({ queue_id: id }) => id).filter((id) => !isOpen(id))
  await tx.execute(
    sql`delete from adopted_queue where queue_id = any(${ended}::text[])
          or process <> ${adopter} and not exists (select from process_address a where a.process = adopted_queue.process)
            and not exists (select from parked_queues p where p.process = adopted_queue.process)`,
  )
  await tx.execute(sql`delete from parked_queues where parked_at < now() - interval '1 hour'`)
}

/** An entry of the log as it is handed to queues that were taken over. */
export interface LeftEntry {
  readonly id: number
  readonly realmId: RealmId
  readonly notices: string
  /** Written by the process that parked the queues, which handed it to them itself. */
  readonly isItsOwn: boolean
}

/** All entries above a number, and those of `gaps`, in order; undefined if they are more than `limit`. */
export async function entriesLeft(
  tx: Tx,
  { after, gaps }: UnreadLog,
  { process, logEnd }: Pick<ClaimedQueues, 'process' | 'logEnd'>,
  limit: number,
): Promise<readonly LeftEntry[] | undefined> {
  const rows = await tx.query<{ id: number; realm_id: RealmId; notices: string; own: boolean }>(
    sql`select id, realm_id, notices, origin = ${process} and id <= ${logEnd} as own
        from event_log where id > ${after} or id = any(${gaps}::bigint[]) order by id limit ${limit + 1}`,
  )
  if (rows.length > limit) return undefined
  return rows.map(({ id, notices, own, realm_id: realmId }) => ({
    id,
    realmId,
    notices,
    isItsOwn: own,
  }))
}
