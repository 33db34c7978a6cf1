import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { endWithTest } from './end-with-test.ts'

/** An object as the test server keeps it. */
interface StoredObject {
  readonly bytes: Buffer
  readonly etag: string
  readonly updatedAt: Date
}

/** What a test makes the server do instead of its work, for requests that `when` picks. */
export interface BucketTrouble {
  readonly when?: (request: { readonly method: string; readonly key: string }) => boolean
  /** `lost`: the work is done, and the answer never comes. */
  readonly kind: 'answer' | 'lost'
  readonly status?: number
  readonly code?: string
}

/**
 * A bucket that speaks so much of S3 as the services use: objects in memory, each replaced in one step, with the
 * conditions of writes that the test servers on npm do not know. It does not check signatures.
 */
export interface BucketServer {
  readonly url: string
  readonly bucket: string
  readonly objects: Map<string, StoredObject>
  /** Method and key of every request so far. */
  readonly requests: string[]
  trouble: BucketTrouble | undefined
  stop(): Promise<void>
}

export interface BucketServerOptions {
  /** As old stores do: every write succeeds. */
  readonly ignoresConditions?: boolean
}

const PAGE = 1_000

export async function startBucketServer({
  ignoresConditions = false,
}: BucketServerOptions = {}): Promise<BucketServer> {
  const bucket = 'oficina'
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    answer(state, request, response, { ignoresConditions }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  const state: BucketServer = {
    url: `http://127.0.0.1:${port}`,
    bucket,
    objects,
    requests,
    trouble: undefined,
    stop: endWithTest(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }),
  }
  return state
}

interface Asked {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

async function answer(
  state: BucketServer,
  request: IncomingMessage,
  response: ServerResponse,
  options: Required<BucketServerOptions>,
): Promise<void> {
  const { bucket, ...asked } = await askedOf(request)
  state.requests.push(`${asked.method} ${asked.key}`)
  const trouble = state.trouble?.when?.(asked) === false ? undefined : state.trouble
  if (trouble?.kind === 'answer') {
    return refuse(response, trouble.status ?? 500, trouble.code ?? 'InternalError')
  }
  if (bucket !== state.bucket) return refuse(response, 404, 'NoSuchBucket')
  if (!isKnownCaller(asked)) return refuse(response, 403, 'AccessDenied')
  work(state, asked, response, { ...options, isLost: trouble?.kind === 'lost' })
}

async function askedOf(request: IncomingMessage): Promise<Asked & { readonly bucket: string }> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://bucket')
  const [, bucket = '', ...rest] = pathname.split('/').map((part) => decodeURIComponent(part))
  const { method = 'GET', headers } = request
  return { bucket, method, key: rest.join('/'), query, headers, body: await buffer(request) }
}

function work(state: BucketServer, asked: Asked, response: ServerResponse, how: Putting): void {
  if (asked.method === 'PUT') return put(state, asked, response, how)
  if (asked.method === 'DELETE') {
    state.objects.delete(asked.key)
    response.writeHead(204).end()
    return
  }
  if (asked.key === '') list(state, asked, response)
  else get(state, asked, response)
}

/** Signed at all, in a header or in an address that still holds. */
function isKnownCaller({ headers, query }: Asked): boolean {
  const credential = query.get('X-Amz-Credential')
  if (credential === null) return headers.authorization?.includes('Credential=test-key/') === true
  const [, y, mo, d, h, mi, s] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? []
  const begins = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  const isAlive = Date.now() < begins + Number(query.get('X-Amz-Expires')) * 1_000
  return isAlive && credential.startsWith('test-key/')
}

interface Putting extends Required<BucketServerOptions> {
  readonly isLost: boolean
}

function put(
  { objects }: BucketServer,
  { key, headers, body }: Asked,
  response: ServerResponse,
  { ignoresConditions, isLost }: Putting,
): void {
  const there = objects.get(key)
  const wanted = headers['if-match']
  if (!ignoresConditions) {
    if (headers['if-none-match'] === '*' && there !== undefined) {
      return refuse(response, 412, 'PreconditionFailed')
    }
    if (wanted !== undefined && there === undefined) return refuse(response, 404, 'NoSuchKey')
    if (wanted !== undefined && wanted !== there?.etag) {
      return refuse(response, 412, 'PreconditionFailed')
    }
  }
  const etag = `"${createHash('md5').update(body).digest('hex')}"`
  objects.set(key, { bytes: body, etag, updatedAt: new Date() })
  if (isLost) response.destroy()
  else response.writeHead(200, { etag }).end()
}

function get({ objects }: BucketServer, asked: Asked, response: ServerResponse): void {
  const { method, key, query, headers } = asked
  const found = objects.get(key)
  if (found === undefined) return refuse(response, 404, 'NoSuchKey')
  const { bytes, etag, updatedAt } = found
  if (headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  const range = rangeOf(headers.range, bytes.length)
  if (range === 'outside') return refuse(response, 416, 'InvalidRange')
  const { start, end } = range ?? { start: 0, end: bytes.length - 1 }
  const part = bytes.subarray(start, end + 1)
  response.writeHead(range === undefined ? 200 : 206, {
    etag,
    'last-modified': updatedAt.toUTCString(),
    'content-length': part.length,
    'accept-ranges': 'bytes',
    'content-type': 'application/octet-stream',
    ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
    ...wantedHeaders(query),
  })
  response.end(method === 'HEAD' ? undefined : part)
}

function rangeOf(header: string | undefined, size: number) {
  const [, first, last = ''] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined) return undefined
  const start = Number(first)
  const end = Math.min(last === '' ? Infinity : Number(last), size - 1)
  return start > end ? 'outside' : { start, end }
}

/** Those that a signed address asks for. */
function wantedHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  const wanted = [...query].filter(([name]) => name.startsWith('response-'))
  return Object.fromEntries(wanted.map(([name, value]) => [name.slice('response-'.length), value]))
}

function list({ objects }: BucketServer, { query }: Asked, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? PAGE)))
  const contents = page.map((key) => {
    const object = objects.get(key)
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${object?.updatedAt.toISOString()}</LastModified><ETag>${escaped(object?.etag ?? '')}</ETag><Size>${object?.bytes.length}</Size></Contents>`
  })
  const isTruncated = page.length < keys.length
  const next = isTruncated
    ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
    : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
