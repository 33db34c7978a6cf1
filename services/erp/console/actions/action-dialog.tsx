import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { newId } from '@oficina/web/dom.ts'

import { ApiFailure, type ApiProblem } from '../session/api.ts'
import { words } from '../words/actions.ts'
import type { ActionDescription, ActionInput } from './action-description.ts'
import { ActionInputField, isFile } from './action-input.tsx'
import { inputBody, missingInputs, placedProblems, type Typed } from './input-values.ts'
import { isDangerous } from './offered-actions.ts'
import type { OwnRecord } from './own-record.ts'

/** Values of inputs by their names, references with their words. */
export type GivenInputs = Readonly<
  Record<string, { readonly value: unknown; readonly text?: string }>
>

export interface ActionDialogProps {
  readonly action: ActionDescription
  /** What it is done to: a record in words, or how many. */
  readonly subject: string
  /** The one record that it is done to, whose lines and attachments inputs may speak of. */
  readonly own?: OwnRecord | undefined
  /** What stands in inputs first. */
  readonly given?: GivenInputs | undefined
  /** Does it. What it throws is shown at its input, or above; when it ends the caller takes the dialog away. */
  readonly submit: (inputs: Typed) => Promise<void>
  readonly onClose: () => void
}

/** Asks for what an action takes, and that it is meant, before it is done to a record, to many, or to none. */
export function ActionDialog({ action, subject, own, given = {}, ...props }: ActionDialogProps) {
  const { submit, onClose } = props
  const inputs = offeredInputs(action, own)
  const id = useRef(newId('action')).current
  const form = useRef<HTMLFormElement>(null)
  const { typed, texts, now, change } = useTyped(given)
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS)
  const [isBusy, setBusy] = useState(false)
  useFocusOnProblem(form, problems)
  const files = useFilesOnTheirWay()
  const run = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    if (await files.areThere()) await send(now())
    setBusy(false)
  }
  const send = async (sent: Typed): Promise<void> => {
    const missing = missingInputs(inputs, sent)
    if (missing.size > 0) {
      const at = inputs.flatMap(({ name, min_length: least }) => {
        const why = missing.get(name)
        if (why === undefined) return []
        const text = why === 'required' ? words('required') : undefined
        return [[name, text ?? words('tooShort', { count: least ?? 0 })] as const]
      })
      return setProblems({ at: new Map(at), above: [] })
    }
    setProblems(NO_PROBLEMS)
    try {
      await submit(inputBody(inputs, sent))
    } catch (error) {
      setProblems(problemsOf(error, inputs))
    }
  }
  return (
    <Dialog
      title={action.label}
      size={sizeOf(inputs)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('back')}</Button>
          <Button
            kind={isDangerous(action) ? 'danger' : 'primary'}
            type="submit"
            form={id}
            isBusy={isBusy}
          >
            {action.label}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        class="action-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p class="subject">{subject}</p>
        {problems.above.length > 0 && <Refusals problems={problems.above} />}
        {inputs.map((input, index) => (
          <ActionInputField
            key={input.name}
            input={input}
            own={own}
            value={typed[input.name] ?? null}
            text={texts[input.name]}
            error={problems.at.get(input.name)}
            autoFocus={index === 0}
            onWait={(isThere) => files.wait(input.name, isThere)}
            onChange={(value, chosen) => change(input.name, value, chosen?.text)}
          />
        ))}
      </form>
    </Dialog>
  )
}

function Refusals({ problems }: { readonly problems: readonly ApiProblem[] }) {
  return (
    <div class="failure" role="alert">
      <ul>
        {problems.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

function isAttached({ file }: ActionInput): boolean {
  return file?.as === 'adjunto'
}

/** As large as what is typed in it. */
function sizeOf(inputs: readonly ActionInput[]): 'small' | 'medium' | 'large' {
  const isTable = inputs.some(({ lines }) => lines !== undefined && lines !== null)
  if (isTable) return 'large'
  return inputs.length > 1 ? 'medium' : 'small'
}

interface Problems {
  readonly at: ReadonlyMap<string, string>
  readonly above: readonly ApiProblem[]
}

const NO_PROBLEMS: Problems = { at: new Map(), above: [] }

function problemsOf(error: unknown, inputs: ActionDescription['inputs']): Problems {
  if (!(error instanceof ApiFailure)) throw error
  if (error.problems.length > 0) return placedProblems(inputs, error.problems)
  return { at: new Map(), above: [{ code: 'NO_ANSWER', message: words('noAnswer') }] }
}

/**
 * Without a record nothing can be attached, so a file that may also be sent as it is, is: its attachment is not asked
 * for.
 */
function offeredInputs(
  { inputs }: ActionDescription,
  own: OwnRecord | undefined,
): ActionDescription['inputs'] {
  const isElse = inputs.some((input) => isFile(input) && !isAttached(input))
  return own === undefined && isElse ? inputs.filter((input) => !isAttached(input)) : inputs
}

/** What stands in the inputs, as it is drawn, and as it is at this moment. */
function useTyped(given: GivenInputs) {
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(Object.entries(given).map(([name, { value }]) => [name, value])),
  )
  const [texts, setTexts] = useState<Readonly<Record<string, string | undefined>>>(() =>
    Object.fromEntries(Object.entries(given).map(([name, { text }]) => [name, text])),
  )
  const held = useRef(typed)
  return {
    typed,
    texts,
    now: (): Typed => held.current,
    change: (name: string, value: unknown, text: string | undefined): void => {
      held.current = { ...held.current, [name]: value }
      setTyped(held.current)
      setTexts((before) => ({ ...before, [name]: text }))
    },
  }
}

interface FilesOnTheirWay {
  readonly wait: (input: string, isThere: Promise<boolean>) => void
  /** Once nothing is on its way any more: whether all came, and the dialog is still there. */
  readonly areThere: () => Promise<boolean>
}

/** What was picked is sent with the rest: whoever is faster than his file waits for it. */
function useFilesOnTheirWay(): FilesOnTheirWay {
  const waited = useRef<ReadonlyMap<string, Promise<boolean>>>(new Map())
  const isGone = useRef(false)
  useEffect(() => () => void (isGone.current = true), [])
  return {
    wait: (input, isThere) => {
      waited.current = new Map([...waited.current, [input, isThere]])
    },
    areThere: async () => {
      for (;;) {
        const before = waited.current
        const came = await Promise.all(before.values())
        if (isGone.current) return false
        // Another was picked in the meantime.
        if (before === waited.current) return came.every(Boolean)
      }
    },
  }
}

function useFocusOnProblem(
  form: { readonly current: HTMLFormElement | null },
  problems: Problems,
): void {
  useLayoutEffect(() => {
    if (problems.at.size === 0 && problems.above.length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.focus()
    // Lines and files have no field of their own, and a long form would hide what is told there, or above.
    if (field === null || field === undefined)
      form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [problems])
}
