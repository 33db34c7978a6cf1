import { words } from '../words/session.ts'
import { ApiFailure } from './api.ts'

/** What signing in still needs, or why it failed. */
export interface Refusal {
  /** What has to be typed next; undefined: nothing else than before. */
  readonly needs?: 'code' | 'new password'
  /** The field that is wrong. */
  readonly field?: 'codigo' | 'nueva'
  /** For the person; absent when the service only asks for more. */
  readonly text?: string
}

/** Reads the service's answer to a login, a code or a new password. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiFailure) || error.status === 0) return { text: words('noAnswer') }
  const [problem] = error.problems
  switch (problem?.code) {
    case 'SECOND_FACTOR_REQUIRED':
      return { needs: 'code' }
    case 'INVALID_SECOND_FACTOR':
      return { needs: 'code', field: 'codigo', text: words('wrongCode') }
    case 'PASSWORD_EXPIRED':
      return { needs: 'new password' }
    case 'INVALID_CREDENTIALS':
      return { text: words('wrongPassword') }
    case 'TOO_MANY_ATTEMPTS':
      return { text: words('tooMany', { count: minutesOf(error.retryAfterSeconds) }) }
    case 'NETWORK_NOT_ALLOWED':
      return { text: words('network') }
    case 'UNAVAILABLE':
      return { text: words('busy') }
    default:
      return other(error)
  }
}

function other(error: ApiFailure): Refusal {
  const isPassword = error.problems.some(({ field }) => field === 'nueva')
  if (isPassword) {
    return { field: 'nueva', text: words('passwordRefused', { text: error.message }) }
  }
  const isCode = error.problems.some(({ field }) => field === 'codigo')
  if (isCode) return { field: 'codigo', text: words('wrongCode') }
  return { text: words('refused', { text: error.message }) }
}

function minutesOf(seconds: number | undefined): number {
  return Math.max(1, Math.ceil((seconds ?? 60) / 60))
}
