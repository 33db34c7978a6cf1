import { useState } from 'preact/hooks'
import { Combobox } from '@oficina/web/combobox.tsx'
import type { FieldIds } from '@oficina/web/field.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { loadAllPeople } from '../../state/people/people.ts'
import { words } from '../../words/settings.ts'
import { findChannels, findGroups, findPeople, type Holder } from './find-holders.ts'
import { Held } from './group-setting-picker.tsx'
import { personName } from './person-name.ts'

export interface PeopleChoiceProps {
  readonly label: string
  readonly ids?: FieldIds
  readonly chosen: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
  /** Only people, one by one. */
  readonly isPeopleOnly?: boolean
  readonly isDisabled?: boolean
}

// A list of more is told as a number: nobody looks through ten thousand names.
const MAX_NAMED = 60

/** People, found by name; or all of a group, or of a channel. */
export function PeopleChoice(props: PeopleChoiceProps) {
  const { label, ids, chosen, onChange, isPeopleOnly = false, isDisabled = false } = props
  const [isBusy, setBusy] = useState(false)
  const search = async (typed: string) => {
    await loadAllPeople()
    const found = findPeople(typed, new Set(chosen))
    if (isPeopleOnly || typed === '') return found
    const groups = findGroups(
      typed,
      ({ name }) => name !== 'role:nobody' && name !== 'role:internet',
    )
    return [...found.slice(0, 12), ...groups.slice(0, 5), ...findChannels(typed).slice(0, 5)]
  }
  const add = async (holder: Holder): Promise<void> => {
    setBusy(true)
    try {
      onChange([...new Set([...chosen, ...(await peopleOf(holder))])])
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  const hidden = chosen.length - MAX_NAMED
  return (
    <div class="pills" data-disabled={isDisabled}>
      {chosen.slice(0, MAX_NAMED).map((id) => (
        <Held
          key={id}
          label={personName(id)}
          onRemove={isDisabled ? undefined : () => onChange(chosen.filter((one) => one !== id))}
        />
      ))}
      {hidden > 0 && <span class="held">+{hidden}</span>}
      {!isDisabled && (
        <Combobox<Holder>
          ids={ids}
          label={ids === undefined ? label : undefined}
          shown=""
          isDisabled={isBusy}
          placeholder={words('addPerson')}
          search={search}
          onChoose={({ value }) => void add(value)}
        />
      )}
    </div>
  )
}

/** Whom a person, a group or a channel stands for. @throws ApiFailure */
async function peopleOf({ kind, id }: Holder): Promise<readonly number[]> {
  if (kind === 'person') return [id]
  if (kind === 'group') {
    const { members } = await api<{ readonly members: readonly number[] }>(
      'GET',
      `/user_groups/${id}/members`,
    )
    return members
  }
  const { subscribers } = await api<{ readonly subscribers: readonly number[] }>(
    'GET',
    `/streams/${id}/members`,
  )
  return subscribers
}
