import { isValidSpanId, isValidTraceId, type SpanContext } from '@opentelemetry/api'

const FORM = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/

/** The span of a caller, as its header names it; undefined for none, or for what is not of the form. */
export function readTraceparent(header: unknown): SpanContext | undefined {
  const {
    traceId = '',
    spanId = '',
    flags = '',
  } = typeof header === 'string' ? (FORM.exec(header)?.groups ?? {}) : {}
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
