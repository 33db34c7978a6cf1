import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatDate, formatInstant } from '@oficina/web/formats.ts'
import { Empty } from '@oficina/web/notice.tsx'
import { place } from '@oficina/web/router.ts'

import type { InvitationObject, InvitesAnswer } from '../../../wire/organization.ts'
import { api } from '../../session/api.ts'
import { words } from '../../words/invitations.ts'
import { words as limits } from '../../words/limits.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { personNameOrYou } from '../controls/person-name.ts'
import { roleLabel } from '../controls/roles.ts'
import { act } from '../frame/act.ts'
import { Ready } from '../frame/ready.tsx'
import { Section } from '../frame/section.tsx'
import { useLive } from '../frame/use-live.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** Invitations that nobody has accepted yet, and links. */
export function InvitationsSection() {
  // The menu that leads here to invite somebody says so in the address.
  const [isOpen, setOpen] = useState(place.peek().query.has('new'))
  const loaded = useLive('invites_changed', (signal) =>
    api<InvitesAnswer>('GET', '/invites', {}, { signal }),
  )
  return (
    <Section
      help={words('help')}
      actions={
        <Button kind="primary" onClick={() => setOpen(true)}>
          {words('invite')}
        </Button>
      }
    >
      <Ready loaded={loaded}>
        {({ invites }) =>
          invites.length === 0 ? <Empty title={words('none')} /> : <Invites invites={invites} />
        }
      </Ready>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Invites({ invites }: { readonly invites: readonly InvitationObject[] }) {
  return (
    <div class="table-scroll">
      <table class="settings-table">
        <thead>
          <tr>
            <th scope="col">{words('who')}</th>
            <th scope="col">{words('role')}</th>
            <th scope="col">{words('by')}</th>
            <th scope="col">{words('when')}</th>
            <th scope="col">{words('until')}</th>
            <th scope="col">
              <span class="hidden">{words('revoke')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invites
            .toSorted((a, b) => b.invited - a.invited)
            .map((one) => (
              <InviteRow key={`${one.is_multiuse} ${one.id}`} one={one} />
            ))}
        </tbody>
      </table>
    </div>
  )
}

const MS = 1000

function InviteRow({ one }: { readonly one: InvitationObject }) {
  const name = one.is_multiuse ? words('anybody') : one.email
  const now = new Date()
  const invited = new Date(one.invited * MS).toISOString()
  const until = one.expiry_date === null ? undefined : new Date(one.expiry_date * MS).toISOString()
  return (
    <tr>
      <td>{name}</td>
      <td>{roleLabel(one.invited_as)}</td>
      <td>{personNameOrYou(one.invited_by_user_id)}</td>
      <td title={formatInstant(invited)}>{formatAgo(invited, now)}</td>
      <td>{until === undefined ? limits('never') : formatDate(until)}</td>
      <td class="table-actions">
        {one.is_multiuse && <CopyButton text={one.link_url} label={words('copyLink')} />}
        {!one.is_multiuse && (
          <Button
            kind="quiet"
            aria-label={words('resendOf', { name })}
            onClick={() =>
              void act(() => api('POST', `/invites/${one.id}/resend`), words('resent', { name }))
            }
          >
            {words('resend')}
          </Button>
        )}
        <Button
          kind="quiet"
          aria-label={words('revokeOf', { name })}
          onClick={() => void revoke(one, name)}
        >
          {words('revoke')}
        </Button>
      </td>
    </tr>
  )
}

async function revoke({ id, is_multiuse: isLink }: InvitationObject, name: string): Promise<void> {
  const isMeant = await ask({
    title: words('revokeOf', { name }),
    text: words('revokeText'),
    confirm: words('revoke'),
    isDangerous: true,
  })
  if (isMeant) {
    await act(() => api('DELETE', isLink ? `/invites/multiuse/${id}` : `/invites/${id}`))
  }
}
