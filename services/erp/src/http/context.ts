import { createHash } from 'node:crypto'
import { isIP } from 'node:net'

import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import type { DiskSpace } from '@oficina/kit/disk-space.ts'
import type { Turns } from '../actions/turns.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Caller, Origin } from '../identity/caller.ts'
import { plainAddress } from '../identity/network.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import { demand } from '../identity/rights.ts'
import type { RememberedCaller } from '../access/authenticate.ts'
import type { PermissionCache } from '../access/permission-cache.ts'
import type { SessionMemory } from '../access/session-memory.ts'
import type { Actions } from '../actions/business/action.ts'
import type { Callbacks } from '../actions/callbacks/callback.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { ApiError, apiError } from '../errors.ts'
import type { ImportFolder } from '../files/import-folder.ts'
import { JsonNumber } from '../query/json-number.ts'
import { nearestName } from '../query/nearest-name.ts'
import { parsePage, type PageRequest, type ParameterKind } from '../query/page-request.ts'
import type { QueryParameters } from '../query/listing-request.ts'
import type { JsonObject } from '../query/write-plan.ts'
import type { ListingMemory } from './listing-memory.ts'
import type { IdempotencyKey } from '../store/idempotency-store.ts'
import { readAs, readProven } from '../store/tenant-database.ts'
import type { View, Views } from '../visibility/views.ts'

/** What the handlers share: made once in `app.ts`. */
export interface Tools {
  readonly database: Database
  readonly registry: Registry
  readonly views: Views
  readonly permissions: PermissionCache
  readonly sessions: SessionMemory
  readonly listings: ListingMemory
  readonly callbacks: Callbacks
  readonly actions: Actions
  readonly imports: ImportLimits
  readonly passwords: PasswordWork
  /** Each export has a connection of its own, of which the database has not many. */
  readonly exports: Turns
  readonly disk: () => Promise<DiskSpace>
  readonly now: Clock
}

/** Where files are kept while they are imported, how large they may be, and what imports share. */
interface ImportLimits {
  readonly folder: ImportFolder
  readonly maxBytes: number
  /** An import holds a connection for as long as it takes; so many never have all of them. */
  readonly turns: Turns
  readonly counters: Database
}

export interface PublicExchange {
  readonly tools: Tools
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A request whose caller is proven, or will be by `readFor` where it is remembered only. */
export interface Exchange extends PublicExchange {
  readonly caller: Caller
  /** Absent: the caller is proven. */
  readonly remembered?: RememberedCaller
}

/** The remembered caller's session is another now, or gone: the request starts again with `authenticate`. */
export class NotProven extends Error {}

/**
 * Rows for the caller of a request, whose session is looked up in the same round trip where it is remembered only.
 * @throws NotProven, which begins the request again
 */
export async function readFor<T>(
  { tools, caller, remembered }: Exchange,
  statement: Parameters<typeof readAs>[2],
): Promise<readonly T[]> {
  if (remembered === undefined) return await readAs<T>(tools.database, caller.empresa, statement)
  const { tokenSha256, now } = remembered
  const proof = { tokenSha256, now }
  const { mark, rows } = await readProven(tools.database, proof, statement)
  if (!remembered.isStill(mark)) throw new NotProven()
  // The caller names the row type that its statement selects.
  return rows as T[]
}

/** For what does not read by `readFor`. @throws NotProven, which begins the request again */
export function demandProven({ remembered }: Exchange): void {
  if (remembered !== undefined) throw new NotProven()
}

/** The client's address; where a proxy passed on what is none, the proxy's. */
function addressOf({ ip, socket }: FastifyRequest): string {
  const address = plainAddress(ip)
  return isIP(address) > 0 ? address : plainAddress(socket.remoteAddress ?? '')
}

/** Where a request comes from, as the audit log keeps it. */
export function originOf(request: FastifyRequest): Origin {
  return {
    address: addressOf(request),
    agent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  }
}

/** A path parameter; the router guarantees that it is there. */
export function pathParameter(request: FastifyRequest, name: string): string {
  // Routes with these parameters give an object of strings.
  const parameters = request.params as Readonly<Record<string, string>>
  return parameters[name] ?? ''
}

/** @throws ApiError UNKNOWN_MODEL naming the nearest model */
export function modelOf({ tools, request }: PublicExchange): Model {
  const name = pathParameter(request, 'modelo')
  const model = tools.registry.models.get(name)
  if (model !== undefined) return model
  const nearest = nearestName(name, tools.registry.models.keys())
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`
  throw apiError('UNKNOWN_MODEL', `There is no model ${name}.${hint}`)
}

/** The dictionary as the caller sees it. */
export function viewOf({ tools, caller }: Exchange): View {
  return tools.views.of(caller.rights)
}

/**
 * The model of the path as the caller sees it for what he wants to do.
 * @throws ApiError UNKNOWN_MODEL naming the nearest model, FORBIDDEN when he has no right to it
 */
export function modelFor(exchange: Exchange, right: string): Model {
  const model = modelOf(exchange)
  demand(exchange.caller.rights, model, right)
  return viewOf(exchange).modelFor(model, right)
}

/** @throws ApiError NOT_FOUND for an id that no record can have */
export function recordIdOf(exchange: PublicExchange): string {
  const id = pathParameter(exchange.request, 'id')
  if (/^[1-9]\d{0,17}$/.test(id)) return id
  throw apiError('NOT_FOUND', `There is no ${modelOf(exchange).name} with id ${id}.`)
}

/** The body as a JSON object. @throws ApiError MALFORMED_JSON */
export function jsonObjectOf(request: FastifyRequest): JsonObject {
  const { body } = request
  if (
    typeof body === 'object' &&
    body !== null &&
    !Array.isArray(body) &&
    !(body instanceof JsonNumber)
  ) {
    // Just checked: an object, and JSON has only text keys.
    return body as JsonObject
  }
  throw apiError('MALFORMED_JSON', 'The body must be a JSON object.')
}

/** The query string with every value of every parameter, in the order of writing. */
export function queryOf(request: FastifyRequest): QueryParameters {
  // A question mark may stand in a value; only the first one begins the query.
  const start = request.url.indexOf('?')
  const text = start < 0 ? '' : request.url.slice(start + 1)
  const parameters = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  return parameters
}

/** The page and the parameters of a report. @throws ApiError INVALID_PARAMETER, UNKNOWN_FIELD */
export function pageOf(
  request: FastifyRequest,
  allowed: Readonly<Record<string, ParameterKind>>,
): PageRequest {
  const page = parsePage(queryOf(request), allowed)
  if (!page.ok) throw new ApiError(page.error)
  return page.value
}

const MAX_KEY_LENGTH = 255

/** The key by which a client makes a repeated request one request. @throws ApiError INVALID_PARAMETER */
export function idempotencyOf({ tools, request }: Exchange): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    const message = `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} printable ASCII characters.`
    throw apiError('INVALID_PARAMETER', message, 'Idempotency-Key')
  }
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest()
  return { key, fingerprint, at: new Date(tools.now()) }
}
