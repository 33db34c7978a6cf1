import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'

import { directNames } from '../../feed/rows/direct-names.ts'
import type { Message } from '../../state/conversations/messages.ts'
import { ownId } from '../../state/part.ts'
import { words } from '../../words/message.ts'
import { EditLine } from './edit-line.tsx'
import { nextIndex, type Poll, type PollOption } from './poll.ts'
import { tellWidget } from './tell-widget.ts'

export interface PollViewProps {
  readonly message: Message
  readonly poll: Poll
}

/** A poll: one votes by pressing, and anybody may add an option. */
export function PollView({ message, poll }: PollViewProps) {
  const { id, sender_id: authorId } = message
  const most = Math.max(1, ...poll.options.map(({ voters }) => voters.size))
  return (
    <div class="widget" role="group" aria-label={words('poll')}>
      <EditLine
        text={poll.question}
        placeholder={words('noQuestion')}
        label={words('editQuestion')}
        mayEdit={authorId === ownId()}
        onSave={(question) => tellWidget(id, { type: 'question', question })}
      />
      <ul class="poll-options">
        {poll.options.map((option) => (
          <OptionLine key={option.key} messageId={id} option={option} most={most} />
        ))}
      </ul>
      <AddOption messageId={id} poll={poll} />
    </div>
  )
}

interface OptionLineProps {
  readonly messageId: number
  readonly option: PollOption
  readonly most: number
}

function OptionLine({ messageId, option: { key, text, voters }, most }: OptionLineProps) {
  const isOwn = voters.has(ownId())
  const names = voters.size === 0 ? words('noVotes') : directNames([...voters])
  return (
    <li class="poll-option">
      <button
        type="button"
        class={classes('poll-vote', isOwn && 'mine')}
        aria-pressed={isOwn}
        aria-label={`${words('vote', { option: text })}, ${words('votes', { count: voters.size })}`}
        title={names}
        onClick={() => void tellWidget(messageId, { type: 'vote', key, vote: isOwn ? -1 : 1 })}
      >
        {voters.size}
      </button>
      <div class="poll-text">
        <span>{text}</span>
        {voters.size > 0 && <small>{names}</small>}
        {voters.size > 0 && (
          <span class="poll-bar" style={{ width: `${(voters.size / most) * 100}%` }} />
        )}
      </div>
    </li>
  )
}

function AddOption({ messageId, poll }: { readonly messageId: number; readonly poll: Poll }) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isThere = poll.options.some((option) => option.text === text)
  const add = async (): Promise<void> => {
    if (text === '' || isThere) return
    const idx = nextIndex(poll, ownId())
    if (await tellWidget(messageId, { type: 'new_option', option: text, idx })) setTyped('')
  }
  return (
    <form
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        class="input"
        aria-label={words('option')}
        placeholder={words('option')}
        value={typed}
        aria-invalid={isThere}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={text === '' || isThere}>
        {isThere ? words('optionExists') : words('addOption')}
      </Button>
    </form>
  )
}
