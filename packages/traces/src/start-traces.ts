import { diag, DiagLogLevel } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '@oficina/kit/log.ts'

import { listen } from './listen.ts'
import type { TraceSettings } from './trace-settings.ts'

// What waits for the collector; more is dropped. A span has about a kilobyte.
const MAX_QUEUE = 2_048
const MAX_BATCH = 512
const EXPORT_TIMEOUT_MS = 10_000
// A collector that is away must not hold up a stop.
const STOP_MS = 2_000
// A statement is our own text; the longest have tens of kilobytes.
const MAX_ATTRIBUTE = 2_000
const TELL_EVERY_MS = 60_000

/** Traces of this process to a collector, until they are stopped. */
export function startTraces(
  service: string,
  url: string,
  { otelDelayMs, otelSampled, otelServiceName }: TraceSettings,
  log: Log,
): { stop(): Promise<void> } {
  tellFailures(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': otelServiceName ?? `oficina-${service}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(otelSampled) }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }),
        maxQueueSize: MAX_QUEUE,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: otelDelayMs,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const stopListening = listen(provider.getTracer('oficina'))
  return {
    stop: async () => {
      stopListening()
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, after(STOP_MS)])
      diag.disable()
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

/** The library tells failures to its own log, with what a collector answered; ours says only that there are some. */
function tellFailures(log: Log): void {
  const told = { atMs: -Infinity }
  const tell = () => {
    const nowMs = performance.now()
    if (nowMs - told.atMs < TELL_EVERY_MS) return
    told.atMs = nowMs
    log.warn('traces cannot be sent to the collector')
  }
  const logger = { error: tell, warn: quiet, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}

function quiet(): void {
  // Only failures are told.
}
