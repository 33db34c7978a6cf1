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

import { authenticate } from '../access/authenticate.ts'
import { ApiError } from '../errors.ts'
import { answerReading, refused, type Decision } from '../http/answer-reading.ts'
import {
  jsonObjectOf,
  originOf,
  queryOf,
  type Exchange,
  type PublicExchange,
  type Tools,
} from '../http/context.ts'
import { chooseSpeech } from '../http/request-speech.ts'
import { NO_PARAMETER } from '../messages/writing.ts'
import { readParameters, type QueryParameters } from '../query/parameters.ts'
import type { QueryProblem } from '../query/query-problem.ts'
import { unknownName } from '../query/unknown-names.ts'
import { responses } from './answers.ts'
import { ALL_PROBLEMS } from './kinds.ts'
import type { ReadReport } from './reports/report-answer.ts'
import type { ReportDescription } from './reports/report-words.ts'

/** What a handler is given besides the exchange: the parsed path, query and body. */
interface Read<V> {
  readonly values: V
}

interface Declared<
  N extends Parameters,
  Q extends Parameters,
  B extends Parameters,
> extends Described<N> {
  /** Its section of the API reference. */
  readonly tag:
    | 'service'
    | 'session'
    | 'second factor'
    | 'metadata'
    | 'records'
    | 'actions'
    | 'reports'
    | 'outbox'
    | 'attachments'
  /** Query parameters; any other is refused. Absent: the query is ignored. */
  readonly query?: Q
  /** Its own text for a parameter that it does not have. */
  readonly unknown?: Unknown
  /** The handler reads the query, because a model decides about it too, or because nothing in it is refused. */
  readonly ownQuery?: Parameters
  /** Parameters of a JSON body, which may be left out when none is required. */
  readonly body?: B
  /** The handler reads the body, because a model decides what it contains. */
  readonly ownBody?: JsonSchema
  /** The body is a file of one of these content types, passed on as a stream. */
  readonly takesFile?: readonly string[]
  /** The body is a form with a file, which the handler reads as it arrives. */
  readonly takesForm?: JsonSchema
  /** A body of any type is ignored. */
  readonly ignoresBody?: true
  /** Headers that belong to it, by name. */
  readonly headers?: Readonly<Record<string, JsonSchema>>
  /** It is a report, which the catalog of reports tells. */
  readonly report?: ReportDescription
  /** The report for whoever asks for it beside requests. */
  readonly readReport?: ReadReport
  /** The answer holds a secret, so it is not compressed: its length must reveal nothing. */
  readonly holdsSecret?: true
  /** The answer is a file, sent uncompressed: a range of it counts the file's own bytes. */
  readonly sendsFile?: true
  /** JSON Schemas or contents by status. */
  readonly answers: Readonly<Record<number, JsonSchema>>
  /** The statuses of its errors beyond those of any request. */
  readonly failures: readonly number[]
}

type Unknown = (name: string, known: readonly string[]) => QueryProblem

/**
 * Requirements on a caller, checked before query and body are read. @throws ApiError FORBIDDEN, or for an invalid path
 */
type Demand<N extends Parameters> = (call: Exchange & Read<Values<N>>) => void

/**
 * One operation of the API; its parsing and its part of the OpenAPI document come from this declaration. It is either
 * public or needs a bearer token; neither is the default.
 */
export type Endpoint = Declared<Parameters, Parameters, Parameters> &
  (
    | {
        readonly auth: 'public'
        readonly handle: (call: PublicExchange & Read<never>) => Promise<FastifyReply>
      }
    | {
        readonly auth: 'bearer'
        /** Also for a session that lacks a required second factor. */
        readonly admits?: 'enrolling'
        readonly demands?: (call: Exchange & Read<never>) => void
        readonly handle: (call: Exchange & Read<never>) => Promise<FastifyReply>
      }
    | {
        readonly auth: 'bearer'
        /** Replaces the handler of endpoints that only read: a remembered caller need not be looked up first. */
        readonly decide: (call: Exchange & Read<never>) => Decision
      }
  )

export function publicEndpoint<
  N extends Parameters,
  Q extends Parameters = NoParameters,
  B extends Parameters = NoParameters,
>(
  declaration: Declared<N, Q, B> & {
    readonly auth: 'public'
    readonly handle: (
      call: PublicExchange & Read<Values<N> & Values<Q> & Values<B>>,
    ) => Promise<FastifyReply>
  },
): Endpoint {
  return declaration
}

export function endpoint<
  N extends Parameters,
  Q extends Parameters = NoParameters,
  B extends Parameters = NoParameters,
>(
  declaration: Declared<N, Q, B> & {
    readonly auth: 'bearer'
    readonly admits?: 'enrolling'
    readonly demands?: Demand<N>
    readonly handle: (
      call: Exchange & Read<Values<N> & Values<Q> & Values<B>>,
    ) => Promise<FastifyReply>
  },
): Endpoint {
  return declaration
}

/** Only reads, and takes the rest of what it needs from query and model. */
export function readingEndpoint<N extends Parameters>(
  declaration: Declared<N, NoParameters, NoParameters> & {
    readonly auth: 'bearer'
    readonly decide: (call: Exchange & Read<Values<N>>) => Decision
  },
): Endpoint {
  return declaration
}

/** Answers one request. @throws ApiError with every problem of the path, or else of the query, or else of the body */
export async function serve(
  endpoint: Endpoint,
  tools: Tools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = { tools, request, reply }
  if ('decide' in endpoint) {
    return await answerReading(exchange, (known) => decisionOf(endpoint, known))
  }
  // The declaration ties the handler to the values of its own parameters.
  if (endpoint.auth === 'public') {
    const values = { ...readPath(endpoint, request), ...readRest(endpoint, request) }
    return await endpoint.handle({ ...exchange, values: values as never })
  }
  const { authorization } = request.headers
  const caller = await authenticate(tools, authorization, originOf(request), endpoint.admits)
  chooseSpeech(request, tools, caller.language)
  const known = { ...exchange, caller }
  const named = readPath(endpoint, request)
  endpoint.demands?.({ ...known, values: named as never })
  const values = { ...named, ...readRest(endpoint, request) }
  return await endpoint.handle({ ...known, values: values as never })
}

/** An impossible path is refused like any other decision, after the caller is known. */
function decisionOf(endpoint: Extract<Endpoint, { decide: unknown }>, known: Exchange): Decision {
  try {
    return endpoint.decide({ ...known, values: readPath(endpoint, known.request) as never })
  } catch (error) {
    if (error instanceof ApiError) return refused(error)
    throw error
  }
}

function readPath({ named = {} }: Endpoint, request: FastifyRequest): object {
  return readObject(named, pathTexts(request), ALL_PROBLEMS)
}

function readRest({ query, unknown, body }: Endpoint, request: FastifyRequest): object {
  return {
    ...(query === undefined ? {} : readQuery(query, queryOf(request), unknown)),
    ...(body === undefined
      ? {}
      : readObject(body, request.body === undefined ? {} : jsonObjectOf(request), ALL_PROBLEMS)),
  }
}

/** The declared parameters of a query. @throws ApiError with every problem of it */
export function readQuery(
  query: Parameters,
  given: QueryParameters,
  unknown: Unknown = (name, known) => unknownName(NO_PARAMETER, name, known),
): object {
  const known = Object.keys(query)
  const problems = [...given.keys()]
    .filter((name) => !Object.hasOwn(query, name))
    .map((name) => unknown(name, known))
  const values = readParameters(query, given, problems)
  if (problems.length > 0) throw new ApiError(problems)
  return values
}

const FORM_TYPE = 'multipart/form-data'

/** What the OpenAPI document says of an endpoint. */
export function routeSchema(endpoint: Endpoint): object {
  const { headers, body, ownBody, takesFile, takesForm } = endpoint
  const query = { ...endpoint.query, ...endpoint.ownQuery }
  const described = { ...endpoint, parameters: {} }
  const sent = body === undefined ? ownBody : parametersSchema(body)
  return {
    ...operationSchema(described, {
      tag: endpoint.tag,
      security: endpoint.auth === 'bearer' ? ['bearer'] : [],
      responses: responses(endpoint.answers, failuresOf(endpoint)),
    }),
    ...(Object.keys(query).length === 0 ? {} : { querystring: parametersSchema(query) }),
    ...(headers === undefined ? {} : { headers: { type: 'object', properties: headers } }),
    ...(takesFile === undefined ? {} : { consumes: takesFile }),
    ...(takesForm === undefined ? {} : { consumes: [FORM_TYPE], body: takesForm }),
    ...(sent === undefined ? {} : { body: sent }),
  }
}

// A body that is accepted for the path or ignored.
const OF_BODIES = [413, 415]

function failuresOf({ method, auth, ignoresBody, failures }: Endpoint): readonly number[] {
  const isBodyRead = method !== 'GET' && ignoresBody !== true
  return [...(isBodyRead ? OF_BODIES : []), ...(auth === 'bearer' ? [401] : []), ...failures]
}
