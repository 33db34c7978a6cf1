import { createServer, type IncomingMessage, type Server } from 'node:http'

/** What a service beside the ERP answers, in the place of the real one. */
interface Answer {
  readonly status: number
  readonly body: string | Buffer
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test compares whole values; what it reads is asserted anyway.
type Loose = Record<string, any>

interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

type Handle = (request: IncomingMessage, body: Buffer) => Answer | Promise<Answer>

async function listening(handle: Handle): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    const answer = async () => {
      const { status, body } = await handle(request, Buffer.concat(chunks))
      response.writeHead(status).end(body)
    }
    request.on('end', () => void answer())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it listens')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

export const DOCUMENTS_KEY = 'clave-de-documentos'

/** As much of documents as the ERP uses, which keeps what it was sent. */
export interface DocumentsStub extends Listening {
  readonly templates: Map<string, Buffer>
  readonly renders: { readonly slug: string; readonly data: Loose }[]
  /** The files that it was sent to make PDF of. */
  readonly converted: Buffer[]
  /** What each call said of its trace. */
  readonly traceparents: (string | undefined)[]
  /** In which language each call wants to be told what is wrong. */
  readonly languages: (string | undefined)[]
  /** What it answers to renders instead; undefined: a PDF. */
  fault: { readonly status: number; readonly code: string } | undefined
  /** The next render is answered when this is over. */
  held: Promise<void> | undefined
}

export async function documentsStub(): Promise<DocumentsStub> {
  const templates: DocumentsStub['templates'] = new Map()
  const renders: DocumentsStub['renders'] = []
  const converted: DocumentsStub['converted'] = []
  const traceparents: DocumentsStub['traceparents'] = []
  const languages: DocumentsStub['languages'] = []
  const refusal = (status: number, code: string): Answer => ({
    status,
    body: JSON.stringify({ error: { code, message: 'as it is told', requestId: 'x' } }),
  })
  const render = async (body: Buffer): Promise<Answer> => {
    const { held } = stub
    stub.held = undefined
    await held
    if (stub.fault !== undefined) return refusal(stub.fault.status, stub.fault.code)
    const { slug, data } = JSON.parse(body.toString('utf8'))
    if (!templates.has(slug)) return refusal(404, 'TEMPLATE_NOT_FOUND')
    renders.push({ slug, data })
    return { status: 200, body: Buffer.from(`%PDF-1.7 ${slug}`) }
  }
  const convert = (body: Buffer): Answer => {
    if (stub.fault !== undefined) return refusal(stub.fault.status, stub.fault.code)
    converted.push(body.subarray(body.indexOf('PK'), body.lastIndexOf('\r\n--')))
    return { status: 200, body: Buffer.from('%PDF-1.7 converted') }
  }
  const upload = (body: Buffer): Answer => {
    const [, slug = ''] = /name="slug"\r\n\r\n([^\r]*)/.exec(body.toString('latin1')) ?? []
    // The file begins where its part's headers end.
    templates.set(slug, body.subarray(body.indexOf('PK')))
    return { status: 201, body: JSON.stringify({ slug }) }
  }
  const server = await listening((request, body) => {
    traceparents.push(request.headers['traceparent']?.toString())
    languages.push(request.headers['accept-language'])
    if (request.headers['x-api-key'] !== DOCUMENTS_KEY) return refusal(401, 'UNAUTHORIZED')
    if (request.url === '/convert') return convert(body)
    return request.url === '/render' ? render(body) : upload(body)
  })
  const stub: DocumentsStub = {
    ...server,
    templates,
    renders,
    converted,
    traceparents,
    languages,
    fault: undefined,
    held: undefined,
  }
  return stub
}

export const BOT = { email: 'erp-bot@chat.example', apiKey: 'k'.repeat(32) }

/** As much of the chat as the ERP uses. */
export interface ChatStub extends Listening {
  /** The ids of people by mail address; those below zero are not active any more. */
  readonly people: Map<string, number>
  readonly messages: Readonly<Record<string, string>>[]
  /** How many messages are not taken from now on. */
  failures: number
}

export async function chatStub(): Promise<ChatStub> {
  const people: ChatStub['people'] = new Map()
  const messages: ChatStub['messages'] = []
  const authorization = `Basic ${Buffer.from(`${BOT.email}:${BOT.apiKey}`).toString('base64')}`
  const answer = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })
  const failure = (status: number, code: string) =>
    answer(status, { result: 'error', code, msg: 'as it is told' })
  const server = await listening((request, body) => {
    if (request.headers.authorization !== authorization) return failure(401, 'UNAUTHORIZED')
    if (request.method === 'GET') {
      const id = people.get(decodeURIComponent(request.url?.split('/').at(-1) ?? ''))
      if (id === undefined) return failure(400, 'BAD_REQUEST')
      const user = { user_id: Math.abs(id), is_active: id > 0 }
      return answer(200, { result: 'success', msg: '', user })
    }
    if (stub.failures > 0) {
      stub.failures -= 1
      return failure(429, 'RATE_LIMIT_HIT')
    }
    messages.push(Object.fromEntries(new URLSearchParams(body.toString('utf8'))))
    return answer(200, { result: 'success', msg: '', id: messages.length })
  })
  const stub: ChatStub = { ...server, people, messages, failures: 0 }
  return stub
}
