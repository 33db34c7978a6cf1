import { createServer, type Server } from 'node:http'

import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface RequestObservation {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly elapsedMs: number
}

/** Prometheus metrics of one process, served on a listener of their own. */
export interface Metrics {
  readonly registry: Registry
  observeRequest(request: RequestObservation): void
  /** Starts the listener; returns the port. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
}

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  })
  const server = createServer((_request, response) => {
    registry
      .metrics()
      .then((text) => response.setHeader('content-type', registry.contentType).end(text))
      .catch(() => response.writeHead(500).end())
  })
  return {
    registry,
    observeRequest: ({ method, route, status, elapsedMs }) =>
      durations.observe({ method, route, status }, elapsedMs / 1000),
    listen: (port, host) => listen(server, port, host),
    close: () => close(server),
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
