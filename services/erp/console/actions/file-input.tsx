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
}

type Held =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'held'; readonly name: string; readonly size: number }
  | { readonly kind: 'failed'; readonly why: string }

/** A file that an action reads: picked or dropped, sent as text, in base64, or attached to the record first. */
export function FileInput({ ids, file: wanted, own, autoFocus, onChange }: FileInputProps) {
  const [held, setHeld] = useState<Held>({ kind: 'none' })
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    if (!isAccepted(file.name, wanted.accept)) {
      const why = words('wrongFile', { accept: wanted.accept.join(', ') })
      onChange(null)
      return setHeld({ kind: 'failed', why })
    }
    setHeld({ kind: 'reading', name: file.name })
    try {
      onChange(await contentOf(file, wanted, own))
      setHeld({ kind: 'held', name: file.name, size: file.size })
    } catch (error) {
      onChange(null)
      setHeld({ kind: 'failed', why: failureText(error) })
    }
  }
  const remove = (): void => {
    onChange(null)
    setHeld({ kind: 'none' })
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
        void take(event.dataTransfer?.files[0])
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
          void take(currentTarget.files?.[0])
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
          <span class="muted">
            {held.kind === 'reading' ? held.name : words('dropFile')} ({wanted.accept.join(', ')})
          </span>
        </>
      )}
      {held.kind === 'failed' && (
        <p class="field-error" role="alert">
          {held.why}
        </p>
      )}
    </div>
  )
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
