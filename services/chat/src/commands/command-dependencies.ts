import type { Clock } from '@oficina/kit/clock.ts'
import type { Log } from '@oficina/kit/log.ts'

import type { ChatConfig } from '../service.ts'

export interface CommandDependencies {
  readonly config: ChatConfig
  readonly log: Log
  readonly now: Clock
  /** Takes results. */
  readonly output: { write(text: string): unknown }
  /** Takes how far the command is. */
  readonly progress: { write(text: string): unknown; readonly isTTY?: boolean }
}
