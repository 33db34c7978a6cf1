import type { NoParameters, Parameters, Values } from '@oficina/api/parameter.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { ServiceTools } from './service-tools.ts'

export interface OtherCall<V> {
  readonly tools: ServiceTools
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What the path holds, read. */
  readonly values: V
}

interface Declaration<N extends Parameters> {
  /** From the root of the server; `*` is all that follows. */
  readonly path: string
  /** Of the path: one for each of its names. */
  readonly named?: N
}

/** What is read with GET and is no operation of the API. What needs credentials asks for them itself. */
export type OtherRoute = Declaration<Parameters> & {
  readonly handle: (call: OtherCall<never>) => unknown
}

export function otherRoute<N extends Parameters = NoParameters>(
  declaration: Declaration<N> & { readonly handle: (call: OtherCall<Values<N>>) => unknown },
): OtherRoute {
  return declaration
}
