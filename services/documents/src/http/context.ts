import type { FastifyRequest } from 'fastify'
import type { Clock } from '@oficina/kit/clock.ts'

import type { RenderTools } from '../actions/render-document.ts'
import { ApiError } from '../errors.ts'
import type { OfficeDetection } from '../office/detect-office.ts'
import type { OfficePool } from '../office/office-pool.ts'
import type { SharedOffices } from '../office/shared/shared-offices.ts'
import type { Disk } from '../store/durable-files.ts'

/** What the handlers share: made once in `service.ts`. */
export interface Tools extends RenderTools {
  readonly office: OfficePool
  readonly detectOffice: () => Promise<OfficeDetection>
  /** The offices of other processes; absent: none are shared. */
  readonly shared: SharedOffices | undefined
  /** Documents of a merge that are made before their turn. */
  readonly conversionsAhead: number
  readonly tmpDir: string
  readonly disk: Disk
  readonly maxUploadBytes: number
  readonly conversionTimeoutMs: number
  readonly now: Clock
  readonly startedMs: number
}

/** A JSON body with the bytes it came in. */
export interface JsonBody {
  readonly value: unknown
  readonly bytes: Buffer
}

/** Whether a version satisfies the request's If-Match; without that header every version does. */
export function passesIfMatch(request: FastifyRequest, version: string): boolean {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim() === etagOf(version))
}

/** Whether the client has this version already: If-None-Match compares weakly, as RFC 9110 says. */
export function hasVersion(request: FastifyRequest, version: string): boolean {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etagOf(version))
}

export function etagOf(version: string): string {
  return `"${version}"`
}

export function preconditionFailed(): ApiError {
  return new ApiError(
    'PRECONDITION_FAILED',
    'The template is not the version that If-Match names; read it again.',
  )
}
