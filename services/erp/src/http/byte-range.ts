/** Which bytes of a file an answer holds, both ends included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * What a `Range` header asks of a file of this size: one range; null for the whole file, as for several ranges or a
 * header that says nothing; `unsatisfiable` when it has no such bytes.
 * @source RFC 9110, 14.2
 */
export function byteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from !== '') return fromFirst(Number(from), to === '' ? sizeBytes - 1 : Number(to), sizeBytes)
  return to === '' ? null : ofLast(Number(to), sizeBytes)
}

function fromFirst(first: number, last: number, sizeBytes: number): ReturnType<typeof byteRange> {
  if (first >= sizeBytes) return 'unsatisfiable'
  // A range that ends before it begins says nothing.
  return last < first ? null : { first, last: Math.min(last, sizeBytes - 1) }
}

function ofLast(length: number, sizeBytes: number): ReturnType<typeof byteRange> {
  if (length === 0) return 'unsatisfiable'
  return { first: Math.max(0, sizeBytes - length), last: sizeBytes - 1 }
}
