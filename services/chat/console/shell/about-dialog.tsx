import { Dialog } from '@oficina/web/dialog.tsx'

import { realm } from '../state/realm/realm.ts'
import { words } from '../words/shell.ts'

/** What this is, and where it comes from. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const known = realm.value
  return (
    <Dialog title={words('about')} onClose={onClose}>
      <p>{words('aboutText')}</p>
      <dl class="about">
        <dt>{words('organization')}</dt>
        <dd>{known?.realm_name}</dd>
        <dt>{words('address')}</dt>
        <dd>{known?.realm_url}</dd>
        <dt>{words('level')}</dt>
        <dd>
          {String(known?.['zulip_version'] ?? '')} ({known?.zulip_feature_level})
        </dd>
      </dl>
      <p>
        <a href="/docs/" target="_blank" rel="noreferrer">
          {words('reference')}
        </a>
      </p>
    </Dialog>
  )
}
