import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { writeInto } from '@oficina/web/write-into.ts'

import { markdownOfHtml } from './paste-markdown.ts'
import type { SuggestOptions } from './suggest/suggest.ts'
import { SuggestionList } from './suggest/suggestion-list.tsx'
import { useTypeahead } from './suggest/use-typeahead.ts'
import { continuedList, replaced, type Selected } from './text-edit.ts'
import type { Uploads } from './uploads/uploads.ts'

export interface MessageFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: Signal<string>
  readonly label: string
  readonly placeholder: string
  readonly suggestions: SuggestOptions
  readonly uploads: Uploads
  readonly isDisabled?: boolean
  readonly describedBy?: string | undefined
  /** Enter sends, and Shift Enter begins a line; else Ctrl Enter sends. */
  readonly sendsOnEnter: boolean
  readonly onSend: () => void
  readonly onEscape: () => void
}

/** The field of a message's text: it grows with what is written, completes at the caret, and takes files. */
export function MessageField(props: MessageFieldProps) {
  const { field, text, label, placeholder, uploads, isDisabled = false } = props
  const typeahead = useTypeahead(field, props.suggestions)
  const { value } = text
  useLayoutEffect(() => {
    if (field.current !== null) grow(field.current)
  }, [value])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || typeahead.onKeyDown(event)) return
    const { current } = field
    if (current === null) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      props.onEscape()
    } else if (event.key === 'Enter') onEnter(event, current, props)
  }
  return (
    <>
      <textarea
        ref={field}
        class="message-field"
        aria-label={label}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-controls={typeahead.suggestions.length > 0 ? typeahead.id : undefined}
        aria-activedescendant={
          typeahead.suggestions.length > 0 ? `${typeahead.id}-${typeahead.active}` : undefined
        }
        placeholder={placeholder}
        disabled={isDisabled}
        rows={1}
        dir="auto"
        value={value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          typeahead.look()
        }}
        onKeyDown={onKeyDown}
        onClick={typeahead.look}
        onBlur={typeahead.close}
        onPaste={(event) => paste(event, uploads)}
      />
      <SuggestionList typeahead={typeahead} />
    </>
  )
}

function onEnter(
  event: KeyboardEvent,
  field: HTMLTextAreaElement,
  { sendsOnEnter, onSend }: MessageFieldProps,
): void {
  const isMod = event.ctrlKey || event.metaKey
  if (sendsOnEnter && !event.shiftKey && !event.altKey && !isMod) {
    event.preventDefault()
    onSend()
    return
  }
  // Else it sends, by the person's own keys.
  if (isMod && !sendsOnEnter) return
  if (isMod) {
    event.preventDefault()
    writeInto(field, replaced(selectedIn(field), '\n'))
    return
  }
  const next = event.shiftKey && sendsOnEnter ? undefined : continuedList(selectedIn(field))
  if (next === undefined) return
  event.preventDefault()
  writeInto(field, next)
}

export function selectedIn(field: HTMLTextAreaElement): Selected {
  return { text: field.value, start: field.selectionStart, end: field.selectionEnd }
}

const MAX_SHARE = 0.5

/** As high as its text, up to half of the window. */
function grow(field: HTMLTextAreaElement): void {
  field.style.height = 'auto'
  const most = innerHeight * MAX_SHARE
  field.style.height = `${Math.min(field.scrollHeight, most)}px`
  field.style.overflowY = field.scrollHeight > most ? 'auto' : 'hidden'
}

const ADDRESS = /^https?:\/\/\S+$/

function paste(event: ClipboardEvent, uploads: Uploads): void {
  const { clipboardData: clipboard, currentTarget: field } = event
  if (clipboard === null || !(field instanceof HTMLTextAreaElement)) return
  const plain = clipboard.getData('text/plain')
  const html = clipboard.getData('text/html')
  const files = [...clipboard.files]
  // Office programs put a picture of the text beside the text.
  if (files.length > 0 && plain.trim() === '') {
    event.preventDefault()
    uploads.add(files)
    return
  }
  const selected = selectedIn(field)
  const inner = selected.text.slice(selected.start, selected.end)
  if (ADDRESS.test(plain.trim()) && inner.trim() !== '' && !ADDRESS.test(inner.trim())) {
    event.preventDefault()
    writeInto(field, replaced(selected, `[${inner}](${plain.trim()})`))
    return
  }
  if (html === '') return
  const markdown = markdownOfHtml(html)
  if (markdown === undefined || markdown === plain) return
  event.preventDefault()
  writeInto(field, replaced(selected, markdown))
}
