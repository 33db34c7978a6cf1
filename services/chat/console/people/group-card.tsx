import { Anchored } from '@oficina/web/anchored.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Empty, Skeleton } from '@oficina/web/notice.tsx'
import { Pill } from '@oficina/web/pill.tsx'
import { navigate } from '@oficina/web/router.ts'

import { groupLabel } from '../settings/controls/group-label.ts'
import { areGroupsKnown, groups, type Group } from '../state/people/groups.ts'
import { person } from '../state/people/people.ts'
import { words } from '../words/people.ts'
import { Avatar } from './avatar.tsx'
import { closeGroupCard, openedGroupCard } from './group-card-state.ts'
import { copyText } from './person-acts.ts'
import { PresenceDot } from './presence-dot.tsx'
import { openUserCard } from './user-card-state.ts'

/** A group's card where it was asked for: once a page. */
export function GroupCard() {
  const opened = openedGroupCard.value
  if (opened === undefined) return null
  const of = groups.get(opened.groupId)
  return (
    <Anchored
      key={opened.groupId}
      anchor={opened.anchor}
      label={words('card', { person: of === undefined ? '' : groupLabel(of.name) })}
      class="user-card"
      onClose={closeGroupCard}
    >
      {of !== undefined ? (
        <Card of={of} />
      ) : areGroupsKnown.value ? (
        <Empty title={words('unknownGroup')} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Anchored>
  )
}

// More of them are on the group's own page.
const MAX_MEMBERS = 12

function Card({ of }: { readonly of: Group }) {
  const { id, members, direct_subgroup_ids: subgroupIds } = of
  const shown = members.slice(0, MAX_MEMBERS)
  const subgroups = subgroupIds.flatMap((one) => groups.get(one) ?? [])
  return (
    <>
      <div class="group-head">
        <strong>{groupLabel(of.name)}</strong>{' '}
        {of.deactivated && <Pill tone="danger">{words('deactivatedGroup')}</Pill>}
        {of.description !== '' && <p class="muted">{of.description}</p>}
      </div>
      <h3 class="group-count">{words('members', { count: members.length })}</h3>
      <ul class="group-members">
        {shown.map((one) => (
          <Member key={one} userId={one} />
        ))}
        {subgroups.map((one) => (
          <li key={`group ${one.id}`} class="muted">
            {words('andGroup', { group: groupLabel(one.name) })}
          </li>
        ))}
      </ul>
      {members.length > shown.length && (
        <p class="muted">{words('andMore', { count: members.length - shown.length })}</p>
      )}
      <div class="card-acts">
        <Act
          label={words('copyMention')}
          run={() => void copyText(`@*${of.name}*`, words('copiedMention'))}
        />
        <Act label={words('seeGroup')} run={() => void navigate(`/groups/${id}`)} />
      </div>
    </>
  )
}

function Member({ userId }: { readonly userId: number }) {
  const of = person(userId)
  return (
    <li>
      <button
        type="button"
        class="group-member"
        onClick={(event) => {
          // The card of the group closes with its row; the person's stands where the group's did.
          const place = event.currentTarget.getBoundingClientRect()
          closeGroupCard()
          openUserCard(userId, place)
        }}
      >
        <Avatar of={of} />
        <PresenceDot userId={userId} />
        <span class="clip">{of?.full_name ?? '…'}</span>
      </button>
    </li>
  )
}

function Act({ label, run }: { readonly label: string; readonly run: () => void }) {
  return (
    <Button
      kind="quiet"
      onClick={() => {
        closeGroupCard()
        run()
      }}
    >
      {label}
    </Button>
  )
}
