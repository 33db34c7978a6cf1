import type { Signal } from '@preact/signals'

import { TimeDialog } from './schedule/time-dialog.tsx'
import { SnippetsDialog } from './snippets-dialog.tsx'
import { PollDialog, TodoDialog } from './widget-dialogs.tsx'

export type BoxDialog = 'time' | 'poll' | 'todo' | 'snippets'

export interface BoxDialogsProps {
  readonly dialog: Signal<BoxDialog | undefined>
  readonly text: Signal<string>
  readonly onInsert: (text: string) => void
  readonly onReplace: (text: string) => void
}

/** The dialogs of a box; each comes when it is asked for. */
export function BoxDialogs({ dialog, text, onInsert, onReplace }: BoxDialogsProps) {
  const close = (): void => {
    dialog.value = undefined
  }
  const done =
    (write: (text: string) => void) =>
    (written: string): void => {
      close()
      // The dialog gives the focus back first.
      queueMicrotask(() => write(written))
    }
  switch (dialog.value) {
    case 'time':
      return <TimeDialog onClose={close} onChoose={done(onInsert)} />
    case 'poll':
      return <PollDialog onClose={close} onMake={done(onReplace)} />
    case 'todo':
      return <TodoDialog onClose={close} onMake={done(onReplace)} />
    case 'snippets':
      return <SnippetsDialog content={text.peek()} onClose={close} onChoose={done(onInsert)} />
    case undefined:
      return null
  }
}
