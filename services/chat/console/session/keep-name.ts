import { effect } from '@preact/signals'

import { ownUser } from '../state/own/own.ts'
import { account, renameAccount } from './accounts.ts'

/** The list of accounts names people as they are called now; until the answer is called. */
export function keepName(): () => void {
  return effect(() => {
    const me = ownUser.value
    const present = account.peek()
    if (me === undefined || present?.userId !== me.user_id) return
    if (present.name !== me.full_name) renameAccount(me.user_id, me.full_name)
  })
}
