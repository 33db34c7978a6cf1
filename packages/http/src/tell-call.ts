import { CALLS } from '@oficina/kit/channels.ts'

interface Call {
  /** The service that is called. */
  readonly to: string
  readonly method: string
  /** A pattern where the path names somebody. */
  readonly route: string
}

/** Sends a call to another process of the installation with the headers that whoever traces adds. */
export async function tellCall<T>(
  call: Call,
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!CALLS.start.hasSubscribers) return await send({})
  const headers: Record<string, string> = {}
  return await CALLS.tracePromise(() => send(headers), { ...call, headers })
}
