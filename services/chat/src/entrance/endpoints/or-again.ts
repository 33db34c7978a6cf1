import { ApiError } from '../../tenancy/api-error.ts'
import type { Page } from '../pages/layout.ts'
import type { PageCall } from './page-route.ts'
import { problemIn } from './serve-page.ts'

/** Shows the form again, with what was wrong, when what it sent is refused. */
export async function orAgain<T>(
  { texts }: PageCall<unknown>,
  work: () => Promise<T>,
  again: (problem: string) => Page,
): Promise<T | Page> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'BAD_REQUEST'
    if (!isRefused) throw error
    return { ...again(problemIn(texts, error)), status: error.status }
  }
}
