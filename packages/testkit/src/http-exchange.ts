import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { lookupLocal } from './local-names.ts'

export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON; a string, bytes, a form or URL parameters as they are. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export interface TestAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly headers: Headers
  /** The parsed JSON body, or undefined for any other content type. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test compares whole values; what it reads is asserted anyway.
  readonly json: any
  readonly bytes: Buffer
  readonly text: string
}

// `fetch` takes four times the processor time, and the tests send some hundred thousand requests.
const AGENT = new Agent({ keepAlive: true, lookup: lookupLocal })

/** One request without any check, for tests of what no document describes. Redirects are not followed. */
export async function exchange(
  url: string,
  method: string,
  { headers = {}, body, signal }: TestRequest = {},
): Promise<TestAnswer> {
  const sent = await wireForm(body)
  const response = await answerTo(url, sent.bytes, {
    method,
    headers: { 'user-agent': 'oficina-test', ...sent.headers, ...lengthOf(sent.bytes), ...headers },
    agent: AGENT,
    ...(signal === undefined ? {} : { signal }),
  })
  return new ReceivedAnswer(response, await buffer(response))
}

/** Reads its parts when they are asked for: most tests look at one of them. */
class ReceivedAnswer implements TestAnswer {
  readonly bytes: Buffer
  readonly #response: IncomingMessage
  #headers: Headers | undefined
  #text: string | undefined
  #json: { readonly value: unknown } | undefined

  constructor(response: IncomingMessage, bytes: Buffer) {
    this.#response = response
    this.bytes = bytes
  }

  get status(): number {
    return this.#response.statusCode ?? 0
  }

  get contentType(): string | undefined {
    return this.#response.headers['content-type']
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#response)
    return this.#headers
  }

  get text(): string {
    this.#text ??= this.bytes.toString('utf8')
    return this.#text
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as in TestAnswer.
  get json(): any {
    const isJson = /^application\/(?:[\w.-]+\+)?json/.test(this.contentType ?? '')
    this.#json ??= { value: isJson && this.bytes.length > 0 ? JSON.parse(this.text) : undefined }
    return this.#json.value
  }
}

function headersOf(response: IncomingMessage): Headers {
  const received = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) received.append(name, value)
  return received
}

async function answerTo(
  url: string,
  body: Uint8Array | string | undefined,
  options: Parameters<typeof request>[1],
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.once('error', reject)
    sent.end(body)
  })
}

// Node leaves the header out for methods that rarely have a body, and still writes the body.
function lengthOf(body: Uint8Array | string | undefined): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

interface WireForm {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array | string | undefined
}

async function wireForm(body: unknown): Promise<WireForm> {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array)
    return { headers: {}, bytes: body }
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob) {
    // Lets fetch encode the form, with its boundary.
    const form = new Response(body)
    const type = form.headers.get('content-type')
    return {
      headers: type === null ? {} : { 'content-type': type },
      bytes: new Uint8Array(await form.arrayBuffer()),
    }
  }
  return { headers: { 'content-type': 'application/json' }, bytes: JSON.stringify(body) }
}
