import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { isOwner } from '../controls/may.ts'
import { Switch } from '../controls/switch-setting.tsx'
import { act } from '../frame/act.ts'
import { SaveMark } from '../frame/save-mark.tsx'
import { useSetting } from '../frame/use-setting.ts'

interface MailDomain {
  readonly domain: string
  readonly allow_subdomains: boolean
}

export function realmDomains(): readonly MailDomain[] {
  // The form is the contract's; the key comes after the first paint.
  return (realm.value?.['realm_domains'] ?? []) as readonly MailDomain[]
}

/** The domains whose addresses may join. */
export function DomainsDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const domains = realmDomains()
  const mayChange = isOwner()
  const add = async (): Promise<void> => {
    const fields = { domain: typed.trim(), allow_subdomains: false }
    if (await act(() => api('POST', '/realm/domains', fields))) setTyped('')
  }
  return (
    <Dialog
      title={words('domains')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{shared('close')}</Button>}
    >
      <div class="settings-form">
        <ul class="settings-list">
          {domains.length === 0 && <li class="muted">{words('noDomains')}</li>}
          {domains.map(({ domain, allow_subdomains: isWide }) => (
            <li key={domain}>
              <span class="settings-list-name">{domain}</span>
              <SubdomainsSwitch domain={domain} isOn={isWide} isDisabled={!mayChange} />
              {mayChange && (
                <Button
                  kind="quiet"
                  aria-label={shared('removeHolder', { name: domain })}
                  onClick={() => void act(() => api('DELETE', pathOf(domain)))}
                >
                  {shared('remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {mayChange && (
          <form
            class="row end"
            onSubmit={(event) => {
              event.preventDefault()
              void add()
            }}
          >
            <Field label={words('domain')}>
              {({ id }) => (
                <input
                  class="input"
                  id={id}
                  placeholder="example.com"
                  value={typed}
                  onInput={(event) => setTyped(event.currentTarget.value)}
                />
              )}
            </Field>
            <Button type="submit" disabled={typed.trim() === ''}>
              {shared('add')}
            </Button>
          </form>
        )}
      </div>
    </Dialog>
  )
}

function pathOf(domain: string): string {
  return `/realm/domains/${encodeURIComponent(domain)}`
}

interface SubdomainsSwitchProps {
  readonly domain: string
  readonly isOn: boolean
  readonly isDisabled: boolean
}

function SubdomainsSwitch({ domain, isOn, isDisabled }: SubdomainsSwitchProps) {
  const { shown, state, change } = useSetting(isOn, (isWide) =>
    api('PATCH', pathOf(domain), { allow_subdomains: isWide }),
  )
  return (
    <>
      <Switch label={words('subdomains')} isOn={shown} isDisabled={isDisabled} onChange={change} />
      {/* The row has no room to tell more than a failure. */}
      {state.kind === 'failed' && <SaveMark state={state} />}
    </>
  )
}
