import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly bytes: Buffer
  readonly retryAfterMs: number | undefined
}

export interface Request {
  readonly port: number
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Without an answer for so long, the client gives up. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const agent = new Agent({ keepAlive: true, maxSockets: 500 })

/** One request. @throws Error when the connection fails, breaks, or stays silent */
export function call({ port, method, path, headers, body, timeoutMs }: Request): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        timeout: timeoutMs ?? TIMEOUT_MS,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () => {
          const seconds = Number(response.headers['retry-after'])
          done({
            status: response.statusCode ?? 0,
            bytes: Buffer.concat(chunks),
            retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
          })
        })
      },
    )
    sent.on('error', fail)
    sent.on('timeout', () => sent.destroy(new Error('silent')))
    sent.end(body)
  })
}
