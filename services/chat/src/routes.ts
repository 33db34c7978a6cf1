export interface HealthState {
  readonly uptimeMs: number
}

/** Every route of the service: method, path, who may call it, what it answers. */
export const ROUTES = [
  {
    method: 'GET',
    path: '/health',
    auth: 'public',
    schema: {
      summary: 'Whether the service runs',
      response: {
        200: {
          type: 'object',
          required: ['status', 'uptimeMs'],
          properties: { status: { const: 'ok' }, uptimeMs: { type: 'integer' } },
        },
      },
    },
    handler: ({ uptimeMs }: HealthState) => ({ status: 'ok', uptimeMs }),
  },
] as const
