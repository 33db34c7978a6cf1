import { signal } from '@preact/signals'

import { wordsOf } from '../words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

const words = wordsOf({ cancel: 'Cancelar' }, { cancel: 'Cancel' })

export interface Question {
  readonly title: string
  readonly text: string
  /** What the button says that goes on. */
  readonly confirm: string
  readonly isDangerous?: boolean
}

interface Asked extends Question {
  readonly answer: (isConfirmed: boolean) => void
}

const asked = signal<Asked | undefined>(undefined)

/** Asks the person and waits: true when they go on. A second question answers the first with no. */
export function ask(question: Question): Promise<boolean> {
  asked.peek()?.answer(false)
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (isConfirmed) => {
        asked.value = undefined
        resolve(isConfirmed)
      },
    }
  })
}

/** Where questions appear: once a page. */
export function Questions() {
  const question = asked.value
  if (question === undefined) return null
  const { title, text, confirm, isDangerous = false, answer } = question
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{words('cancel')}</Button>
          <Button kind={isDangerous ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
