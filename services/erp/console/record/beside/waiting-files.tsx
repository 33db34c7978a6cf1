import '@preact/signals'
import attachIcon from 'lucide-static/icons/paperclip.svg'
import removeIcon from 'lucide-static/icons/x.svg'
import { useRef } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { useDroppedFiles } from '@oficina/web/dropped-files.ts'
import { formatBytes } from '@oficina/web/formats.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/surroundings.ts'
import type { FormState } from '../form/form-state.ts'
import { uploadAttachment } from './attachment-files.ts'

// As many as go with a record at once.
const MAX_WAITING = 20

/** The files of a record that is not stored yet: they are sent when it is. */
export function WaitingFiles({ state: { files } }: { readonly state: FormState }) {
  const picker = useRef<HTMLInputElement>(null)
  const add = (added: readonly File[]): void => {
    files.value = [...files.peek(), ...added].slice(0, MAX_WAITING)
  }
  const drop = useDroppedFiles(add)
  return (
    <section
      class={classes('card attachments waiting', drop.isOver && 'over')}
      aria-labelledby="waiting-title"
      {...drop.handlers}
    >
      <header>
        <h2 id="waiting-title">{words('attachments')}</h2>
        <Button kind="quiet" icon={attachIcon} onClick={() => picker.current?.click()}>
          {words('attach')}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={words('attach')}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </header>
      <ul>
        {files.value.map((file, index) => (
          <li key={`${file.name} ${index}`} class="file">
            <span class="grow">{file.name}</span>
            <small class="muted">{formatBytes(file.size)}</small>
            <IconButton
              icon={removeIcon}
              label={words('doNotAttach', { name: file.name })}
              onClick={() => {
                files.value = files.peek().filter((one) => one !== file)
              }}
            />
          </li>
        ))}
      </ul>
      {files.value.length > 0 && <p class="muted">{words('sentWhenSaved')}</p>}
      {drop.isOver && <div class="drop-here">{words('dropHere')}</div>}
    </section>
  )
}

/** Sends what waited for the record; what the service refuses is told, and the record stays. */
export async function sendWaiting({ shape, files }: FormState, id: number): Promise<void> {
  const waiting = files.peek()
  files.value = []
  for (const file of waiting) {
    try {
      await uploadAttachment({ model: shape.meta.model, record: { id } }, file)
    } catch (error) {
      const why = failureText(error)
      toast({ text: words('notAttached', { name: file.name, why }), tone: 'danger' })
    }
  }
}
