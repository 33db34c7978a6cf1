import closeIcon from 'lucide-static/icons/x.svg'
import { useRef, useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'

import { words } from '../words/compose.ts'

interface WidgetDialogProps {
  readonly onClose: () => void
  readonly onMake: (text: string) => void
}

/** A question and its answers, as a message begins with them: `/poll`. */
export function PollDialog({ onClose, onMake }: WidgetDialogProps) {
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState<readonly string[]>(['', '', ''])
  const filled = options.map((option) => option.trim()).filter((option) => option !== '')
  return (
    <Dialog
      title={words('poll')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button
            kind="primary"
            disabled={question.trim() === ''}
            onClick={() => onMake([`/poll ${question.trim()}`, ...filled].join('\n'))}
          >
            {words('insert')}
          </Button>
        </>
      }
    >
      <Field label={words('question')} isRequired>
        {({ id }) => (
          <input
            id={id}
            class="input"
            value={question}
            onInput={(event) => setQuestion(event.currentTarget.value)}
          />
        )}
      </Field>
      <Lines label={words('options')} nameOf={optionName} lines={options} onChange={setOptions} />
    </Dialog>
  )
}

/** A list of tasks, as a message begins with it: `/todo`. */
export function TodoDialog({ onClose, onMake }: WidgetDialogProps) {
  const [title, setTitle] = useState('')
  const [tasks, setTasks] = useState<readonly string[]>(['', '', ''])
  const filled = tasks.map((task) => task.trim()).filter((task) => task !== '')
  const named = title.trim() === '' ? words('taskList') : title.trim()
  return (
    <Dialog
      title={words('todo')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" onClick={() => onMake([`/todo ${named}`, ...filled].join('\n'))}>
            {words('insert')}
          </Button>
        </>
      }
    >
      <Field label={words('listTitle')}>
        {({ id }) => (
          <input
            id={id}
            class="input"
            placeholder={words('taskList')}
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        )}
      </Field>
      <Lines label={words('tasks')} nameOf={taskName} lines={tasks} onChange={setTasks} />
    </Dialog>
  )
}

function optionName(number: number): string {
  return words('option', { number })
}

function taskName(number: number): string {
  return words('task', { number })
}

interface LinesProps {
  readonly label: string
  readonly nameOf: (number: number) => string
  readonly lines: readonly string[]
  readonly onChange: (lines: readonly string[]) => void
}

// More than fit into a message.
const MAX_LINES = 100

/** Lines of text; the last one that is filled brings another. */
function Lines({ label, nameOf, lines, onChange }: LinesProps) {
  const root = useRef<HTMLFieldSetElement>(null)
  const set = (index: number, text: string): void => {
    const next = lines.map((line, at) => (at === index ? text : line))
    const isFull = next.at(-1) !== '' && next.length < MAX_LINES
    onChange(isFull ? [...next, ''] : next)
  }
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    root.current?.querySelectorAll('input')[index + 1]?.focus()
  }
  return (
    <fieldset class="widget-lines" ref={root}>
      <legend>{label}</legend>
      {lines.map((line, index) => (
        <div key={index} class="widget-line">
          <input
            class="input"
            aria-label={nameOf(index + 1)}
            placeholder={nameOf(index + 1)}
            value={line}
            onInput={(event) => set(index, event.currentTarget.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
          <IconButton
            icon={closeIcon}
            label={words('removeLine', { name: nameOf(index + 1) })}
            disabled={lines.length === 1}
            onClick={() => onChange(lines.filter((_line, at) => at !== index))}
          />
        </div>
      ))}
    </fieldset>
  )
}
