import { createConnection, createServer, type Socket } from 'node:net'

/** A way to a database on which commits are counted. */
export interface CommitCounter {
  readonly url: string
  close(): Promise<void>
}

// What PostgreSQL answers to a commit: its length is in front, so no text of a row looks like it.
const COMMITTED = Buffer.from('C\0\0\0\u000bCOMMIT\0', 'latin1')

/**
 * Passes connections on to a database and calls `onCommit` behind each commit that it answers, before whoever committed
 * hears of it: so a process can be killed when its database has something that it does not know to be there.
 */
export async function countCommits(
  databaseUrl: string,
  onCommit: (count: number) => void,
): Promise<CommitCounter> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const place =
    folder === null
      ? { port: Number(target.port), host: target.hostname }
      : { path: `${folder}/.s.PGSQL.${target.port}` }
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((client) => {
    const database = createConnection(place)
    let rest = Buffer.alloc(0)
    database.on('data', (chunk: Buffer) => {
      const seen = Buffer.concat([rest, chunk])
      for (let at = seen.indexOf(COMMITTED); at !== -1; at = seen.indexOf(COMMITTED, at + 1)) {
        count += 1
        onCommit(count)
      }
      rest = seen.subarray(Math.max(0, seen.length - COMMITTED.length + 1))
      client.write(chunk)
    })
    client.on('data', (chunk) => database.write(chunk))
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = typeof address === 'object' && address !== null ? String(address.port) : ''
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
