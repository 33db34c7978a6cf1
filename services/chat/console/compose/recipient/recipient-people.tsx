import closeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { Icon } from '@oficina/web/icon.tsx'
import { SuggestInput } from '@oficina/web/suggest-input.tsx'

import { person } from '../../state/people/people.ts'
import { words } from '../../words/compose.ts'
import { PersonPicture } from '../suggest/person-picture.tsx'
import { suggestPeople } from '../suggest/suggest-people.ts'

export interface RecipientPeopleProps {
  readonly userIds: readonly number[]
  readonly onChange: (userIds: readonly number[]) => void
  /** Enter where nobody is being typed: on to the text. */
  readonly onDone: () => void
}

// The service's bound for a conversation of people.
const MAX_PEOPLE = 20

/** The people of a direct message as pills, and a field that finds more. */
export function RecipientPeople({ userIds, onChange, onDone }: RecipientPeopleProps) {
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const found = isAsked ? suggestPeople(typed, userIds) : []
  const options = found.map((one) => ({
    key: String(one.user_id),
    label: one.full_name,
    detail: one.is_bot ? words('bot') : (one.delivery_email ?? undefined),
    picture: <PersonPicture userId={one.user_id} />,
  }))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && typed === '') onChange(userIds.slice(0, -1))
    else if (event.key === 'Enter' && typed === '' && userIds.length > 0) onDone()
    else return
    event.preventDefault()
  }
  return (
    <div class="recipient-people">
      <span class="recipient-to">{words('to')}</span>
      {userIds.map((id) => (
        <span key={id} class="person-pill">
          <PersonPicture userId={id} />
          {person(id)?.full_name ?? '…'}
          <button
            type="button"
            aria-label={words('removePerson', { name: person(id)?.full_name ?? '' })}
            onClick={() => onChange(userIds.filter((one) => one !== id))}
          >
            <Icon svg={closeIcon} />
          </button>
        </span>
      ))}
      <SuggestInput
        label={words('people')}
        placeholder={userIds.length === 0 ? words('addPeople') : ''}
        value={typed}
        isDisabled={userIds.length >= MAX_PEOPLE}
        // An empty field with people in it leads on to the text.
        options={typed === '' && userIds.length > 0 ? [] : options}
        takesFirst
        onFocus={() => setAsked(true)}
        onInput={setTyped}
        onChoose={({ key }) => {
          setTyped('')
          onChange([...userIds, Number(key)])
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
