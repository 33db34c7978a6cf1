import { Button } from '@oficina/web/button.tsx'
import { Combobox } from '@oficina/web/combobox.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { ownId } from '../../state/part.ts'
import { mutedUsers } from '../../state/people/muted-users.ts'
import { loadAllPeople } from '../../state/people/people.ts'
import { words } from '../../words/personal.ts'
import { findPeople, type Holder } from '../controls/find-holders.ts'
import { personName } from '../controls/person-name.ts'
import { act } from '../frame/act.ts'
import { Section } from '../frame/section.tsx'

/** Those whom a person does not want to hear. */
export function MutedUsersSection() {
  const ids = [...mutedUsers.value]
  const search = async (typed: string) => {
    await loadAllPeople()
    return findPeople(typed, new Set([...ids, ownId()]))
  }
  return (
    <Section help={words('mutedUsersHelp')}>
      <div class="setting-narrow">
        <Combobox<Holder>
          label={words('mutePerson')}
          placeholder={words('mutePerson')}
          shown=""
          search={search}
          onChoose={({ value }) => void act(() => api('POST', `/users/me/muted_users/${value.id}`))}
        />
      </div>
      {ids.length === 0 && <Empty title={words('noMutedUsers')} />}
      <ul class="settings-list">
        {ids.map((id) => (
          <li key={id}>
            <span class="settings-list-name">{personName(id)}</span>
            <Button
              kind="quiet"
              aria-label={words('unmuteName', { name: personName(id) })}
              onClick={() => void act(() => api('DELETE', `/users/me/muted_users/${id}`))}
            >
              {words('unmute')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
