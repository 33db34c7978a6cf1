import type { Database } from '@oficina/kit/database.ts'

/** A connection that hears notifications for as long as the process runs. */
export type Connection = Awaited<ReturnType<Database['connect']>>

const CHANNEL = 'oficina_chat_events'

/** Says something to every process that listens, this one too. */
export async function notifyProcesses(client: Connection, text: string): Promise<void> {
  await client.query('select pg_notify($1, $2)', [CHANNEL, text])
}

/** Hears from here on what processes say. A connection that could not begin to listen is closed. */
export async function listenToProcesses(client: Connection): Promise<void> {
  await client.query(`listen ${CHANNEL}`).catch(async (error: unknown) => {
    await client.end().catch(() => undefined)
    throw error
  })
}
