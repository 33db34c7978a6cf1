import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A status, or what a relay does that has a fault. */
type RelayStatus = number | 'hang up'

interface RelayRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

export interface FakeRelay {
  readonly url: string
  readonly requests: readonly RelayRequest[]
  /** What the relay answers from now on. */
  answer(path: string, status: RelayStatus, body: unknown): void
  stop(): Promise<void>
}

/** A push relay that answers what it is told to, and remembers what it was asked. */
export async function fakeRelay(): Promise<FakeRelay> {
  const requests: RelayRequest[] = []
  const answers = new Map<string, { readonly status: RelayStatus; readonly body: unknown }>()
  const server = createServer((request, response) => {
    void reply(request, response)
  })
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const body = await textOf(request)
    requests.push({ path, authorization: request.headers.authorization, body })
    const { status, body: answer } = answers.get(path) ?? { status: 404, body: {} }
    if (status === 'hang up') {
      request.socket.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (path, status, body) =>
      void answers.set(`/api/v1/remotes/push/${path}`, { status, body }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
