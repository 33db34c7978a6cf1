import type { FastifyReply, FastifyRequest } from 'fastify'
import { ignoredFields, readForm } from '@oficina/api/parameter.ts'

import type { ServiceTools } from '../service-tools.ts'
import { ApiError, refusal } from '../tenancy/api-error.ts'
import { clientNetwork } from '../tenancy/client-network.ts'
import { realmOfHost, type Caller, type RealmRow } from '../tenancy/store/user-store.ts'
import { rateHeaders, sendApiError, sendSuccess } from './answers.ts'
import { authenticate, callerOfKey } from './authenticate.ts'
import { SENT, type Answer, type Call, type Endpoint, type RealmCall } from './endpoint.ts'
import { clientName, discardFiles, receivedFields, type Received } from './fields.ts'
import { FORM_WORDS } from './form-words.ts'
import type { OtherCall, OtherRoute } from './other-route.ts'
import { readPath } from './path-parameters.ts'
import type { RateLimiter } from './rate-limit.ts'
import { answerIn } from './request-language.ts'

interface Limiters {
  /** Null: calls are not counted. */
  readonly perUser: RateLimiter | null
  readonly perAddress: RateLimiter | null
}

export interface Serving {
  readonly tools: ServiceTools
  readonly limiters: Limiters
}

/** The operations of one path, by method. */
export type PathEndpoints = ReadonlyMap<string, Endpoint>

/** Answers one request to a path with the operation of its method, or of the method that a form names. */
export async function serve(
  serving: Serving,
  endpoints: PathEndpoints,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const takesFiles = endpoints.get(request.method)?.takesFiles === true
  if (takesFiles) return await serveFiles(serving, endpoints, request, reply)
  const received = await receivedFields(request, undefined)
  return await answerTo(serving, endpoints, { request, reply, received })
}

/** A file is written only once its sender is known, and is removed unless the call has stored it. */
async function serveFiles(
  serving: Serving,
  endpoints: PathEndpoints,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tools, limiters } = serving
  const caller = await counted(limiters, request, reply, () => authenticate(tools, request))
  const received = await receivedFields(request, tools.uploads)
  try {
    return await answerTo(serving, endpoints, { request, reply, received, caller })
  } finally {
    await discardFiles(received.files, tools.uploads)
  }
}

/** Answers a request that is not an operation of the API. */
export async function serveOther(
  { named = {}, handle }: OtherRoute,
  { tools }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const values = readPath(named, request)
  // The declaration ties the handler to the values that its own path gives.
  return await handle({ tools, request, reply, values } as OtherCall<never>)
}

async function answerTo(
  serving: Serving,
  endpoints: PathEndpoints,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { request, reply, received } = exchange
  const endpoint = endpoints.get(methodOf(request, received, endpoints))
  if (endpoint === undefined) return notAllowed(reply, endpoints)
  const answer = await run(serving, endpoint, exchange)
  if (answer === SENT) return reply
  const ignored = ignoredFields(endpoint.parameters, received.fields)
  return sendSuccess(reply, {
    ...answer,
    ...(ignored.length === 0 ? {} : { ignored_parameters_unsupported: ignored }),
  })
}

/** Old clients can only POST; the form then names the method. */
function methodOf(request: FastifyRequest, { fields }: Received, endpoints: PathEndpoints): string {
  if (request.method === 'HEAD') return 'GET'
  const named = fields.get('method')?.toUpperCase()
  if (request.method !== 'POST' || named === undefined || !endpoints.has(named))
    return request.method
  fields.delete('method')
  return named
}

interface Exchange {
  /** Only for operations that must know the caller before the body is read. */
  readonly caller?: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly received: Received
}

async function run(
  { tools, limiters }: Serving,
  endpoint: Endpoint,
  { request, reply, received, caller: known }: Exchange,
): Promise<Answer> {
  const { files } = received
  const base = { tools, request, reply, client: clientName(request), files }
  if (endpoint.auth === 'public') {
    const realm = await realmOf(tools, limiters, request, reply)
    const values = valuesOf(endpoint, request, received)
    // The declaration ties the handler to the values that its own parameters give.
    return await endpoint.handle({ ...base, realm, values } as RealmCall<never>)
  }
  const byKey = () => {
    // A call without a key is told so, and counted like one with a wrong key.
    valuesOf(endpoint, request, received)
    return callerOfKey(tools, { key: received.fields.get('api_key') ?? '', host: request.host })
  }
  const find = endpoint.auth === 'key' ? byKey : () => authenticate(tools, request)
  const caller = known ?? (await counted(limiters, request, reply, find))
  if (endpoint.auth === 'human' && caller.botType !== null) {
    throw refusal('This endpoint does not accept bot requests.')
  }
  const values = valuesOf(endpoint, request, received)
  // As above.
  return await endpoint.handle({ ...base, caller, values } as Call<never>)
}

/** @throws ApiError for the first problem of the path, else of the form */
function valuesOf(
  { named = {}, parameters }: Endpoint,
  request: FastifyRequest,
  { fields }: Received,
): object {
  return { ...readPath(named, request), ...readForm(parameters, fields, FORM_WORDS) }
}

/** The caller, with the call counted as theirs; where nobody is found, as one of the address that it comes from. */
async function counted(
  { perUser, perAddress }: Limiters,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<Caller>,
): Promise<Caller> {
  try {
    const caller = await find()
    answerIn(request, caller)
    if (perUser !== null) rateHeaders(reply, await perUser.use(String(caller.id)))
    return caller
  } catch (error) {
    const isUnknown =
      error instanceof ApiError && error.status < 500 && error.code !== 'RATE_LIMIT_HIT'
    // Guesses of keys are counted too.
    if (isUnknown && perAddress !== null) {
      rateHeaders(reply, await perAddress.use(clientNetwork(request.ip)))
    }
    throw error
  }
}

/** For calls that anybody may make: credentials, right or wrong, are ignored. */
async function realmOf(
  tools: ServiceTools,
  { perAddress }: Limiters,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RealmRow> {
  const realm = await realmOfHost(tools.database, request.host)
  if (realm === undefined) throw refusal('Invalid subdomain')
  if (perAddress !== null) rateHeaders(reply, await perAddress.use(clientNetwork(request.ip)))
  return realm
}

function notAllowed(reply: FastifyReply, endpoints: PathEndpoints): FastifyReply {
  const allowed = [...endpoints.keys()].toSorted()
  reply.header('allow', allowed.join(', '))
  const error = new ApiError('METHOD_NOT_ALLOWED', 'Method Not Allowed', {
    allowed_methods: allowed,
  })
  return sendApiError(error, reply)
}
