import { isSameSecret } from '@oficina/kit/constant-time.ts'

import { ApiError } from '../errors.ts'

/**
 * @throws ApiError UNAUTHORIZED when the header is missing, repeated or wrong
 * @source docs/contract/documents.md, Authentication
 */
export function requireApiKey(
  header: string | readonly string[] | undefined,
  expected: string,
): void {
  // Node joins a repeated header with a comma, which matches no key.
  if (typeof header !== 'string' || !isSameSecret(header, expected)) {
    throw new ApiError('UNAUTHORIZED', 'The x-api-key header is missing or not the right key.')
  }
}
