import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NoParameters, Parameters, Values } from '@oficina/api/parameter.ts'

import type { ServiceTools } from '../service-tools.ts'

export interface OtherCall<V> {
  readonly tools: ServiceTools
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The parsed parameters of the path. */
  readonly values: V
}

interface Declaration<N extends Parameters> {
  /** From the root of the server; `*` matches the rest of the path. */
  readonly path: string
  /** Path parameters: one for each name in the path. */
  readonly named?: N
}

/** A GET route that is not an operation of the API. If it needs credentials, it checks them itself. */
export type OtherRoute = Declaration<Parameters> & {
  readonly handle: (call: OtherCall<never>) => unknown
}

export function otherRoute<N extends Parameters = NoParameters>(
  declaration: Declaration<N> & { readonly handle: (call: OtherCall<Values<N>>) => unknown },
): OtherRoute {
  return declaration
}
