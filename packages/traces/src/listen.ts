import { AsyncLocalStorage } from 'node:async_hooks'
import type { Channel } from 'node:diagnostics_channel'

import { SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api'
import { CALLS, REQUESTS, RESUMED, STATEMENTS } from '@oficina/kit/channels.ts'
import { sqlState } from '@oficina/kit/database.ts'

import { Spans } from './spans.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

type Current = AsyncLocalStorage<Span | undefined>
type Stop = () => void

/**
 * Makes spans of what the channels tell, until the function that it gives is called. Nothing that a caller sent gets
 * into one but the method and the request id: no path, no query, no value of a statement, no text of an error.
 */
export function listen(tracer: Tracer): Stop {
  const current: Current = new AsyncLocalStorage()
  const spans = new Spans(tracer)
  const stops = [
    ...requests(spans, current),
    ...calls(spans, current),
    ...statements(spans, current),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function requests(spans: Spans, current: Current): readonly Stop[] {
  return [
    bind(REQUESTS.start, current, (told) => {
      const { headers, id, method, route } = told
      const caller = readTraceparent(headers['traceparent'])
      return spans.begin(told, {
        name: `${method} ${route}`,
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'oficina.request_id': id,
        },
        parent: caller && trace.wrapSpanContext(caller),
      })
    }),
    bind(RESUMED, current, (told) => spans.of(told)),
    hear(REQUESTS.asyncEnd, (told) => {
      const span = spans.of(told)
      const status = 'status' in told ? Number(told.status) : 0
      span?.setAttribute('http.response.status_code', status)
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    }),
  ]
}

function calls(spans: Spans, current: Current): readonly Stop[] {
  return [
    bind(CALLS.start, current, (told) => {
      const { headers, method, route, to } = told
      const span = spans.begin(told, {
        name: `${method} ${to}`,
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': method,
          'peer.service': `oficina-${to}`,
          'url.template': route,
        },
        parent: current.getStore(),
      })
      headers['traceparent'] = writeTraceparent(span.spanContext())
      return span
    }),
    ...ends(CALLS, spans),
  ]
}

const FIRST_WORD = /^\s*(?<word>[a-z]+)/i

function statements(spans: Spans, current: Current): readonly Stop[] {
  return [
    bind(STATEMENTS.start, current, (told) => {
      const parent = current.getStore()
      // What looks for work now and then would be most of all spans.
      if (parent === undefined) return undefined
      const { name, text } = told.statement
      const word = FIRST_WORD.exec(text)?.groups?.['word'] ?? 'statement'
      spans.begin(told, {
        name: name ?? word.toLowerCase(),
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
        parent,
      })
      return parent
    }),
    ...ends(STATEMENTS, spans),
  ]
}

/** A message of an error may quote what a caller sent; its kind may not. */
function ends({ asyncEnd, error }: typeof CALLS | typeof STATEMENTS, spans: Spans) {
  return [
    hear(error, (told) => {
      const cause = 'error' in told ? told.error : undefined
      const type = sqlState(cause) ?? (cause instanceof Error ? cause.name : 'unknown')
      spans.of(told)?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
    }),
    hear(asyncEnd, (told) => spans.of(told)?.end()),
  ]
}

function bind<M extends object>(
  from: Channel<M, unknown>,
  current: Current,
  spanOf: (told: M) => Span | undefined,
): Stop {
  // Only this file binds a store to these channels, and it binds one of spans.
  const store = current as AsyncLocalStorage<unknown>
  from.bindStore(store, spanOf)
  return () => void from.unbindStore(store)
}

type Listener = (message: unknown) => void

interface Heard {
  subscribe(listener: Listener): void
  unsubscribe(listener: Listener): unknown
}

function hear(channel: Heard, take: (told: object) => void): Stop {
  const listener = (message: unknown) => {
    if (typeof message === 'object' && message !== null) take(message)
  }
  channel.subscribe(listener)
  return () => void channel.unsubscribe(listener)
}
