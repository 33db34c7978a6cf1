import { numberInPath } from '../../api/path-parameters.ts'
import { refusal } from '../../tenancy/api-error.ts'

/** An impossible id is refused like a message that nobody may read. */
export const BY_MESSAGE = {
  message_id: numberInPath('The message.', () => refusal('Invalid message(s)')),
}
