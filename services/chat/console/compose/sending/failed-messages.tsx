import { Button } from '@oficina/web/button.tsx'

import { words } from '../../words/compose.ts'
import { startCompose } from '../compose-state.ts'
import { targetName } from '../recipient/target-narrow.ts'
import { discardOutgoing, outgoing, type Outgoing } from './outgoing.ts'
import { resend } from './send-message.ts'

/** Messages that could not be sent: why, and what to do with each. Nothing that was written is lost. */
export function FailedMessages() {
  const failed = outgoing.value.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return null
  return (
    <ul class="failed-messages" aria-label={words('notSent')}>
      {failed.map((one) => (
        <li key={one.localId} role="alert">
          <div>
            <b>{words('notSentTo', { name: targetName(one.target) })}</b> {one.problem}
            <p>{one.content}</p>
          </div>
          <Button onClick={() => void resend(one.localId)}>{words('retry')}</Button>
          <Button onClick={() => edit(one)}>{words('editAgain')}</Button>
          <Button kind="quiet" onClick={() => discardOutgoing(one.localId)}>
            {words('discard')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function edit(one: Outgoing): void {
  discardOutgoing(one.localId)
  startCompose(one.target, { content: one.content })
}
