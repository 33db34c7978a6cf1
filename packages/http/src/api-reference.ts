import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface ApiReferenceOptions {
  readonly title: string
  readonly version: string
  readonly description: string
  /** The security schemes of the OpenAPI document, by name; each route names the one it uses. */
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
}

type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'basic' | 'bearer' }
  | { readonly type: 'apiKey'; readonly name: string; readonly in: 'header' }

const MOVED = 301
const PUBLIC = { schema: { hide: true }, config: { auth: 'public' } } as const
const CONFIGURATION = {
  url: '/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
} as const
// Only this service, whatever the viewer would like to load; it writes its styles into the page.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the OpenAPI 3.1 document of all routes registered after it at `/openapi.json` and a page to read it at `/docs`.
 * Both are public: they describe and hold no data.
 */
export async function registerApiReference(
  app: FastifyInstance,
  options: ApiReferenceOptions,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: options.title, version: options.version, description: options.description },
      components: { securitySchemes: { ...options.securitySchemes } },
    },
  })
  // Scalar's own page has no policy, runs a script within its text, and fails at a Host that is no name: only its
  // script is used.
  app.addHook('onRoute', (route) => {
    if (route.url === '/docs') route.handler = (_request, reply) => reply.redirect('/docs/', MOVED)
    if (route.url === '/docs/') route.handler = sendPage(options)
  })
  await app.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION })
  app.get('/docs/start.js', PUBLIC, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(`Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)})\n`),
  )
  app.get('/openapi.json', PUBLIC, () => app.swagger())
}

function sendPage({ title }: ApiReferenceOptions) {
  const page = `<!doctype html>
<html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<body><div id="app"></div>
<script src="js/scalar.js"></script>
<script src="start.js"></script>
</html>
`
  return (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .send(page)
}
