import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'

import { words } from '../../words/administration.ts'
import { isOwner } from '../controls/may.ts'
import { PERMISSION_GROUPS } from '../declared/realm-settings.ts'
import { DomainsDialog, realmDomains } from './domains-dialog.tsx'
import { RealmForm } from './realm-form.tsx'

/** Who may do what. */
export function PermissionsSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {PERMISSION_GROUPS.map((group) => (
        <RealmForm
          key={group.key}
          group={group}
          after={{ emails_restricted_to_domains: <Domains onOpen={() => setOpen(true)} /> }}
        />
      ))}
      {isOpen && <DomainsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function Domains({ onOpen }: { readonly onOpen: () => void }) {
  const domains = realmDomains()
  return (
    <p class="row indented">
      <span class="muted">
        {domains.length === 0 ? words('noDomains') : domains.map(({ domain }) => domain).join(', ')}
      </span>
      <Button onClick={onOpen}>{isOwner() ? words('changeDomains') : words('seeDomains')}</Button>
    </p>
  )
}
