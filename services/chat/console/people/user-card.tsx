import { Anchored } from '@oficina/web/anchored.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'
import { navigate } from '@oficina/web/router.ts'

import { startCompose } from '../compose/compose-state.ts'
import { narrowAddress } from '../narrow/narrow-address.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { openOverlay } from '../shell/overlay.ts'
import { ownUser, userSettings } from '../state/own/own.ts'
import { ownId } from '../state/part.ts'
import { mutedUsers } from '../state/people/muted-users.ts'
import { person, type Person } from '../state/people/people.ts'
import { userStatuses } from '../state/people/user-status.ts'
import { words } from '../words/people.ts'
import {
  copyMention,
  mutePerson,
  NO_STATUS,
  setStatus,
  setVisible,
  unmutePerson,
} from './person-acts.ts'
import { PersonFacts, PersonHead } from './person-facts.tsx'
import { closeUserCard, openedCard } from './user-card-state.ts'

/** Somebody's card where it was asked for: once a page. */
export function UserCard() {
  const opened = openedCard.value
  if (opened === undefined) return null
  const of = person(opened.userId)
  return (
    <Anchored
      key={opened.userId}
      anchor={opened.anchor}
      label={words('card', { person: of?.full_name ?? '' })}
      class="user-card"
      onClose={closeUserCard}
    >
      {of === undefined ? <Skeleton lines={4} /> : <Card of={of} />}
    </Anchored>
  )
}

function Card({ of }: { readonly of: Person }) {
  return (
    <>
      <PersonHead of={of} />
      <PersonFacts of={of} isWhole={false} />
      <div class="card-acts">{of.user_id === ownId() ? <OwnActs /> : <Acts of={of} />}</div>
    </>
  )
}

function Acts({ of }: { readonly of: Person }) {
  const { user_id: id } = of
  const isMuted = mutedUsers.value.has(id)
  return (
    <>
      {of.is_active && (
        <Act
          label={words('sendDirect')}
          run={() => startCompose({ kind: 'direct', userIds: [id] })}
        />
      )}
      <Act label={words('seeDirects')} run={() => go(narrowAddress(directNarrow([id])))} />
      <Act
        label={words('seeMessages')}
        run={() => go(narrowAddress([{ operator: 'sender', operand: id }]))}
      />
      <Act label={words('seeProfile')} run={() => go(`/user/${id}`)} />
      <Act label={words('copyMention')} run={() => void copyMention(of)} />
      {!of.is_bot &&
        (isMuted ? (
          <Act label={words('unmute')} run={() => void unmutePerson(id)} />
        ) : (
          <Act label={words('mute')} run={() => void mutePerson(of)} />
        ))}
      {ownUser.value?.is_admin === true && (
        <Act label={words('manage')} run={() => go(`/organization/users?user=${id}`)} />
      )}
    </>
  )
}

function OwnActs() {
  const hasStatus = userStatuses.get(ownId()) !== undefined
  const isVisible = userSettings.value?.presence_enabled !== false
  return (
    <>
      <Act
        label={words(hasStatus ? 'changeStatus' : 'setStatus')}
        run={() => openOverlay('status')}
      />
      {hasStatus && <Act label={words('clearStatus')} run={() => void setStatus(NO_STATUS)} />}
      <Act
        label={words(isVisible ? 'goInvisible' : 'leaveInvisible')}
        run={() => void setVisible(!isVisible)}
      />
      <Act
        label={words('seeMessages')}
        run={() => go(narrowAddress([{ operator: 'sender', operand: ownId() }]))}
      />
      <Act label={words('seeProfile')} run={() => go(`/user/${ownId()}`)} />
      <Act label={words('editProfile')} run={() => go('/settings/profile')} />
    </>
  )
}

function Act({ label, run }: { readonly label: string; readonly run: () => void }) {
  return (
    <Button
      kind="quiet"
      onClick={() => {
        closeUserCard()
        run()
      }}
    >
      {label}
    </Button>
  )
}

function go(address: string): void {
  void navigate(address)
}
