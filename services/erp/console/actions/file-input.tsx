import fileIcon from 'lucide-static/icons/file-text.svg'
import removeIcon from 'lucide-static/icons/x.svg'
import { useRef, useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import type { FieldIds } from '@oficina/web/field.tsx'
import { formatBytes } from '@oficina/web/formats.ts'
import { Icon } from '@oficina/web/icon.tsx'

import { uploadAttachment } from '../record/beside/attachment-files.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/actions.ts'
import type { FileInput as FileOfInput } from './action-description.ts'
import type { OwnRecord } from './own-record.ts'

interface FileInputProps {
  readonly ids: FieldIds
  readonly file: FileOfInput
  /** The record that a file is attached to which is sent as an attachment. */
  readonly own: OwnRecord | undefined
  readonly autoFocus: boolean
  readonly onChange: (value: unknown) => void
  /** What has to be over before anything is sent: whether the file is there then, or was taken away. */
  readonly onWait: (isThere: Promise<boolean>) => void
}

type Held =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'held'; readonly name: string; readonly size: number }
  | { readonly kind: 'failed'; readonly name: string; readonly why: string }

/** A file that an action reads: picked or dropped, sent as text, in base64, or attached to the record first. */
export function FileInput(props: FileInputProps) {
  const { ids, file: wanted, autoFocus } = props
  const { held, take, drop } = useTakenFile(props)
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const remove = (): void => {
    drop()
    picker.current?.focus()
  }
  return (
    <div
      class={classes('file-input', isOver && 'over')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files[0])
      }}
    >
      <input
        ref={picker}
        id={ids.id}
        type="file"
        class="hidden"
        tabIndex={-1}
        accept={wanted.accept.join(',')}
        aria-describedby={ids.describedBy}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      {held.kind === 'held' ? (
        <>
          <Icon svg={fileIcon} />
          <span class="grow">
            {held.name} <span class="muted">{formatBytes(held.size)}</span>
          </span>
          <IconButton
            icon={removeIcon}
            label={words('removeFile', { name: held.name })}
            onClick={remove}
          />
        </>
      ) : (
        <>
          <Button
            isBusy={held.kind === 'reading'}
            autoFocus={autoFocus}
            onClick={() => picker.current?.click()}
          >
            {words('chooseFile')}
          </Button>
          {(held.kind === 'reading' || held.kind === 'failed') && (
            <IconButton
              icon={removeIcon}
              label={words('removeFile', { name: held.name })}
              onClick={remove}
            />
          )}
          <span class="muted">
            {held.kind === 'reading' ? held.name : words('dropFile')} ({wanted.accept.join(', ')})
          </span>
        </>
      )}
      {held.kind === 'failed' && (
        <p class="field-error" role="alert">
          {held.name}: {held.why}
        </p>
      )}
    </div>
  )
}

/** What is held of the file, and how another one, or none, comes in its place. */
function useTakenFile({ file: wanted, own, onChange, onWait }: FileInputProps) {
  const [held, setHeld] = useState<Held>({ kind: 'none' })
  const taken = useRef(0)
  const fail = (name: string, why: string): boolean => {
    onChange(null)
    setHeld({ kind: 'failed', name, why })
    return false
  }
  const read = async (file: File): Promise<boolean> => {
    taken.current += 1
    const number = taken.current
    const { name, size } = file
    if (!isAccepted(name, wanted.accept)) {
      return fail(name, words('wrongFile', { accept: wanted.accept.join(', ') }))
    }
    setHeld({ kind: 'reading', name })
    try {
      const content = await contentOf(file, wanted, own)
      // Another was taken, or none, before this one was there.
      if (number !== taken.current) return true
      onChange(content)
      setHeld({ kind: 'held', name, size })
      return true
    } catch (error) {
      return number !== taken.current || fail(name, failureText(error))
    }
  }
  const take = (file: File | undefined): void => {
    if (file !== undefined) onWait(read(file))
  }
  const drop = (): void => {
    taken.current += 1
    onWait(Promise.resolve(true))
    onChange(null)
    setHeld({ kind: 'none' })
  }
  return { held, take, drop }
}

function isAccepted(name: string, accept: readonly string[]): boolean {
  return accept.length === 0 || accept.some((end) => name.toLowerCase().endsWith(end))
}

async function contentOf(
  file: File,
  { as }: FileOfInput,
  own: OwnRecord | undefined,
): Promise<unknown> {
  if (as === 'text') return await file.text()
  if (as === 'base64') return base64(new Uint8Array(await file.arrayBuffer()))
  if (own === undefined) return null
  return (await uploadAttachment(own, file)).id
}

// The arguments of a call are bounded.
const CHUNK_BYTES = 0x80_00

function base64(bytes: Uint8Array): string {
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    chunks.push(String.fromCodePoint(...bytes.subarray(at, at + CHUNK_BYTES)))
  }
  return btoa(chunks.join(''))
}
