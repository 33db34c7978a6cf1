import type { Message } from '../messages/message.ts'
import { CANCEL_CODE } from '../messages/pac.ts'

/** What a code of the SAT's says of a request to cancel. */
export function cancelText(code: string): Message {
  const known: Readonly<Record<string, () => Message>> = CANCEL_CODE
  return (known[code] ?? CANCEL_CODE.none)()
}
