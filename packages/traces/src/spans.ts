import {
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Span,
  type SpanKind,
  type Tracer,
} from '@opentelemetry/api'

interface NewSpan {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly parent: Span | undefined
}

/** The span of each thing that was told of, as long as somebody has that. */
export class Spans {
  readonly #tracer: Tracer
  readonly #spans = new WeakMap<object, Span>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  begin(told: object, { name, kind, attributes, parent }: NewSpan): Span {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
    const span = this.#tracer.startSpan(name, { kind, attributes }, context)
    this.#spans.set(told, span)
    return span
  }

  of(told: object): Span | undefined {
    return this.#spans.get(told)
  }
}
