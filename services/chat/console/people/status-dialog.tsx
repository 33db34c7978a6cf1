import smileIcon from 'lucide-static/icons/smile.svg'
import clearIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Icon } from '@oficina/web/icon.tsx'

import { EmojiPicker } from '../emoji/emoji-picker.tsx'
import { ownId } from '../state/part.ts'
import { userStatuses } from '../state/people/user-status.ts'
import { words } from '../words/people.ts'
import { NO_STATUS, setStatus, type StatusNow } from './person-acts.ts'
import { StatusGlyph } from './status-emoji.tsx'

const MAX_STATUS = 60

// What most people say, with the emoji that other clients offer for it.
const SUGGESTED = [
  ['busy', 'working_on_it', '1f6e0'],
  ['meeting', 'calendar', '1f4c5'],
  ['commuting', 'bus', '1f68c'],
  ['sick', 'sick', '1f912'],
  ['vacation', 'palm_tree', '1f334'],
  ['remote', 'house', '1f3e0'],
  ['office', 'office', '1f3e2'],
] as const

/** What the person says of themselves: a text, an emoji, or both. */
export function StatusDialog({ onClose }: { readonly onClose: () => void }) {
  const [status, setNow] = useState<StatusNow>(() => ({
    ...NO_STATUS,
    ...userStatuses.peek(ownId()),
  }))
  const [isSaving, setSaving] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const save = async (): Promise<void> => {
    setSaving(true)
    if (await setStatus(status)) onClose()
    setSaving(false)
  }
  const hasEmoji = status.emoji_code !== ''
  return (
    <Dialog
      title={words('statusTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" isBusy={isSaving} onClick={() => void save()}>
            {words('save')}
          </Button>
        </>
      }
    >
      <form
        class="status-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <button
          type="button"
          class="icon-btn status-chosen"
          aria-expanded={isPicking}
          aria-label={words('statusEmoji')}
          title={words('statusEmoji')}
          onClick={() => setPicking(!isPicking)}
        >
          {hasEmoji ? <StatusGlyph status={status} /> : <Icon svg={smileIcon} />}
        </button>
        <input
          class="input"
          autoFocus
          maxLength={MAX_STATUS}
          aria-label={words('statusText')}
          placeholder={words('statusText')}
          value={status.status_text}
          onInput={(event) => setNow({ ...status, status_text: event.currentTarget.value })}
        />
        {(hasEmoji || status.status_text !== '') && (
          <IconButton
            icon={clearIcon}
            label={words('clearStatus')}
            onClick={() => setNow(NO_STATUS)}
          />
        )}
      </form>
      {isPicking && (
        <EmojiPicker
          onChoose={({ kind, code, name }) => {
            setPicking(false)
            setNow({ ...status, emoji_name: name, emoji_code: code, reaction_type: kind })
          }}
        />
      )}
      <ul class="status-suggestions" hidden={isPicking} aria-label={words('suggestions')}>
        {SUGGESTED.map(([name, emoji, code]) => {
          const suggested: StatusNow = {
            status_text: words(name),
            emoji_name: emoji,
            emoji_code: code,
            reaction_type: 'unicode_emoji',
          }
          return (
            <li key={name}>
              <Button kind="quiet" onClick={() => setNow(suggested)}>
                <StatusGlyph status={suggested} /> {words(name)}
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
