import type { FastifyReply } from 'fastify'

import type { Decide } from './http/answer-reading.ts'
import { actOnMany, actOnOne } from './endpoints/business-actions.ts'
import type { Exchange, PublicExchange } from './http/context.ts'
import {
  enrol,
  factors,
  recoveryCodes,
  remove as removeFactor,
  verify,
} from './endpoints/factors.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { health } from './endpoints/health.ts'
import { importFile } from './endpoints/import.ts'
import { importSchema } from './http/import-schema.ts'
import { metadata, metadataIndex, modelOpenApi } from './endpoints/metadata.ts'
import { outbox, retryOutbox, subscriptionSecret } from './endpoints/outbox.ts'
import { invalidatePermissions, permissions } from './endpoints/permissions.ts'
import { create, decideListing, decideRecord, remove, update } from './endpoints/records.ts'
import {
  auditTrailReport,
  pendingApprovalsReport,
  trialBalanceReport,
} from './endpoints/reports.ts'
import * as schemas from './http/route-schemas.ts'
import { endOneSession, login, logout, refresh, sessions } from './endpoints/sessions.ts'

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly schema: object
  /** The body is a file of one of the import's content types, handed on as a stream, or ignored; absent: JSON. */
  readonly body?: 'file' | 'ignored'
  /** Also for a session that lacks the second factor that it should have. */
  readonly admits?: 'enrolling'
  /** The answer holds a secret, so its length tells nothing: it is not compressed. */
  readonly holdsSecret?: true
}

/** A route is public or needs a bearer token; there is no third way, and none is the default. */
export type Route =
  | (RouteBase & {
      readonly auth: 'public'
      readonly handler: (exchange: PublicExchange) => Promise<FastifyReply>
    })
  | (RouteBase & {
      readonly auth: 'bearer'
      readonly handler: (exchange: Exchange) => Promise<FastifyReply>
    })
  | (RouteBase & {
      readonly auth: 'bearer'
      /** Instead of a handler, for what only reads: a caller that is remembered need not be looked up first. */
      readonly decide: Decide
    })

const API = '/api/v1'

/** THE list of routes. @source docs/contract/erp.md, Endpoints */
export const ROUTES: readonly (Route | Endpoint)[] = [
  modelOpenApi, // GET /openapi/:modelo.json
  health, // GET /health
  login, // POST /api/v1/auth/login
  refresh, // POST /api/v1/auth/refresh
  logout, // POST /api/v1/auth/logout
  permissions, // GET /api/v1/auth/permissions
  invalidatePermissions, // POST /api/v1/auth/permissions/invalidate
  sessions, // GET /api/v1/auth/sesiones
  endOneSession, // DELETE /api/v1/auth/sesiones/:id
  factors, // GET /api/v1/auth/factores
  enrol, // POST /api/v1/auth/factores
  recoveryCodes, // POST /api/v1/auth/factores/codigos
  verify, // POST /api/v1/auth/factores/:id/verificar
  removeFactor, // DELETE /api/v1/auth/factores/:id
  metadataIndex, // GET /api/v1/metadata
  metadata, // GET /api/v1/metadata/:modelo
  pendingApprovalsReport, // GET /api/v1/reports/pending-approvals
  trialBalanceReport, // GET /api/v1/reports/trial-balance
  auditTrailReport, // GET /api/v1/reports/audit-trail/:modelo/:id
  outbox, // GET /api/v1/outbox
  retryOutbox, // POST /api/v1/outbox/:id/retry
  subscriptionSecret, // GET /api/v1/webhooks/:id/secret
  {
    method: 'GET',
    path: `${API}/:modelo`,
    auth: 'bearer',
    schema: schemas.list,
    decide: decideListing,
  },
  {
    method: 'POST',
    path: `${API}/:modelo`,
    auth: 'bearer',
    schema: schemas.create,
    handler: create,
  },
  {
    method: 'POST',
    path: `${API}/:modelo/import`,
    auth: 'bearer',
    body: 'file',
    schema: importSchema,
    handler: importFile,
  },
  {
    method: 'GET',
    path: `${API}/:modelo/:id`,
    auth: 'bearer',
    schema: schemas.read,
    decide: decideRecord,
  },
  {
    method: 'PUT',
    path: `${API}/:modelo/:id`,
    auth: 'bearer',
    schema: schemas.update,
    handler: update,
  },
  {
    method: 'DELETE',
    path: `${API}/:modelo/:id`,
    auth: 'bearer',
    schema: schemas.remove,
    handler: remove,
  },
  actOnMany, // POST /api/v1/:modelo/actions/:accion
  actOnOne, // POST /api/v1/:modelo/:id/actions/:accion
]
