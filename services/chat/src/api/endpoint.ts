import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Described } from '@oficina/api/operation.ts'
import type { NoParameters, Parameters, Values } from '@oficina/api/parameter.ts'

import type { Fields, NoFields, ObjectOf, ObjectShape } from '../../wire/shape.ts'
import type { ReceivedFile } from '../files/store/upload-folder.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { Given } from '../tenancy/json-text.ts'
import type { Caller, RealmRow } from '../tenancy/store/user-store.ts'

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
export type Answer = object | void | typeof SENT

type AnswerOf<R extends Fields, O extends Fields> = Given<ObjectOf<R, O>> | void | typeof SENT

export const SENT: unique symbol = Symbol('sent')

/** Its path begins below `/api/v1`. */
interface Declaration<
  N extends Parameters,
  P extends Parameters,
  R extends Fields = Fields,
  O extends Fields = Fields,
> extends Described<N> {
  /** Parameters of the query and the form together. */
  readonly parameters: P
  /** The answer's fields, to which every answer in every test is held; absent: none. */
  readonly answer?: ObjectShape<R, O>
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

export function endpoint<
  P extends Parameters,
  N extends Parameters = NoParameters,
  R extends Fields = NoFields,
  O extends Fields = NoFields,
>(
  declaration: Declaration<N, P, R, O> & {
    readonly auth?: 'user' | 'human' | 'key'
    readonly handle: (
      call: Call<Values<N> & Values<P>>,
    ) => Promise<AnswerOf<NoInfer<R>, NoInfer<O>>>
  },
): Endpoint {
  return { auth: 'user', ...declaration }
}

export function publicEndpoint<
  P extends Parameters,
  N extends Parameters = NoParameters,
  R extends Fields = NoFields,
  O extends Fields = NoFields,
>(
  declaration: Declaration<N, P, R, O> & {
    readonly handle: (
      call: RealmCall<Values<N> & Values<P>>,
    ) => Promise<AnswerOf<NoInfer<R>, NoInfer<O>>>
  },
): Endpoint {
  return { ...declaration, auth: 'public' }
}
