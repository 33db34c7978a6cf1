import editIcon from 'lucide-static/icons/pencil.svg'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'

import { words } from '../../words/message.ts'

export interface EditLineProps {
  readonly text: string
  /** Shown where there is no text. */
  readonly placeholder: string
  readonly label: string
  readonly mayEdit: boolean
  readonly onSave: (text: string) => Promise<boolean>
}

/** The head of a widget, which its author may change in place. */
export function EditLine({ text, placeholder, label, mayEdit, onSave }: EditLineProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  if (typed === undefined) {
    return (
      <div class="widget-head">
        <p class="widget-title">{text === '' ? placeholder : text}</p>
        {mayEdit && <IconButton icon={editIcon} label={label} onClick={() => setTyped(text)} />}
      </div>
    )
  }
  const save = async (): Promise<void> => {
    if (typed.trim() === text || (await onSave(typed.trim()))) setTyped(undefined)
  }
  return (
    <form
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setTyped(undefined)
      }}
    >
      <input
        class="input"
        aria-label={placeholder}
        value={typed}
        autoFocus
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button onClick={() => setTyped(undefined)}>{words('cancel')}</Button>
      <Button kind="primary" type="submit">
        {words('save')}
      </Button>
    </form>
  )
}
