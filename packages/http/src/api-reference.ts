import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

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
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      theme: 'default',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  })
  app.get('/openapi.json', { schema: { hide: true }, config: { auth: 'public' } }, () =>
    app.swagger(),
  )
}
