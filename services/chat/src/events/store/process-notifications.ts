import type { Database } from '@oficina/kit/database.ts'

/** A connection that hears notifications for as long as the process runs. */
export type Connection = Awaited<ReturnType<Database['connect']>>

const CHANNEL = 'oficina_chat_events'

/** Says something to every process that listens, this one too. */
export async function notifyProcesses(client: Connection, text: string): Promise<void> {
  await client.query('select pg_notify($1, $2)', [CHANNEL, text])
}

// The class of the advisory locks by which processes are known to be connected; their numbers are the objects.
export const PROCESSES = 1_667_788_916

/**
 * Hears from here on what processes say, and lets the others know that the process of this number is connected, for as
 * long as this connection is. One that could not begin to listen is closed.
 */
export async function listenToProcesses(client: Connection, process: number): Promise<void> {
  try {
    await client.query('select pg_advisory_lock_shared($1, $2)', [PROCESSES, process])
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
