import { numberInPath } from '../../api/path-parameters.ts'
import { refusal } from '../../tenancy/api-error.ts'

/** What cannot be an id is refused as a message that nobody may read. */
export const BY_MESSAGE = {
  message_id: numberInPath('The message.', () => refusal('Invalid message(s)')),
}
