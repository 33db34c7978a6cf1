import { signal } from '@preact/signals'
import { Anchored, type Anchor } from '@oficina/web/anchored.tsx'
import { Later } from '@oficina/web/later.tsx'

import { words } from '../words/emoji.ts'
import type { Emoji } from './emoji-kind.ts'

export interface AskedPicker {
  readonly anchor: Anchor
  readonly onChoose: (emoji: Emoji) => void
  readonly onClose?: () => void
  /** As of the picker. */
  readonly hasTones?: true
}

const asked = signal<AskedPicker | undefined>(undefined)

/** Opens the picker at a place of the page. It closes with the choice, unless Shift is held. */
export function openEmojiPicker(picker: AskedPicker): void {
  asked.value = picker
}

function close(): void {
  const picker = asked.peek()
  asked.value = undefined
  picker?.onClose?.()
}

const loadPicker = async () => (await import('./emoji-picker.tsx')).EmojiPicker

/** Where pickers appear that `openEmojiPicker` opens: once a page. */
export function EmojiPickers() {
  const picker = asked.value
  if (picker === undefined) return null
  return (
    <Anchored anchor={picker.anchor} label={words('emoji')} class="emoji-panel" onClose={close}>
      <Later
        load={loadPicker}
        props={{
          hasTones: picker.hasTones,
          onChoose: (emoji: Emoji, isMore: boolean) => {
            if (!isMore) close()
            picker.onChoose(emoji)
          },
        }}
      >
        <div class="emoji-picker" />
      </Later>
    </Anchored>
  )
}
