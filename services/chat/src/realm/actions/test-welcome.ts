import { quoted } from '@oficina/words/bilingual.ts'

import { requireAdmin } from '../../access/require-role.ts'
import { sendAsBot } from '../../messages/actions/bot-message.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'

/** Sends the caller what the welcome bot would add for new people; returns the message's id. @throws ApiError */
export async function testWelcome(
  tools: MessageTools,
  caller: Caller,
  content: string,
): Promise<number> {
  requireAdmin(caller)
  const id = await sendAsBot(tools, {
    bot: 'welcome-bot',
    to: { userId: caller.id },
    content: quoted(content),
    actor: { caller, viewer: viewerOf(caller) },
    isForActor: true,
  })
  if (id === undefined) throw new Error('a person can always be written to')
  return id
}
