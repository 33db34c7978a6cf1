import type { NatsHealth } from '@oficina/nats/nats-link.ts'

import type { EntranceTools } from './entrance/entrance-tools.ts'
import type { FileTools } from './files/file-tools.ts'
import type { BotCaller } from './hooks/actions/bot-caller.ts'
import type { HookTools } from './hooks/hook-tools.ts'
import type { SignInTools } from './people/sign-in-tools.ts'
import type { PushRunner } from './push/actions/send-pushes.ts'
import type { PushTools } from './push/push-tools.ts'
import type { QueueTools } from './register/queue-tools.ts'
import type { TransferTools } from './transfer/transfer-tools.ts'

/** What endpoints pass to the actions of all subjects: made once in `service.ts`. */
export interface ServiceTools
  extends EntranceTools, FileTools, HookTools, PushTools, QueueTools, SignInTools, TransferTools {
  readonly pushes: PushRunner
  readonly botCalls: BotCaller
  /** Absent: none is configured. */
  readonly nats: { readonly health: NatsHealth } | undefined
}
