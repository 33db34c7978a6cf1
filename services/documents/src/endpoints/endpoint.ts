import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonSchema } from '@oficina/api/kind.ts'
import { operationSchema, parametersSchema, type Described } from '@oficina/api/operation.ts'
import {
  pathTexts,
  readObject,
  type NoParameters,
  type Parameters,
  type Values,
} from '@oficina/api/parameter.ts'

import type { Tools } from '../http/context.ts'
import { fieldsOf } from '../http/json-body.ts'
import { readFormParts } from '../http/multipart-form.ts'
import { failures } from './answers.ts'
import { ALL_PROBLEMS } from './kinds.ts'

/** What every handler is given; `values` are the parsed parameters of the path and of the body or form. */
export interface Call<V> {
  readonly tools: Tools
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly values: V
}

interface Declaration<
  P extends Parameters,
  B extends Parameters,
  F extends Parameters,
> extends Described<P> {
  /** `key`: needs the x-api-key header. There is no default. */
  readonly auth: 'public' | 'key'
  /** Its section of the API reference; absent: the endpoint is not part of the API. */
  readonly tag?: 'service' | 'templates' | 'drafts' | 'render'
  /** Parameters of a JSON body; all of their problems are reported at once. */
  readonly body?: B
  /** Parameters of a multipart body; their kinds are those of `form-kinds.ts`. */
  readonly form?: F
  /** A body that the handler reads itself, as it comes. */
  readonly stream?: { readonly contentType: string; readonly schema: JsonSchema }
  /** Largest JSON body; absent: 1 MB. Multipart bodies have the upload's limits. */
  readonly bodyLimitBytes?: number
  /** JSON Schemas or contents by status. */
  readonly answers: Readonly<Record<number, JsonSchema>>
  /** The statuses of its errors; 500 is implied. */
  readonly failures: readonly number[]
}

/** One operation of the API; its parsing and its part of the OpenAPI document come from this declaration. */
export type Endpoint = Declaration<Parameters, Parameters, Parameters> & {
  readonly handle: (call: Call<never>) => Promise<FastifyReply>
}

export function endpoint<
  P extends Parameters = NoParameters,
  B extends Parameters = NoParameters,
  F extends Parameters = NoParameters,
>(
  declaration: Declaration<P, B, F> & {
    readonly handle: (call: Call<Values<P> & Values<B> & Values<F>>) => Promise<FastifyReply>
  },
): Endpoint {
  return declaration
}

/** Answers one request. @throws ApiError INVALID_INPUT with every problem of the path, or else of the body */
export async function serve(
  { named = {}, body, form, handle }: Endpoint,
  tools: Tools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const values = {
    ...readObject(named, pathTexts(request), ALL_PROBLEMS),
    ...(body === undefined ? {} : readObject(body, fieldsOf(request.body), ALL_PROBLEMS)),
    ...(form === undefined ? {} : await formValues(form, tools, request)),
  }
  // The declaration ties the handler to the values of its own parameters.
  return await handle({ tools, request, reply, values } as Call<never>)
}

async function formValues(
  form: Parameters,
  { maxUploadBytes }: Tools,
  request: FastifyRequest,
): Promise<object> {
  const parts = await readFormParts(request, Object.keys(form), maxUploadBytes)
  return readObject(form, parts, ALL_PROBLEMS)
}

/** What the OpenAPI document says of an endpoint. */
export function routeSchema(described: Endpoint): object {
  const { tag, form, stream } = described
  return {
    ...operationSchema(
      { ...described, parameters: described.body ?? {} },
      {
        tag,
        security: described.auth === 'key' ? ['apiKey'] : [],
        responses: { ...described.answers, ...failures(described.failures) },
      },
    ),
    ...(form === undefined
      ? {}
      : { consumes: ['multipart/form-data'], body: parametersSchema(form) }),
    ...(stream === undefined ? {} : { consumes: [stream.contentType], body: stream.schema }),
    ...(tag === undefined ? { hide: true } : {}),
  }
}
