import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Described } from '@oficina/api/operation.ts'
import type { NoParameters, Parameters, Values } from '@oficina/api/parameter.ts'

import type { ReceivedFile } from '../files/store/upload-folder.ts'
import type { Caller, RealmRow } from '../tenancy/store/user-store.ts'
import type { ServiceTools } from './service-tools.ts'

/** What every handler is given. */
interface PublicCall<V> {
  readonly tools: ServiceTools
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The parsed parameters of the path and the form. */
  readonly values: V
  /** The name of the calling program. */
  readonly client: string
  /** The file parts of a multipart body. */
  readonly files: readonly UploadedFile[]
}

export interface UploadedFile {
  readonly name: string
  readonly type: string
  readonly received: ReceivedFile
  readonly isTooLarge: boolean
}

export interface Call<V> extends PublicCall<V> {
  readonly caller: Caller
}

export interface RealmCall<V> extends PublicCall<V> {
  readonly realm: RealmRow
}

/** The fields of a success answer beyond `result` and `msg`; `SENT` when the handler has already answered. */
export type Answer = Readonly<Record<string, unknown>> | void | typeof SENT

export const SENT: unique symbol = Symbol('sent')

/** Its path begins below `/api/v1`. */
interface Declaration<N extends Parameters, P extends Parameters> extends Described<N> {
  /** Parameters of the query and the form together. */
  readonly parameters: P
  /** JSON Schemas of the answer's fields. */
  readonly answer?: Readonly<Record<string, object>>
  /** Whether it accepts files in a multipart body. */
  readonly takesFiles?: true
  /** Whether it may answer late on purpose. */
  readonly waits?: true
}

/**
 * One operation of the API; its parsing, its part of the OpenAPI document and the report of ignored parameters come
 * from this declaration. `user`: an account's credentials; `human`: no bots; `key`: an account's key as the parameter
 * `api_key`, for programs that can be told an address only; `public`: none needed.
 */
export type Endpoint =
  | (Declaration<Parameters, Parameters> & {
      readonly auth: 'user' | 'human' | 'key'
      readonly handle: (call: Call<never>) => Promise<Answer>
    })
  | (Declaration<Parameters, Parameters> & {
      readonly auth: 'public'
      readonly handle: (call: RealmCall<never>) => Promise<Answer>
    })

export function endpoint<P extends Parameters, N extends Parameters = NoParameters>(
  declaration: Declaration<N, P> & {
    readonly auth?: 'user' | 'human' | 'key'
    readonly handle: (call: Call<Values<N> & Values<P>>) => Promise<Answer>
  },
): Endpoint {
  return { auth: 'user', ...declaration }
}

export function publicEndpoint<P extends Parameters, N extends Parameters = NoParameters>(
  declaration: Declaration<N, P> & {
    readonly handle: (call: RealmCall<Values<N> & Values<P>>) => Promise<Answer>
  },
): Endpoint {
  return { ...declaration, auth: 'public' }
}
