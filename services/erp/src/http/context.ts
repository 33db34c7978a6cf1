import { createHash } from 'node:crypto'
import { isIP } from 'node:net'

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DiskSpace } from '@oficina/http/disk-space.ts'
import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { LongReads } from '@oficina/postgres/long-reads.ts'

import type { PermissionCache } from '../access/permission-cache.ts'
import type { SessionMarks } from '../access/session-marks.ts'
import type { SessionMemory } from '../access/session-memory.ts'
import type { AttachmentFiles } from '../actions/attachments/attachment-tools.ts'
import type { Actions } from '../actions/business/action.ts'
import type { Callbacks } from '../actions/callbacks/callback.ts'
import { notFound } from '../actions/not-found.ts'
import type { Semaphore } from '../actions/semaphore.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { apiError, type ApiError } from '../errors.ts'
import type { SpoolFolder } from '../files/spool-folder.ts'
import type { Caller, Origin } from '../identity/caller.ts'
import { plainAddress } from '../identity/network.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import { refusalOf } from '../identity/rights.ts'
import type { JoinedServices } from '../joined/open-joined.ts'
import { KEY_FORM, NOT_A_JSON_OBJECT } from '../messages/http.ts'
import { NO_MODEL } from '../messages/requests.ts'
import type { PacServices } from '../pac/open-pac.ts'
import { JsonNumber } from '../query/json-number.ts'
import { nearestName } from '../query/nearest-name.ts'
import { isRecordId, type QueryParameters } from '../query/parameters.ts'
import type { JsonObject } from '../query/write-plan.ts'
import type { IdempotencyKey } from '../store/idempotency-store.ts'
import type { View, Views } from '../visibility/dictionary-views.ts'
import type { ListingMemory } from './listing-memory.ts'
import { speechOf } from './request-speech.ts'

/** What the handlers share: made once in `app.ts`. */
export interface Tools {
  readonly database: Database
  /** For exports and reports. */
  readonly reads: LongReads
  readonly registry: Registry
  readonly views: Views
  readonly permissions: PermissionCache
  readonly sessions: SessionMemory
  readonly sessionMarks: SessionMarks
  readonly listings: ListingMemory
  readonly callbacks: Callbacks
  readonly actions: Actions
  readonly imports: ImportLimits
  readonly attachments: AttachmentFiles
  readonly passwords: PasswordWork
  /** Each export has a connection of its own, and the database has few. */
  readonly exports: Semaphore
  /** The PAC and the SAT. */
  readonly pac: PacServices
  /** The other services of the installation. */
  readonly joined: JoinedServices
  /** Limits how many forms are made at the same time. */
  readonly forms: Semaphore
  readonly disk: () => Promise<DiskSpace>
  readonly log: Log
  readonly now: Clock
}

/** Where files are kept while they are imported, how large they may be, and what imports share. */
interface ImportLimits {
  readonly folder: SpoolFolder
  readonly maxBytes: number
  /** Imports hold a connection for a long time; this limit keeps them from taking all. */
  readonly turns: Semaphore
  readonly counters: Database
}

export interface PublicExchange {
  readonly tools: Tools
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Who asks, however it is asked: by a request, or by what goes on beside requests. */
export interface Asking {
  readonly tools: Tools
  readonly caller: Caller
}

/** A request with its caller. */
export interface Exchange extends PublicExchange, Asking {}

/** The client's address; if a proxy passed on something that is no address, the proxy's. */
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

/** A request whose path names a model. */
export interface OfModel {
  readonly values: { readonly modelo: string }
}

/** A request whose path names a record. */
export interface OfRecord {
  readonly values: { readonly modelo: string; readonly id: string }
}

/** @throws ApiError UNKNOWN_MODEL naming the nearest model */
export function modelOf(exchange: Pick<Asking, 'tools'> & OfModel): Model {
  return valueOf(findModel(exchange))
}

/** The model of the path, or UNKNOWN_MODEL naming the nearest one. */
function findModel({ tools, values }: Pick<Asking, 'tools'> & OfModel): Result<Model, ApiError> {
  const name = values.modelo
  const model = tools.registry.models.get(name)
  if (model !== undefined) return ok(model)
  const nearest = nearestName(name, tools.registry.models.keys())
  return fail(apiError('UNKNOWN_MODEL', NO_MODEL({ name, nearest })))
}

/** The dictionary as the caller sees it. */
export function viewOf({ tools, caller }: Asking): View {
  return tools.views.of(caller.rights)
}

/** The model of the path as the caller sees it for reading, or UNKNOWN_MODEL, or FORBIDDEN when he has no right to it. */
export function findReadable(exchange: Exchange & OfModel): Result<Model, ApiError> {
  const model = findModel(exchange)
  if (!model.ok) return model
  const refusal = refusalOf(exchange.caller.rights, model.value, 'leer')
  return refusal === undefined ? ok(viewOf(exchange).modelFor(model.value, 'leer')) : fail(refusal)
}

/** @throws ApiError NOT_FOUND for an id that no record can have */
export function recordIdOf(exchange: Pick<Asking, 'tools'> & OfRecord): string {
  return valueOf(findRecordId(exchange, modelOf(exchange)))
}

/** The id of the path, or NOT_FOUND for one that no record can have. */
export function findRecordId({ values }: OfRecord, model: Model): Result<string, ApiError> {
  const { id } = values
  return isRecordId(id) ? ok(id) : fail(notFound(model, id))
}

function valueOf<T>(result: Result<T, ApiError>): T {
  if (!result.ok) throw result.error
  return result.value
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
  throw apiError('MALFORMED_JSON', NOT_A_JSON_OBJECT())
}

/** The query string with every value of every parameter, in the order of writing. */
export function queryOf(request: FastifyRequest): QueryParameters {
  // A question mark may be part of a value; only the first one starts the query.
  const start = request.url.indexOf('?')
  const text = start < 0 ? '' : request.url.slice(start + 1)
  const parameters = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  return parameters
}

const MAX_KEY_LENGTH = 255

/** The key by which a client marks repeated requests as one. @throws ApiError INVALID_PARAMETER */
export function idempotencyOf({ tools, request }: Exchange): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    throw apiError('INVALID_PARAMETER', KEY_FORM({ most: MAX_KEY_LENGTH }), 'Idempotency-Key')
  }
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest()
  return { key, fingerprint, at: new Date(tools.now()), speech: speechOf(request) }
}
