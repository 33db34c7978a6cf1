import removeIcon from 'lucide-static/icons/x.svg'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { chooseFiles } from '../templates/choose-files.ts'
import { words } from '../words/pdf.ts'
import { base64Of } from './base64.ts'
import { mayAttach, PERMISSIONS, type PdfChoice } from './pdf-choice.ts'

export interface PdfFieldsProps {
  readonly choice: PdfChoice
  readonly onChange: (choice: PdfChoice) => void
  /** A PDF of many documents is no PDF/A and no PDF/UA, and has all of its pages. */
  readonly isOfMany: boolean
}

/** The options of a PDF; what does not go together cannot be chosen together. */
export function PdfFields({ choice, onChange, isOfMany }: PdfFieldsProps) {
  const change = (changed: Partial<PdfChoice>): void => onChange({ ...choice, ...changed })
  const isLockable = choice.archive === ''
  return (
    <details class="look">
      <summary>{words('options')}</summary>
      <div class="data-form">
        <TextOption
          label={words('title')}
          value={choice.title}
          onInput={(title) => change({ title })}
        />
        <TextOption
          label={words('author')}
          value={choice.author}
          onInput={(author) => change({ author })}
        />
        <TextOption
          label={words('watermark')}
          value={choice.watermark}
          isDisabled={choice.isAccessible}
          maxLength={MAX_WATERMARK}
          placeholder={words('watermarkExample')}
          onInput={(watermark) => change({ watermark })}
        />
        <TextOption
          label={words('password')}
          value={choice.password}
          isDisabled={!isLockable}
          help={isLockable ? undefined : words('notLocked')}
          onInput={(password) => change({ password })}
        />
        {!isOfMany && (
          <>
            <TextOption
              label={words('pages')}
              value={choice.pages}
              placeholder="1-3,5"
              onInput={(pages) => change({ pages })}
            />
            <ArchiveOption choice={choice} change={change} />
          </>
        )}
        <fieldset class="pdf-forbidden wide" disabled={!isLockable}>
          <legend>{words('forbid')}</legend>
          {PERMISSIONS.map((permission) => (
            <label key={permission} class="data-check">
              <input
                type="checkbox"
                checked={isLockable && choice.forbidden.includes(permission)}
                onChange={({ currentTarget }) =>
                  change({
                    forbidden: currentTarget.checked
                      ? [...choice.forbidden, permission]
                      : choice.forbidden.filter((one) => one !== permission),
                  })
                }
              />
              {words(permission)}
            </label>
          ))}
        </fieldset>
        {!isOfMany && (
          <label class="data-check wide">
            <input
              type="checkbox"
              checked={choice.isAccessible}
              onChange={({ currentTarget }) => change({ isAccessible: currentTarget.checked })}
            />
            {words('accessible')}
          </label>
        )}
        {mayAttach(choice) && <Files choice={choice} change={change} />}
      </div>
    </details>
  )
}

// As the API takes them.
const MAX_WATERMARK = 60
const MAX_FILES = 20
// The body of a request has 1 MB, base64 included.
const MAX_FILE_BYTES = 600_000

interface TextOptionProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly isDisabled?: boolean
  readonly maxLength?: number
  readonly placeholder?: string
  readonly help?: string | undefined
}

function TextOption({
  label,
  value,
  onInput,
  isDisabled,
  maxLength,
  placeholder,
  help,
}: TextOptionProps) {
  return (
    <Field label={label} help={help}>
      {({ id, describedBy }) => (
        <input
          id={id}
          class="input"
          autocomplete="off"
          aria-describedby={describedBy}
          disabled={isDisabled}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface PartProps {
  readonly choice: PdfChoice
  readonly change: (changed: Partial<PdfChoice>) => void
}

function ArchiveOption({ choice, change }: PartProps) {
  return (
    <Field label={words('archive')}>
      {({ id }) => (
        <select
          id={id}
          class="input"
          value={choice.archive}
          onChange={({ currentTarget: { value } }) =>
            change({ archive: value === '2b' || value === '3b' ? value : '' })
          }
        >
          <option value="">{words('noArchive')}</option>
          <option value="2b">PDF/A-2b</option>
          <option value="3b">PDF/A-3b</option>
        </select>
      )}
    </Field>
  )
}

function Files({ choice, change }: PartProps) {
  const { files } = choice
  const add = async (): Promise<void> => {
    const chosen = await chooseFiles('', { isMany: true })
    const fitting = chosen.filter(({ size }) => size <= MAX_FILE_BYTES)
    if (fitting.length < chosen.length) toast({ text: words('fileTooLarge'), tone: 'danger' })
    const read = await Promise.all(
      fitting.map(async (file) => ({
        filename: file.name,
        content: await base64Of(file),
        mimeType: file.type === '' ? 'application/octet-stream' : file.type,
      })),
    )
    change({ files: [...files, ...read].slice(0, MAX_FILES) })
  }
  return (
    <div class="pdf-files wide">
      <Button kind="quiet" onClick={() => void add()}>
        {words('attach')}
      </Button>
      <ul>
        {files.map(({ filename }, index) => (
          <li key={index}>
            {filename}
            <IconButton
              icon={removeIcon}
              label={words('detach', { name: filename })}
              onClick={() => change({ files: files.filter((_file, at) => at !== index) })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
