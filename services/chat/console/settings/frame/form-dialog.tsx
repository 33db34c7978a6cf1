import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { newId } from '@oficina/web/dom.ts'
import { Failure } from '@oficina/web/notice.tsx'

import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/settings.ts'

export interface FormDialogProps {
  readonly title: string
  /** What the button says. */
  readonly confirm: string
  readonly onClose: () => void
  /** Sends what was filled in; the dialog closes when that went well, unless it answers false. */
  readonly send: () => Promise<unknown>
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  readonly size?: 'small' | 'medium' | 'large'
  readonly children: ComponentChildren
}

/** A form in a dialog. What was typed stays when the server refuses it, with what it said. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirm, onClose, send, children, isDangerous = false, isDisabled = false } = props
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const id = useRef(newId('form')).current
  const submit = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      if ((await send()) !== false) onClose()
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size={props.size ?? 'small'}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button
            type="submit"
            form={id}
            kind={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={isDisabled}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="settings-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !isDisabled) void submit()
        }}
      >
        {problem !== undefined && <Failure text={problem} />}
        {children}
      </form>
    </Dialog>
  )
}
