import { channel, tracingChannel } from 'node:diagnostics_channel'

import type { Sql } from './sql.ts'

// What goes on in a process, told to whoever listens; while nobody does, it costs a comparison. A route is a pattern,
// which names nobody. What a listener adds to the headers of a call is sent. A request resumes after its body was read.
interface Told {
  readonly method: string
  readonly route: string
  readonly headers: Record<string, unknown>
}
export type Received = Told & { readonly id: string; status?: number }
export const REQUESTS = tracingChannel<Received, unknown>('oficina:request')
export const RESUMED = channel<object, unknown>('oficina:request:resumed')
export const CALLS = tracingChannel<Told & { readonly to: string }, unknown>('oficina:call')
export const STATEMENTS = tracingChannel<{ readonly statement: Sql }, unknown>('oficina:statement')
export const POOL_WAITS = channel('oficina:pool-wait')
