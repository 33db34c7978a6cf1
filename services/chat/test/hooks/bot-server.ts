import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BotRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What is answered; undefined: nothing, ever. */
type Reply = (request: BotRequest) => readonly [status: number, body: string] | undefined

export interface BotServer {
  readonly url: string
  readonly requests: readonly BotRequest[]
  /** What a path answers from now on. */
  on(path: string, reply: Reply): void
  stop(): Promise<void>
}

/** A program that a chat server calls: it answers what it is told to, and remembers what it was asked. */
export async function botServer(): Promise<BotServer> {
  const requests: BotRequest[] = []
  const replies = new Map<string, Reply>()
  const server = createServer((request, response) => {
    void respond(request, response)
  })
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request)
    const asked = { path: request.url ?? '', headers: request.headers, body }
    requests.push(asked)
    const reply = replies.get(asked.path)
    const answer = reply === undefined ? ([404, 'no such bot'] as const) : reply(asked)
    if (answer === undefined) return
    response.writeHead(answer[0], answer[0] === 302 ? { location: answer[1] } : {})
    response.end(answer[1])
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    on: (path, reply) => void replies.set(path, reply),
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
