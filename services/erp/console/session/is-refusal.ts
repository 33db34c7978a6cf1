import { ApiFailure } from './api.ts'

/** The person may not, or there is nothing: no failure to show, only less of a page. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 403 || error.status === 404)
}
