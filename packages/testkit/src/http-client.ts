import type { FastifyInstance } from 'fastify'

import { exchange, type TestAnswer, type TestRequest } from './http-exchange.ts'
import { openApiCheck, type OpenApiCheck, type OpenApiDocument } from './openapi-check.ts'

export interface HttpClient {
  readonly baseUrl: string
  /** Headers that every request carries. */
  readonly headers: Readonly<Record<string, string>>
  send(method: string, path: string, request?: TestRequest): Promise<TestAnswer>
  get(path: string, request?: TestRequest): Promise<TestAnswer>
  post(path: string, body?: unknown, request?: TestRequest): Promise<TestAnswer>
  /** The same client with headers that every request carries. */
  with(headers: Readonly<Record<string, string>>): HttpClient
}

/**
 * An HTTP client for a service that listens: every answer of every test is checked against the service's own
 * OpenAPI document, so that no test has to ask for it.
 * @param declared names services of this process that all declare the same, so that the first one's document holds for
 * all; without it each is asked for its own
 */
export async function httpClient(baseUrl: string, declared?: string): Promise<HttpClient> {
  return client(baseUrl, await checkOf(baseUrl, declared), {})
}

// To write a document takes a service as long as many a file's tests; to compile its schemas, the client.
const checks = new Map<string, OpenApiCheck>()

async function checkOf(baseUrl: string, declared: string | undefined): Promise<OpenApiCheck> {
  const known = declared === undefined ? undefined : checks.get(declared)
  if (known !== undefined) return known
  const { text } = await exchange(`${baseUrl}/openapi.json`, 'GET')
  const check = checkFor(text)
  if (declared !== undefined) checks.set(declared, check)
  return check
}

function checkFor(text: string): OpenApiCheck {
  const known = checks.get(text)
  if (known !== undefined) return known
  // The service generated this document; what is wrong in it fails the checks made from it.
  const check = openApiCheck(JSON.parse(text) as OpenApiDocument)
  checks.set(text, check)
  return check
}

/** Starts the app on a free loopback port for a test, or on one that it had before. */
export async function listen(app: FastifyInstance, port = 0): Promise<string> {
  return await app.listen({ host: '127.0.0.1', port })
}

function client(
  baseUrl: string,
  check: OpenApiCheck,
  common: Readonly<Record<string, string>>,
): HttpClient {
  const send: HttpClient['send'] = async (method, path, request = {}) => {
    const answer = await exchange(baseUrl + path, method, {
      ...request,
      headers: { ...common, ...request.headers },
    })
    check({
      method,
      path: path.split('?')[0] ?? path,
      status: answer.status,
      contentType: answer.contentType,
      body: answer.json,
    })
    return answer
  }
  return {
    baseUrl,
    headers: common,
    send,
    get: (path, request) => send('GET', path, request),
    post: (path, body, request) => send('POST', path, { ...request, body }),
    with: (headers) => client(baseUrl, check, { ...common, ...headers }),
  }
}
