import type { ComponentChildren } from 'preact'
import { formatDate } from '@oficina/web/formats.ts'
import { language } from '@oficina/web/language.ts'
import { Pill } from '@oficina/web/pill.tsx'

import type { ProfileValueObject } from '../../wire/people.ts'
import { ownId } from '../state/part.ts'
import { mutedUsers } from '../state/people/muted-users.ts'
import { person, type Person } from '../state/people/people.ts'
import { nowSeconds } from '../state/people/presence.ts'
import { userStatuses } from '../state/people/user-status.ts'
import { realm } from '../state/realm/realm.ts'
import { words } from '../words/people.ts'
import { Avatar } from './avatar.tsx'
import { isMarkedGuest } from './guest-mark.ts'
import { PresenceDot } from './presence-dot.tsx'
import { seenText } from './seen-text.ts'
import { StatusGlyph } from './status-emoji.tsx'

/** Picture, name, what they say of themselves and whether they are there. */
export function PersonHead({ of }: { readonly of: Person }) {
  const status = userStatuses.get(of.user_id)
  return (
    <div class="person-head">
      <Avatar of={of} class="large" />
      <div>
        <strong>
          {of.full_name} {of.user_id === ownId() && <span class="muted">{words('you')}</span>}
        </strong>
        <p class="person-marks">
          {of.is_bot && <Pill>{words('bot')}</Pill>}
          {isMarkedGuest(of) && <Pill tone="warning">{words('guest')}</Pill>}
          {!of.is_active && <Pill tone="danger">{words('deactivated')}</Pill>}
          {mutedUsers.value.has(of.user_id) && <Pill>{words('mutedPerson')}</Pill>}
        </p>
        {!of.is_bot && of.is_active && (
          <p class="person-seen">
            <PresenceDot userId={of.user_id} />
            {seenText(of.user_id)}
          </p>
        )}
        {status !== undefined && (
          <p class="person-status">
            {status.emoji_code !== undefined && <StatusGlyph status={status} />}{' '}
            {status.status_text}
          </p>
        )}
      </div>
    </div>
  )
}

interface ProfileField {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly order: number
  readonly field_data?: string
  readonly display_in_profile_summary?: boolean
}

/** What is known of somebody, label by label; on the card only what the organization puts there. */
export function PersonFacts({ of, isWhole }: { readonly of: Person; readonly isWhole: boolean }) {
  const fields = (realm.value?.['custom_profile_fields'] ?? []) as readonly ProfileField[]
  const shown = fields
    .filter((field) => isWhole || field.display_in_profile_summary === true)
    .toSorted((one, other) => one.order - other.order)
  const email = of.delivery_email ?? ''
  const owner = of.bot_owner_id
  return (
    <dl class="person-facts">
      {email !== '' && (
        <Fact label={words('email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      )}
      {typeof owner === 'number' && (
        <Fact label={words('bot')}>
          {words('ownerOf', { person: person(owner)?.full_name ?? '…' })}
        </Fact>
      )}
      {!of.is_bot && <Fact label={words('role')}>{roleName(of.role)}</Fact>}
      {of.timezone !== '' && <Fact label={words('timezone')}>{localTime(of.timezone)}</Fact>}
      {isWhole && <Fact label={words('joinedLabel')}>{formatDate(of.date_joined)}</Fact>}
      {isWhole && <Fact label={words('userId')}>{of.user_id}</Fact>}
      {shown.map((field) => {
        const value = of.profile_data?.[field.id]
        return value === undefined || value.value === '' ? null : (
          <Fact key={field.id} label={field.name}>
            <FieldValue field={field} value={value} />
          </Fact>
        )
      })}
    </dl>
  )
}

function Fact({
  label,
  children,
}: {
  readonly label: string
  readonly children: ComponentChildren
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

// Zulip's kinds of profile fields.
const SELECT = 3
const DATE = 4
const LINK = 5
const PEOPLE = 6

function FieldValue({
  field,
  value,
}: {
  readonly field: ProfileField
  readonly value: ProfileValueObject
}) {
  if (field.type === LINK && /^https?:\/\//.test(value.value)) {
    return (
      <a href={value.value} target="_blank" rel="noreferrer">
        {value.value}
      </a>
    )
  }
  if (field.type === DATE) return <>{formatDate(value.value)}</>
  if (field.type === PEOPLE) return <>{idsOf(value.value).map(nameOf).join(', ')}</>
  if (field.type === SELECT) return <>{choiceText(field.field_data, value.value)}</>
  return <>{value.value}</>
}

function idsOf(text: string): readonly number[] {
  const parsed = parsedJson(text)
  return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'number') : []
}

function nameOf(id: number): string {
  return person(id)?.full_name ?? '…'
}

function choiceText(data: string | undefined, value: string): string {
  // The service's own form of the choices of a field.
  const choices = parsedJson(data ?? '{}') as Readonly<Record<string, { readonly text?: string }>>
  return choices[value]?.text ?? value
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function localTime(timezone: string): string {
  try {
    const format = new Intl.DateTimeFormat(language.value, {
      timeStyle: 'short',
      timeZone: timezone,
    })
    return words('localTime', { time: format.format(new Date(nowSeconds() * 1000)) })
  } catch {
    return timezone
  }
}

const ROLES = {
  100: 'roleOwner',
  200: 'roleAdmin',
  300: 'roleModerator',
  400: 'roleMember',
  600: 'roleGuest',
} as const

function roleName(role: number): string {
  return words(ROLES[role as keyof typeof ROLES] ?? 'roleMember')
}
