import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'

/** What is wrong with a field. */
export function wrong(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}
