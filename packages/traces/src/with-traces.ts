import type { BuiltService } from '@oficina/http/service-process.ts'
import type { Log } from '@oficina/kit/log.ts'

import type { TraceSettings } from './trace-settings.ts'

/** Builds a service that is traced, if its settings name a collector, until it has stopped. */
export async function withTraces(
  service: string,
  settings: TraceSettings,
  log: Log,
  build: () => Promise<BuiltService>,
): Promise<BuiltService> {
  const url = addressOf(settings)
  if (url === undefined) return await build()
  // Twenty megabytes of files, which nobody else needs.
  const { startTraces } = await import('./start-traces.ts')
  const traces = startTraces(service, url, settings, log)
  try {
    const built = await build()
    return {
      app: built.app,
      close: async () => {
        await built.close()
        await traces.stop()
      },
    }
  } catch (error) {
    await traces.stop()
    throw error
  }
}

function addressOf({ otelDisabled, otlpEndpoint, otlpTracesEndpoint }: TraceSettings) {
  if (otelDisabled) return undefined
  if (otlpTracesEndpoint !== undefined) return otlpTracesEndpoint
  return otlpEndpoint === undefined ? undefined : `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`
}
