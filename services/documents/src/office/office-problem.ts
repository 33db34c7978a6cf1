/** Why there is no PDF. */
export type OfficeProblem =
  /** Not installed, or it cannot start. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The queue is full; a later try may succeed. */
  | { readonly kind: 'busy'; readonly queued: number }
  /** The conversion took longer than OFFICE_TIMEOUT_MS and was stopped. */
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  /** The office could not read the file, or died on it twice. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The scratch space is full. */
  | { readonly kind: 'no-space' }
  /** The client went away before its turn came. */
  | { readonly kind: 'abandoned' }
