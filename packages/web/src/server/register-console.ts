import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { consoleBundle, scriptsShownFirst, type ConsoleBundle } from './bundle-console.ts'

/** A file below `/console` that keeps its name, such as a manifest; made when it is first asked for. */
export interface ConsoleFileRoute {
  readonly name: string
  readonly type: string
  readonly load: () => Promise<Uint8Array>
}

/** A script of the console that other pages load, such as an element; it is one of its own, which imports nothing. */
export interface SharedScript {
  /** Below `/console`, where it stays, such as `preview.js`. */
  readonly name: string
  /** The name of its source without an ending. The console imports it somewhere when it is needed. */
  readonly source: string
}

export interface ConsoleOptions {
  /** Absolute path of the folder with `main.tsx` and `main.css`. */
  readonly folder: string
  /** What the tab says before the console has run. */
  readonly title: string
  /** Makes the answer for a file that does not exist, in the service's own error format. */
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
  /** Where the page is served besides `/console`, such as `/`. */
  readonly addresses?: readonly string[]
  readonly files?: readonly ConsoleFileRoute[]
  readonly scripts?: readonly SharedScript[]
  /** Elements of the page's head besides its own; where they name an icon, it is this one. */
  readonly head?: readonly string[]
  /** What the page may do besides, by directive of its policy, such as `media-src`. */
  readonly policy?: Readonly<Record<string, string>>
}

// Only this service; pictures made in the browser come as blobs.
const CONTENT_SECURITY_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' blob: data:",
  'frame-src': "'self' blob:",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

// The page holds no data; what it shows it asks for with the person's token.
const PUBLIC: object = { auth: 'public' }

interface Packed {
  readonly type: string
  readonly plain: Uint8Array
  readonly br: Uint8Array | undefined
  readonly gzip: Uint8Array | undefined
}

interface Served {
  readonly page: string
  readonly files: ReadonlyMap<string, Packed>
}

// Of one folder or two; a process with many services after each other, as of tests, bundles each once.
const made = new Map<string, Promise<Served>>()

/**
 * Serves a console at `/console`: the page at every address below it (its own router reads them), its files below
 * `/console/assets/`, for ever unchanged under their names. Bundled and compressed once, by the first request of the
 * process; a bundle that failed is tried again by the next.
 */
export function registerConsole(app: FastifyInstance, options: ConsoleOptions): void {
  const key = `${options.folder} ${options.title}`
  const served = async (): Promise<Served> => {
    const begun = made.get(key) ?? serve(options)
    made.set(key, begun)
    try {
      return await begun
    } catch (error) {
      made.delete(key)
      throw error
    }
  }
  const get = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(path, { schema: { hide: true }, config: PUBLIC, compress: false }, answer)

  get('/console/assets/:file', async (request, reply) => {
    const { file } = request.params as { readonly file: string }
    const found = (await served()).files.get(file)
    if (found === undefined) return options.notFound(request, reply)
    return sendPacked(request, reply, found)
  })
  for (const file of options.files ?? []) get(`/console/${file.name}`, sendFile(file))
  for (const { name, source } of options.scripts ?? []) {
    get(`/console/${name}`, async (request, reply) => {
      const { files } = await served()
      const found = [...files].find(([file]) => isBuiltFrom(file, source))?.[1]
      if (found === undefined) return options.notFound(request, reply)
      return sendPacked(request, reply.header('cache-control', BRIEFLY), found)
    })
  }
  const policy = Object.entries({ ...CONTENT_SECURITY_POLICY, ...options.policy })
    .map(([directive, allowed]) => `${directive} ${allowed}`)
    .join('; ')
  const page = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-cache')
      .send((await served()).page)
  for (const address of ['/console', '/console/*', ...(options.addresses ?? [])]) get(address, page)
}

/** `feed-page-jm2clbxt.js` from `feed-page`. */
function isBuiltFrom(file: string, source: string): boolean {
  return file.startsWith(`${source}-`) && /^\w+\.js$/.test(file.slice(source.length + 1))
}

// What keeps its name may change with the next version of the service.
const BRIEFLY = 'public, max-age=3600'
const FOR_EVER = 'public, max-age=31536000, immutable'

function sendFile({ type, load }: ConsoleFileRoute) {
  const made: { bytes?: Promise<Uint8Array> } = {}
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made.bytes ??= load().catch((error: unknown) => {
      delete made.bytes
      throw error
    })
    const bytes = await made.bytes
    return reply
      .type(type)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', BRIEFLY)
      .send(Buffer.from(bytes))
  }
}

function sendPacked(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, plain, br, gzip: zipped }: Packed,
): FastifyReply {
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = br !== undefined && accepted.includes('br') ? 'br' : 'gzip'
  const packed = encoding === 'br' ? br : zipped
  reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', reply.getHeader('cache-control') ?? FOR_EVER)
    .header('vary', 'accept-encoding')
  if (packed === undefined || !accepted.includes(encoding)) return reply.send(Buffer.from(plain))
  return reply.header('content-encoding', encoding).send(Buffer.from(packed))
}

async function serve({ folder, title, head }: ConsoleOptions): Promise<Served> {
  const bundle = await consoleBundle(folder)
  const files = await Promise.all(
    bundle.files.map(async ({ name, bytes }) => [name, await pack(name, bytes)] as const),
  )
  return { page: pageOf(bundle, { title, head }), files: new Map(files) }
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
// The highest takes ten times as long for 3 % less, and the first request waits for it.
const BROTLI_QUALITY = 9

async function pack(name: string, plain: Uint8Array): Promise<Packed> {
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  if (!type.startsWith('text/')) return { type, plain, br: undefined, gzip: undefined }
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const [br, zipped] = await Promise.all([asBrotli(plain, { params }), asGzip(plain)])
  return { type, plain, br, gzip: zipped }
}

interface Heading {
  readonly title: string
  readonly head: readonly string[] | undefined
}

function pageOf(bundle: ConsoleBundle, { title, head }: Heading): string {
  const { script, style, font } = bundle
  const assets = '/console/assets'
  const scripts = scriptsShownFirst(bundle)
    .map((name) => `<link rel="modulepreload" href="${assets}/${name}">\n`)
    .join('')
  const preload =
    font === undefined
      ? ''
      : `<link rel="preload" href="${assets}/${font}" as="font" type="font/woff2" crossorigin>\n`
  return `<!doctype html>
<html lang="es-MX">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${(head ?? ['<link rel="icon" href="data:,">']).join('\n')}
${preload}<link rel="stylesheet" href="${assets}/${style}">
<script type="module" src="${assets}/${script}"></script>
${scripts}<body><div id="app"></div>
</html>
`
}
