import { flushCompileCache } from 'node:module'

import type { FastifyInstance } from 'fastify'
import { createLog, type Log } from '@oficina/kit/log.ts'
import type { TrustedProxies } from '@oficina/kit/service-settings.ts'
import { REFUSED_EXIT_CODE, StartRefusal } from '@oficina/kit/start-refusal.ts'

import { createMetrics, type Metrics } from './metrics.ts'

export interface HttpSettings {
  /** The origins whose pages may call the service from a browser. */
  readonly corsOrigins: readonly string[]
  /** How long a reader may take nothing of an answer that is ready, in milliseconds. */
  readonly readerTimeoutMs: number
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustProxy: TrustedProxies
  /** How long a graceful stop may take, in milliseconds. */
  readonly shutdownTimeoutMs: number
}

/** What every service's configuration holds; see `service-settings.ts`. */
export interface ProcessConfig extends HttpSettings {
  readonly host: string
  readonly port: number
  readonly logLevel: string
  readonly logFormat: 'json' | 'pretty'
  readonly metricsPort: number | undefined
}

/** A service that is built but does not listen yet. `close` releases what `app.close()` does not own. */
export interface BuiltService {
  readonly app: FastifyInstance
  close(): Promise<void>
}

export interface ProcessTools {
  readonly log: Log
  readonly metrics: Metrics | undefined
  readonly http?: Partial<HttpSettings>
}

/** The message a parent process (the launcher) receives once the service listens. */
export interface ReadyMessage {
  readonly ready: true
  readonly url: string
}

const abandon = () => process.exit(1)

/**
 * Runs one service as this process: builds it, listens, and stops it gracefully on SIGTERM or SIGINT.
 * A second signal, or a stop that takes longer than `shutdownTimeoutMs`, ends the process at once with code 1.
 */
export async function runService(
  name: string,
  config: ProcessConfig,
  build: (tools: ProcessTools) => Promise<BuiltService>,
): Promise<void> {
  const log = createLog({ service: name, level: config.logLevel, format: config.logFormat })
  const metrics = config.metricsPort === undefined ? undefined : createMetrics()
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })
  // The launcher may be killed before there is a service to stop; then nobody would end this process.
  if (process.send !== undefined && !process.connected) process.exit(1)
  process.once('disconnect', abandon)
  try {
    const { corsOrigins, readerTimeoutMs, shutdownTimeoutMs, trustProxy } = config
    const http = { corsOrigins, readerTimeoutMs, shutdownTimeoutMs, trustProxy }
    const service = await build({ log, metrics, http })
    process.off('disconnect', abandon)
    stopOnSignals(service, { log, metrics, timeoutMs: shutdownTimeoutMs })
    const url = await service.app.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `${name} listens on ${address}`,
    })
    if (metrics !== undefined) await metrics.listen(config.metricsPort ?? 0, config.host)
    process.send?.({ ready: true, url } satisfies ReadyMessage)
    // Compiled code is otherwise written at exit: a killed process would leave none, and the next start would be slow.
    flushCompileCache()
  } catch (error) {
    if (error instanceof StartRefusal) {
      log.fatal(`${name} does not start: ${error.message}`)
      process.exit(REFUSED_EXIT_CODE)
    }
    log.fatal({ err: error }, startFailure(name, config, error))
    process.exit(1)
  }
}

function startFailure(name: string, config: ProcessConfig, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${name} cannot start: ${config.host}:${config.port} is in use; set PORT to a free one`
  }
  return `${name} cannot start: ${error instanceof Error ? error.message : String(error)}`
}

interface StopOptions extends ProcessTools {
  readonly timeoutMs: number
}

function stopOnSignals(service: BuiltService, options: StopOptions): void {
  const state = { isStopping: false, waitsFor: 'requests' }
  const stop = (signal: string) => {
    if (state.isStopping) process.exit(1)
    state.isStopping = true
    options.log.info({ signal }, 'stopping: finishing the requests under way')
    setTimeout(() => {
      const { timeoutMs } = options
      options.log.error({ timeoutMs, waitedFor: state.waitsFor }, 'stopping took too long')
      process.exit(1)
    }, options.timeoutMs).unref()
    closeAll(service, options, state).then(
      () => process.exit(0),
      (error: unknown) => {
        options.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A launcher that was killed cannot send a signal; its closed channel means the same.
  process.on('disconnect', () => stop('disconnect'))
}

async function closeAll(service: BuiltService, options: StopOptions, state: { waitsFor: string }) {
  await service.app.close()
  state.waitsFor = 'background work, pools and child processes'
  await service.close()
  await options.metrics?.close()
  options.log.info('stopped')
}
