import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Says where other processes reach the one with this number. */
export async function saveAddress(tx: Tx, process: number, url: string): Promise<void> {
  await tx.execute(
    sql`insert into process_address (process, url) values (${process}, ${url})
        on conflict (process) do update set url = excluded.url, seen_at = now()`,
  )
}

export async function addressOf(tx: Tx, process: number): Promise<string | undefined> {
  const [row] = await tx.query<{ url: string }>(
    sql`select url from process_address where process = ${process}`,
  )
  return row?.url
}

/** Forgets where processes were that have not said so for a day: a process says it every minute. */
export async function purgeAddresses(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from process_address where seen_at < now() - interval '1 day'`)
}
