import type { Database } from '@oficina/kit/database.ts'

/** A connection that receives notifications for as long as the process runs. */
export type Connection = Awaited<ReturnType<Database['connect']>>

const CHANNEL = 'oficina_chat_events'

/** Sends a text to every process that listens, this one included. */
export async function notifyProcesses(client: Connection, text: string): Promise<void> {
  await client.query('select pg_notify($1, $2)', [CHANNEL, text])
}

// The class of the advisory locks that show which processes are connected; their numbers are the objects.
export const PROCESSES = 1_667_788_916

/**
 * Starts receiving what processes send, and shows the others that the process with this number is connected, for as
 * long as this connection is. A connection that could not start listening is closed.
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
