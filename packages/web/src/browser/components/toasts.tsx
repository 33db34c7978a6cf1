import { signal } from '@preact/signals'
import closeIcon from 'lucide-static/icons/x.svg'

import { classes } from '../dom.ts'
import { wordsOf } from '../words.ts'
import { Button, IconButton } from './button.tsx'

const words = wordsOf({ close: 'Cerrar aviso' }, { close: 'Dismiss' })

export interface Toast {
  readonly text: string
  readonly tone?: 'info' | 'success' | 'danger'
  /** Something to do about it, such as taking it back. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

interface Shown extends Toast {
  readonly id: number
}

const SHOWN_MS = 6000
const MAX_SHOWN = 4

const shown = signal<readonly Shown[]>([])
const ids = { last: 0 }

/** Tells the person something in a corner for six seconds; a failure stays until it is closed. */
export function toast(told: Toast): void {
  ids.last += 1
  const id = ids.last
  shown.value = [...shown.peek().slice(1 - MAX_SHOWN), { ...told, id }]
  if (told.tone !== 'danger') setTimeout(() => dismiss(id), SHOWN_MS)
}

function dismiss(id: number): void {
  shown.value = shown.peek().filter((one) => one.id !== id)
}

/** Where toasts appear: once a page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map(({ id, text, tone = 'info', action }) => (
        <div key={id} class={classes('toast', tone)}>
          <span>{text}</span>
          {action !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon={closeIcon} label={words('close')} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
