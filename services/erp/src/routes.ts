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
import { health } from './endpoints/health.ts'
import { importFile } from './endpoints/import.ts'
import { importSchema } from './http/import-schema.ts'
import { metadataHandler, metadataIndex, modelOpenApi } from './endpoints/metadata.ts'
import { outbox, retryOutbox, subscriptionSecret } from './endpoints/outbox.ts'
import { invalidatePermissions, permissions } from './endpoints/permissions.ts'
import { create, decideListing, decideRecord, remove, update } from './endpoints/records.ts'
import {
  auditTrailReport,
  pendingApprovalsReport,
  trialBalanceReport,
} from './endpoints/reports.ts'
import * as actionSchemas from './http/action-schemas.ts'
import * as reportSchemas from './http/report-schemas.ts'
import * as schemas from './http/route-schemas.ts'
import * as signInSchemas from './http/sign-in-schemas.ts'
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
export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/openapi/:modelo.json',
    auth: 'public',
    schema: schemas.modelOpenApi,
    handler: modelOpenApi,
  },
  { method: 'GET', path: '/health', auth: 'public', schema: schemas.health, handler: health },
  {
    method: 'POST',
    path: `${API}/auth/login`,
    auth: 'public',
    holdsSecret: true,
    schema: schemas.login,
    handler: login,
  },
  {
    method: 'POST',
    path: `${API}/auth/refresh`,
    auth: 'bearer',
    holdsSecret: true,
    schema: schemas.refresh,
    handler: refresh,
  },
  {
    method: 'POST',
    path: `${API}/auth/logout`,
    auth: 'public',
    body: 'ignored',
    schema: schemas.logout,
    handler: logout,
  },
  {
    method: 'GET',
    path: `${API}/auth/permissions`,
    auth: 'bearer',
    schema: schemas.permissions,
    handler: permissions,
  },
  {
    method: 'POST',
    path: `${API}/auth/permissions/invalidate`,
    auth: 'bearer',
    schema: schemas.invalidate,
    handler: invalidatePermissions,
  },
  {
    method: 'GET',
    path: `${API}/auth/sesiones`,
    auth: 'bearer',
    schema: signInSchemas.sessions,
    handler: sessions,
  },
  {
    method: 'DELETE',
    path: `${API}/auth/sesiones/:id`,
    auth: 'bearer',
    schema: signInSchemas.endSession,
    handler: endOneSession,
  },
  {
    method: 'GET',
    path: `${API}/auth/factores`,
    auth: 'bearer',
    admits: 'enrolling',
    schema: signInSchemas.factors,
    handler: factors,
  },
  {
    method: 'POST',
    path: `${API}/auth/factores`,
    auth: 'bearer',
    admits: 'enrolling',
    holdsSecret: true,
    schema: signInSchemas.enrol,
    handler: enrol,
  },
  {
    method: 'POST',
    path: `${API}/auth/factores/codigos`,
    auth: 'bearer',
    holdsSecret: true,
    schema: signInSchemas.recoveryCodes,
    handler: recoveryCodes,
  },
  {
    method: 'POST',
    path: `${API}/auth/factores/:id/verificar`,
    auth: 'bearer',
    admits: 'enrolling',
    holdsSecret: true,
    schema: signInSchemas.verify,
    handler: verify,
  },
  {
    method: 'DELETE',
    path: `${API}/auth/factores/:id`,
    auth: 'bearer',
    schema: signInSchemas.removeFactor,
    handler: removeFactor,
  },
  {
    method: 'GET',
    path: `${API}/metadata`,
    auth: 'public',
    schema: schemas.metadataIndex,
    handler: metadataIndex,
  },
  {
    method: 'GET',
    path: `${API}/metadata/:modelo`,
    auth: 'public',
    schema: schemas.metadata,
    handler: metadataHandler(),
  },
  {
    method: 'GET',
    path: `${API}/reports/pending-approvals`,
    auth: 'bearer',
    schema: reportSchemas.pendingApprovals,
    handler: pendingApprovalsReport,
  },
  {
    method: 'GET',
    path: `${API}/reports/trial-balance`,
    auth: 'bearer',
    schema: reportSchemas.trialBalance,
    handler: trialBalanceReport,
  },
  {
    method: 'GET',
    path: `${API}/reports/audit-trail/:modelo/:id`,
    auth: 'bearer',
    schema: reportSchemas.auditTrail,
    handler: auditTrailReport,
  },
  {
    method: 'GET',
    path: `${API}/outbox`,
    auth: 'bearer',
    schema: reportSchemas.outbox,
    handler: outbox,
  },
  {
    method: 'POST',
    path: `${API}/outbox/:id/retry`,
    auth: 'bearer',
    schema: reportSchemas.retryOutbox,
    handler: retryOutbox,
  },
  {
    method: 'GET',
    path: `${API}/webhooks/:id/secret`,
    auth: 'bearer',
    holdsSecret: true,
    schema: reportSchemas.subscriptionSecret,
    handler: subscriptionSecret,
  },
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
  {
    method: 'POST',
    path: `${API}/:modelo/actions/:accion`,
    auth: 'bearer',
    schema: actionSchemas.actOnMany,
    handler: actOnMany,
  },
  {
    method: 'POST',
    path: `${API}/:modelo/:id/actions/:accion`,
    auth: 'bearer',
    schema: actionSchemas.actOnOne,
    handler: actOnOne,
  },
]
