import { decimal, defaulted, flag, integer, optional, text, url } from '@oficina/kit/config.ts'

/** Where traces go, by the names that OpenTelemetry gives its settings. */
export interface TraceSettings {
  /** A collector; absent: nothing is traced, and nothing of it is loaded. */
  readonly otlpEndpoint: string | undefined
  /** The whole address instead. */
  readonly otlpTracesEndpoint: string | undefined
  readonly otelDisabled: boolean
  readonly otelServiceName: string | undefined
  /** Which part of the requests without a trace of their own is traced, from 0 to 1. */
  readonly otelSampled: number
  readonly otelDelayMs: number
}

/** @source docs/decisions/0013-traces.md */
export function traceSettings() {
  return {
    otlpEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', url(['http:', 'https:'])),
    otlpTracesEndpoint: optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', url(['http:', 'https:'])),
    otelDisabled: defaulted('OTEL_SDK_DISABLED', flag, false),
    otelServiceName: optional('OTEL_SERVICE_NAME', text),
    otelSampled: defaulted('OTEL_TRACES_SAMPLER_ARG', decimal(0, 1), 1),
    otelDelayMs: defaulted('OTEL_BSP_SCHEDULE_DELAY', integer(10, 60_000), 5_000),
  }
}
