import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Link } from '@oficina/web/link.tsx'

import type { ApiProblem } from '../session/api.ts'
import { words } from '../words/actions.ts'
import type { MadeRecord } from './made-records.ts'

/** What became of an action that was done, with something to be told of it. */
export interface Outcome {
  readonly title: string
  readonly warnings: readonly ApiProblem[]
  readonly made: readonly MadeRecord[]
}

/** What an action warns of, and links to what it made. */
export function OutcomeDialog({
  outcome,
  onClose,
}: {
  readonly outcome: Outcome
  readonly onClose: () => void
}) {
  const { title, warnings, made } = outcome
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words('close')}
        </Button>
      }
    >
      <p class="subject">{words('doneWith')}</p>
      <ul class="warnings">
        {warnings.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {made.length > 0 && (
        <>
          <p>{words('made')}</p>
          <ul class="made">
            {made.map(({ model, id, text }) => (
              <li key={`${model} ${id}`}>
                <Link to={`/m/${model}/${id}`} onClick={onClose}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
