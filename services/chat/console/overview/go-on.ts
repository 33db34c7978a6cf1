import { navigate } from '@oficina/web/router.ts'

import { startCompose, type ComposeOptions, type ComposeTarget } from '../compose/compose-state.ts'
import { narrowOfTarget } from '../compose/recipient/target-narrow.ts'
import { narrowAddress } from '../narrow/narrow-address.ts'

/** Goes to the conversation that something is for, and goes on writing it there. */
export function goOnWith(target: ComposeTarget, options: ComposeOptions): void {
  const narrow = narrowOfTarget(target) ?? []
  const go = async (): Promise<void> => {
    await navigate(narrowAddress(narrow))
    startCompose(target, options)
  }
  void go()
}
