import type { Message } from '../messages/message.ts'

/** Why a query cannot be answered, by parameter or field. */
export interface QueryProblem {
  readonly code: 'UNKNOWN_FIELD' | 'INVALID_PARAMETER'
  readonly field: string
  readonly message: Message
}
