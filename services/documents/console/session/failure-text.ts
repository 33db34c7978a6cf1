import { words } from '../words/session.ts'
import { ApiFailure } from './api.ts'

/** Why something failed, as the service said it; that it did not answer, otherwise. */
export function failureText(error: unknown): string {
  return error instanceof ApiFailure && error.message !== '' ? error.message : words('noAnswer')
}
