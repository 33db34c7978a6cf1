import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { navigate } from '@oficina/web/router.ts'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { words } from '../words/actions.ts'
import type { ActionDescription } from './action-description.ts'
import { ActionDialog, type GivenInputs } from './action-dialog.tsx'
import type { Typed } from './input-values.ts'
import type { MadeRecord } from './made-records.ts'
import { OutcomeDialog, type Outcome } from './outcome-dialog.tsx'
import type { OwnRecord } from './own-record.ts'
import { ActionCaller } from './run-action.ts'

/** An action that a person began, on one record or on none. */
interface ActionRun {
  readonly model: string
  readonly action: ActionDescription
  /** What it is done to, in words. */
  readonly subject: string
  readonly own?: OwnRecord | undefined
  readonly given?: GivenInputs | undefined
  /** It is done: `data` is the record as it is now, or what a native action says. The first that it made is linked. */
  readonly onDone: (data: unknown) => Promise<readonly MadeRecord[]>
}

export interface ActionRunner {
  readonly start: (run: ActionRun) => void
  /** The dialogs, to be rendered somewhere. */
  readonly dialogs: ComponentChildren
}

/** Runs actions: asks for their inputs, calls them, and tells what became of it. */
export function useActionRun(): ActionRunner {
  const [running, setRunning] = useState<(ActionRun & { caller: ActionCaller }) | undefined>(
    undefined,
  )
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const submit = async (inputs: Typed): Promise<void> => {
    if (running === undefined) return
    const { action, subject, caller, onDone } = running
    const answer = await caller.run(inputs)
    setRunning(undefined)
    if (answer.kind === 'file') {
      saveFile(answer.content, answer.name)
      await onDone(undefined)
      return toast({ text: words('downloaded', { name: answer.name }), tone: 'success' })
    }
    const made = await onDone(answer.data)
    const { warnings } = answer
    if (warnings.length > 0) {
      setOutcome({ title: `${action.label}: ${subject}`, warnings, made })
    } else tellDone(words('done', { record: subject, action: action.label }), made[0])
  }
  return {
    start: (run) => {
      const { model, action, own } = run
      const caller = new ActionCaller({ model, action: action.name, id: own?.record.id })
      setRunning({ ...run, caller })
    },
    dialogs: (
      <>
        {running !== undefined && (
          <ActionDialog
            action={running.action}
            subject={running.subject}
            own={running.own}
            given={running.given}
            submit={submit}
            onClose={() => setRunning(undefined)}
          />
        )}
        {outcome !== undefined && (
          <OutcomeDialog outcome={outcome} onClose={() => setOutcome(undefined)} />
        )}
      </>
    ),
  }
}

function tellDone(text: string, made: MadeRecord | undefined): void {
  const link = made && {
    label: words('see', { name: made.text }),
    run: () => void navigate(`/m/${made.model}/${made.id}`),
  }
  toast({ text, tone: 'success', ...(link !== undefined && { action: link }) })
}
