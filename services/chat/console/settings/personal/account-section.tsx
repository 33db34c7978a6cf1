import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { account, forgetAccount } from '../../session/accounts.ts'
import { api } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { ownUser, userSettings } from '../../state/own/own.ts'
import { words } from '../../words/personal.ts'
import { words as shared } from '../../words/settings.ts'
import { DeclaredSettings } from '../controls/declared-settings.tsx'
import { isAdmin, isRealmOn } from '../controls/may.ts'
import { roleLabel } from '../controls/roles.ts'
import { SwitchSetting } from '../controls/switch-setting.tsx'
import { PRIVACY } from '../declared/user-settings.ts'
import { Section, Why } from '../frame/section.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { saveSetting } from './save-settings.ts'

type Open = 'address' | 'password' | 'key' | undefined

/** How a person signs in, what others learn of them, and how they leave. */
export function AccountSection() {
  const [open, setOpen] = useState<Open>(undefined)
  const me = ownUser.value
  const values = userSettings.value
  if (me === undefined || values === undefined) return <Skeleton lines={8} />
  const isFixed = isRealmOn('email_changes_disabled') && !isAdmin()
  const close = (): void => setOpen(undefined)
  return (
    <>
      <Section title={words('signingIn')}>
        <div class="account-row">
          <div>
            <h3>{words('address')}</h3>
            <p class="muted">{me.delivery_email ?? me.email}</p>
            {isFixed && <Why>{shared('notAllowed')}</Why>}
          </div>
          <Button disabled={isFixed} onClick={() => setOpen('address')}>
            {words('changeAddress')}
          </Button>
        </div>
        <div class="account-row">
          <div>
            <h3>{words('password')}</h3>
            <p class="muted">{words('passwordText')}</p>
          </div>
          <Button onClick={() => setOpen('password')}>{words('changePassword')}</Button>
        </div>
        <div class="account-row">
          <div>
            <h3>{words('key')}</h3>
            <p class="muted">{words('keyText')}</p>
          </div>
          <Button onClick={() => setOpen('key')}>{words('showKey')}</Button>
        </div>
        <div class="account-row">
          <div>
            <h3>{words('role')}</h3>
            <p class="muted">{roleLabel(me.role)}</p>
          </div>
        </div>
      </Section>
      <DeclaredSettings
        group={PRIVACY}
        values={values}
        save={saveSetting}
        without={({ name }) => name === 'send_read_receipts' && !isRealmOn('enable_read_receipts')}
      >
        <SwitchSetting
          label={words('exportConsent')}
          help={words('exportConsentHelp')}
          isOn={values.allow_private_data_export}
          save={(isOn) => saveSetting('allow_private_data_export', isOn)}
        />
      </DeclaredSettings>
      <Section title={words('leaving')} help={words('leavingText')}>
        <div>
          <Button kind="danger" onClick={() => void deactivate()}>
            {words('deactivate')}
          </Button>
        </div>
      </Section>
      {open === 'address' && <AddressDialog onClose={close} />}
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'key' && <KeyDialog onClose={close} />}
    </>
  )
}

async function deactivate(): Promise<void> {
  const isMeant = await ask({
    title: words('deactivate'),
    text: words('deactivateText'),
    confirm: words('deactivate'),
    isDangerous: true,
  })
  const present = account.peek()
  if (!isMeant || present === undefined) return
  try {
    await api('DELETE', '/users/me')
    forgetAccount(present.userId)
    location.assign('/console')
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
}
