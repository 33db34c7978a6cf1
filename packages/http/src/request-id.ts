import { randomUUID } from 'node:crypto'

const MAX_LENGTH = 128
const PRINTABLE = /^[\x21-\x7e]+$/

/**
 * The id under which a request is logged and answered: the client's own when it is printable ASCII of at most
 * 128 characters, else a new UUID v4. Anything else could forge log lines or headers.
 * @source docs/contract/documents.md, Error envelope, "requestId"
 */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  const isUsable =
    typeof header === 'string' && header.length <= MAX_LENGTH && PRINTABLE.test(header)
  return isUsable ? header : randomUUID()
}
