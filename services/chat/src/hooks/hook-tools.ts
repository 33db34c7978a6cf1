import type { AddressGuard } from '@oficina/outbound/address-guard.ts'

import type { MessageTools } from '../messages/message-tools.ts'

/** What calling bots needs besides sending messages. */
export interface HookTools extends MessageTools {
  /** Which addresses that people wrote may be called. */
  readonly outboundGuard: AddressGuard
}
