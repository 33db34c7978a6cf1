import { words } from '../words/session.ts'
import { ApiFailure } from './api.ts'

/** Why something failed, as the person reads it: the service's own words where it gave some. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiFailure) || error.status === 0) return words('noAnswer')
  return error.message === '' ? words('failed', { status: error.status }) : error.message
}
