import uploadIcon from 'lucide-static/icons/image-up.svg'
import { Button } from '@oficina/web/button.tsx'
import { Field as Labelled, type FieldIds } from '@oficina/web/field.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { chooseFiles } from '../templates/choose-files.ts'
import { words } from '../words/data.ts'
import { textOf, valueOf } from './cell-value.ts'
import { pointerOf, valueAt, type DataPath } from './data-path.ts'
import type { Field } from './fields.ts'
import type { FormState } from './form-state.ts'

export interface FieldInputProps {
  readonly field: Field
  readonly path: DataPath
  readonly form: FormState
}

/** One labelled value of the data. */
export function FieldInput({ field, path, form }: FieldInputProps) {
  const value = valueAt(form.data, path)
  const change = (next: unknown): void => form.change(path, next)
  const error = form.errors.get(pointerOf(path))
  if (field.kind === 'boolean') {
    return (
      <label class="data-check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {field.label}
      </label>
    )
  }
  return (
    <Labelled
      label={field.label}
      isRequired={field.isRequired}
      error={error}
      help={field.help}
      class={isWide(field, value) ? 'wide' : ''}
    >
      {(ids) => <Control ids={ids} field={field} value={value} change={change} />}
    </Labelled>
  )
}

interface ControlProps {
  readonly ids: FieldIds
  readonly field: Field
  readonly value: unknown
  readonly change: (value: unknown) => void
}

function Control({ ids, field, value, change }: ControlProps) {
  const common = {
    id: ids.id,
    class: 'input',
    'aria-describedby': ids.describedBy,
    'aria-invalid': ids.isInvalid,
  }
  switch (field.kind) {
    case 'choice':
      return (
        <select
          {...common}
          value={textOf(value)}
          onChange={({ currentTarget }) => change(valueOf(field, currentTarget.value))}
        >
          <option value="" />
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )
    case 'date':
      return <DateControl common={common} value={value} change={change} />
    case 'texts':
      return (
        <textarea
          {...common}
          rows={3}
          placeholder={words('onePerLine')}
          value={linesOf(value)}
          onInput={({ currentTarget }) => change(currentTarget.value.split('\n'))}
        />
      )
    case 'formatted':
      return (
        <textarea
          {...common}
          rows={5}
          value={textOf(value)}
          onInput={({ currentTarget }) => change(valueOf(TEXT, currentTarget.value))}
        />
      )
    case 'rich':
      return (
        <textarea
          {...common}
          rows={4}
          placeholder={words('markdown')}
          value={textOf(value)}
          onInput={({ currentTarget }) => change(valueOf(TEXT, currentTarget.value))}
        />
      )
    case 'image':
      return <ImageControl common={common} value={value} change={change} />
    case 'json':
      return (
        <textarea
          {...common}
          rows={3}
          spellcheck={false}
          value={textOf(value)}
          onChange={({ currentTarget }) => change(jsonOf(currentTarget.value))}
        />
      )
    default:
      return isLong(value) ? (
        <textarea
          {...common}
          value={textOf(value)}
          onInput={({ currentTarget }) => change(valueOf(TEXT, currentTarget.value))}
        />
      ) : (
        <input
          {...common}
          {...(field.kind === 'number' ? { inputMode: 'decimal', class: 'input num' } : {})}
          value={textOf(value)}
          onInput={({ currentTarget }) => change(valueOf(TEXT, currentTarget.value))}
          // What was typed is a number only when it is whole: `1.` would lose its point.
          onBlur={({ currentTarget }) => {
            if (field.kind === 'number') change(valueOf(field, currentTarget.value))
          }}
        />
      )
  }
}

const TEXT = { kind: 'text' } as const

/** A day, or nothing yet, has the browser's calendar; other dates are texts. */
function DateControl({ common, value, change }: OneControlProps) {
  const text = textOf(value)
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    change(valueOf(TEXT, currentTarget.value))
  return text === '' || /^\d{4}-\d\d-\d\d$/.test(text) ? (
    <input {...common} type="date" value={text} onInput={onInput} />
  ) : (
    <input {...common} value={text} onInput={onInput} />
  )
}

interface OneControlProps {
  readonly common: { readonly id: string; readonly class: string }
  readonly value: unknown
  readonly change: (value: unknown) => void
}

// The body of a request has 1 MB, base64 included.
const MAX_IMAGE_BYTES = 700_000

/** A picture of the computer, which travels with the data, or the address of one. */
function ImageControl({ common, value, change }: OneControlProps) {
  const choose = async (): Promise<void> => {
    const [file] = await chooseFiles('image/*')
    if (file === undefined) return
    if (file.size > MAX_IMAGE_BYTES) {
      toast({ text: words('imageTooLarge'), tone: 'danger' })
      return
    }
    change(await dataUriOf(file))
  }
  const text = textOf(value)
  const isInside = text.startsWith('data:')
  return (
    <span class="image-control">
      {isInside && <img src={text} alt="" />}
      <input
        {...common}
        readOnly={isInside}
        placeholder={words('imageAddress')}
        value={isInside ? words('imageInside') : text}
        onInput={({ currentTarget }) => change(valueOf(TEXT, currentTarget.value))}
      />
      <Button icon={uploadIcon} onClick={() => void choose()}>
        {words('chooseImage')}
      </Button>
      {isInside && (
        <Button kind="quiet" onClick={() => change(undefined)}>
          {words('removeImage')}
        </Button>
      )}
    </span>
  )
}

function dataUriOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')))
    reader.readAsDataURL(file)
  })
}

const LONG = 60

function isLong(value: unknown): boolean {
  return typeof value === 'string' && (value.length > LONG || value.includes('\n'))
}

const WIDE: ReadonlySet<string> = new Set(['image', 'texts', 'json', 'formatted'])

function isWide({ kind }: Field, value: unknown): boolean {
  return WIDE.has(kind) || isLong(value)
}

function linesOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text === '' ? undefined : text
  }
}
