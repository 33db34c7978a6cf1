import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormFields, NoParameters, Parameters, Values } from '@oficina/api/parameter.ts'

import type { ServiceTools } from '../../service-tools.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import type { Brand, Page } from '../pages/layout.ts'
import type { Texts } from '../pages/texts.ts'

export interface PageCall<V> {
  readonly tools: ServiceTools
  readonly realm: Realm
  readonly brand: Brand
  readonly texts: Texts
  /** The parsed parameters of the path. */
  readonly values: V
  /** The query's, overridden by those of the form. */
  readonly fields: FormFields
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Declaration<N extends Parameters> {
  readonly method: 'GET' | 'POST'
  /** From the root of the server. */
  readonly path: string
  /** Path parameters: one for each name in the path. */
  readonly named?: N
}

/** A page for people in a browser. It needs no credentials: what it shows is everybody's, or a link's. */
export type PageRoute = Declaration<Parameters> & {
  readonly handle: (call: PageCall<never>) => Promise<Page | Redirect>
}

/** Another address to go to. */
export interface Redirect {
  readonly location: string
}

export function pageRoute<N extends Parameters = NoParameters>(
  declaration: Declaration<N> & {
    readonly handle: (call: PageCall<Values<N>>) => Promise<Page | Redirect>
  },
): PageRoute {
  return declaration
}
