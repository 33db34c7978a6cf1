import boldIcon from 'lucide-static/icons/bold.svg'
import pollIcon from 'lucide-static/icons/chart-bar.svg'
import calendarIcon from 'lucide-static/icons/clock.svg'
import codeIcon from 'lucide-static/icons/code.svg'
import moreIcon from 'lucide-static/icons/ellipsis.svg'
import spoilerIcon from 'lucide-static/icons/eye-off.svg'
import eyeIcon from 'lucide-static/icons/eye.svg'
import snippetIcon from 'lucide-static/icons/file-text.svg'
import italicIcon from 'lucide-static/icons/italic.svg'
import linkIcon from 'lucide-static/icons/link.svg'
import numberedIcon from 'lucide-static/icons/list-ordered.svg'
import todoIcon from 'lucide-static/icons/list-todo.svg'
import listIcon from 'lucide-static/icons/list.svg'
import attachIcon from 'lucide-static/icons/paperclip.svg'
import penIcon from 'lucide-static/icons/pencil.svg'
import quoteIcon from 'lucide-static/icons/quote.svg'
import mathIcon from 'lucide-static/icons/sigma.svg'
import smileIcon from 'lucide-static/icons/smile.svg'
import strikeIcon from 'lucide-static/icons/strikethrough.svg'
import type { RefObject } from 'preact'
import { openMenu } from '@oficina/web/anchored-menu.tsx'
import { IconButton } from '@oficina/web/button.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { writeInto } from '@oficina/web/write-into.ts'

import { openEmojiPicker } from '../emoji/emoji-picker-host.tsx'
import { emojiAsText } from '../emoji/emoji-text.ts'
import { keysText } from '../keys/keys-shown.tsx'
import { presentKeys } from '../keys/own-keys.ts'
import type { ShortcutId } from '../keys/shortcut-list.ts'
import { words } from '../words/compose.ts'
import type { BoxDialog } from './box-dialogs.tsx'
import { callItems, CallTools } from './call-tools.tsx'
import { selectedIn } from './message-field.tsx'
import type { ConversationHere } from './suggest/suggestion.ts'
import { formatted, replaced, type FormatName } from './text-edit.ts'

export interface FormatBarProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly isDisabled: boolean
  readonly isPreview: boolean
  readonly here: ConversationHere
  /** Polls and lists of tasks begin messages, and cannot be made of sent ones. */
  readonly hasWidgets: boolean
  readonly onPreview: () => void
  readonly onAttach: () => void
  readonly onDialog: (dialog: BoxDialog) => void
}

interface Format {
  readonly name: FormatName
  readonly icon: string
  readonly id?: ShortcutId
}

// Beside each other where there is room; the rest of them in a menu.
const SHOWN: readonly Format[] = [
  { name: 'bold', icon: boldIcon, id: 'bold' },
  { name: 'italic', icon: italicIcon, id: 'italic' },
  { name: 'strike', icon: strikeIcon },
  { name: 'link', icon: linkIcon, id: 'link' },
  { name: 'numbered', icon: numberedIcon },
  { name: 'bulleted', icon: listIcon },
  { name: 'quote', icon: quoteIcon },
  { name: 'code', icon: codeIcon },
  { name: 'spoiler', icon: spoilerIcon },
  { name: 'math', icon: mathIcon },
]

/** Everything that a message can be given by hand: files, emoji, times, formats, a look at the result. */
export function FormatBar(props: FormatBarProps) {
  const { field, here, isDisabled, isPreview, onPreview, onAttach, onDialog } = props
  const format = (name: FormatName): void => {
    if (field.current !== null) writeInto(field.current, formatted(selectedIn(field.current), name))
  }
  return (
    <div class="format-bar" role="toolbar" aria-label={words('tools')}>
      <IconButton
        icon={attachIcon}
        label={words('attach')}
        disabled={isDisabled}
        onClick={onAttach}
      />
      <IconButton
        icon={smileIcon}
        label={words('emoji')}
        disabled={isDisabled}
        onClick={(event) => askEmoji(event.currentTarget, field)}
      />
      <IconButton
        icon={calendarIcon}
        label={words('time')}
        disabled={isDisabled}
        onClick={() => onDialog('time')}
      />
      <CallTools field={field} here={here} isDisabled={isDisabled} />
      <span class="tool-line" aria-hidden="true" />
      {SHOWN.map(({ name, icon, id }) => (
        <IconButton
          key={name}
          icon={icon}
          class="format-one"
          label={labelOf(words(name), id)}
          disabled={isDisabled}
          onClick={() => format(name)}
        />
      ))}
      <IconButton
        icon={moreIcon}
        label={words('more')}
        aria-haspopup="menu"
        disabled={isDisabled}
        onClick={(event) => more(event.currentTarget, props, format)}
      />
      <IconButton
        icon={isPreview ? penIcon : eyeIcon}
        label={labelOf(words(isPreview ? 'write' : 'preview'), 'preview')}
        aria-pressed={isPreview}
        onClick={onPreview}
      />
    </div>
  )
}

function labelOf(name: string, id: ShortcutId | undefined): string {
  const keys = keysOfShortcut(id)
  return keys === undefined ? name : `${name} (${keys})`
}

function keysOfShortcut(id: ShortcutId | undefined): string | undefined {
  const [keys] = id === undefined ? [] : presentKeys(id)
  return keys === undefined ? undefined : keysText(keys)
}

/** What does not stand beside the others, and where there is no room for them the formats too. */
function more(
  anchor: HTMLElement,
  { field, here, hasWidgets, onDialog }: FormatBarProps,
  format: (name: FormatName) => void,
): void {
  const isEmpty = (field.current?.value ?? '').trim() === ''
  const beside = anchor.parentElement?.querySelector<HTMLElement>('.format-one')
  const isNarrow = beside?.checkVisibility() === false
  const formats = SHOWN.map(({ name, icon, id }) => ({
    label: words(name),
    icon: <Icon svg={icon} />,
    keys: keysOfShortcut(id),
    run: () => format(name),
  }))
  // They are the whole message: what is written already would be lost, or read as an option.
  const refusal = isEmpty ? undefined : words('onlyWhenEmpty')
  const widgets = [
    { label: words('poll'), icon: <Icon svg={pollIcon} />, refusal, run: () => onDialog('poll') },
    { label: words('todo'), icon: <Icon svg={todoIcon} />, refusal, run: () => onDialog('todo') },
  ]
  openMenu({
    anchor,
    label: words('more'),
    items: [
      ...(isNarrow ? [...callItems({ field, here }), ...formats] : []),
      ...(hasWidgets ? widgets : []),
      {
        label: words('snippets'),
        icon: <Icon svg={snippetIcon} />,
        keys: keysOfShortcut('snippets'),
        isSeparated: true,
        run: () => onDialog('snippets'),
      },
    ],
  })
}

function askEmoji(anchor: HTMLElement, field: RefObject<HTMLTextAreaElement | null>): void {
  openEmojiPicker({
    anchor,
    hasTones: true,
    onChoose: (emoji) => {
      const { current } = field
      if (current === null) return
      const selected = selectedIn(current)
      const before = selected.text.slice(0, selected.start)
      const lead = before === '' || /\s$/.test(before) ? '' : ' '
      writeInto(current, replaced(selected, `${lead}${emojiAsText(emoji)} `))
    },
  })
}
