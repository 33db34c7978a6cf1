import { useSignal, type Signal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { writeInto } from '@oficina/web/write-into.ts'

import { words } from '../words/compose.ts'
import { BoxDialogs, type BoxDialog } from './box-dialogs.tsx'
import { CharacterCount } from './character-count.tsx'
import { FormatBar } from './format-bar.tsx'
import { MessageField, selectedIn } from './message-field.tsx'
import { Preview } from './preview.tsx'
import type { ConversationHere } from './suggest/suggestion.ts'
import { replaced } from './text-edit.ts'
import { FileChooser } from './uploads/file-chooser.tsx'
import { UploadList } from './uploads/upload-list.tsx'
import { writerOf } from './uploads/upload-writer.ts'
import { makeUploads, type Uploads } from './uploads/uploads.ts'
import { useDrop } from './uploads/use-drop.ts'
import { useBoxKeys } from './use-box-keys.ts'

export interface MessageBoxProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: Signal<string>
  readonly label: string
  readonly placeholder: string
  readonly here: ConversationHere
  readonly hasCommands: boolean
  readonly isDisabled?: boolean
  readonly sendsOnEnter: boolean
  readonly onSend: () => void
  readonly onEscape: () => void
  /** Whether files are on their way, so that sending waits for them. */
  readonly isUploading?: Signal<boolean>
  /** Buttons at the end of the toolbar. */
  readonly children: ComponentChildren
}

/** A field for a message with all that helps to write one: completion, toolbar, preview, files. */
export function MessageBox(props: MessageBoxProps) {
  const { field, text, here, isDisabled = false } = props
  const [isPreview, setPreview] = useState(false)
  const dialog = useSignal<BoxDialog | undefined>(undefined)
  const uploads = useUploads(field, text)
  const root = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const isBusy = uploads.list.value.some(({ problem }) => problem === undefined)
  useEffect(() => {
    if (props.isUploading !== undefined) props.isUploading.value = isBusy
  }, [isBusy])
  const insert = (written: string): void => {
    if (field.current !== null)
      writeInto(field.current, replaced(selectedIn(field.current), written))
  }
  const preview = (): void => {
    setPreview(!isPreview)
    if (isPreview) queueMicrotask(() => field.current?.focus())
  }
  useBoxKeys({
    root,
    field,
    onSend: props.sendsOnEnter ? undefined : props.onSend,
    onPreview: preview,
    onSnippets: () => {
      dialog.value = 'snippets'
    },
  })
  const drop = useDrop((files) => {
    if (isDisabled) return
    setPreview(false)
    uploads.add(files)
  })
  return (
    <div ref={root} class={classes('message-box', drop.isOver && 'over')} {...drop.handlers}>
      {isPreview && <Preview text={text.value} onEdit={() => setPreview(false)} />}
      <div class="message-field-place" hidden={isPreview}>
        <MessageField
          field={field}
          text={text}
          label={props.label}
          placeholder={props.placeholder}
          uploads={uploads}
          isDisabled={isDisabled}
          sendsOnEnter={props.sendsOnEnter}
          suggestions={{
            here,
            hasCommands: props.hasCommands,
            askTime: () => {
              dialog.value = 'time'
            },
          }}
          onSend={props.onSend}
          onEscape={props.onEscape}
        />
      </div>
      <UploadList uploads={uploads} onCancelled={() => field.current?.focus()} />
      <FileChooser input={chooser} uploads={uploads} />
      <div class="box-tools">
        <FormatBar
          field={field}
          isDisabled={isDisabled || isPreview}
          isPreview={isPreview}
          here={here}
          hasWidgets={props.hasCommands}
          onPreview={preview}
          onAttach={() => chooser.current?.click()}
          onDialog={(name) => {
            dialog.value = name
          }}
        />
        <CharacterCount text={text.value} />
        {props.children}
      </div>
      <BoxDialogs
        dialog={dialog}
        text={text}
        onInsert={insert}
        onReplace={(written) => {
          if (field.current === null) return
          writeInto(field.current, { text: written, start: written.length, end: written.length })
        }}
      />
      {drop.isOver && <div class="drop-hint">{words('dropHere')}</div>}
    </div>
  )
}

function useUploads(field: RefObject<HTMLTextAreaElement | null>, text: Signal<string>): Uploads {
  const uploads = useMemo(() => makeUploads(writerOf(field, text)), [])
  useEffect(() => () => uploads.cancelAll(), [])
  return uploads
}
