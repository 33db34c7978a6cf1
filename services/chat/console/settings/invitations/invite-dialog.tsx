import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { Tabs } from '@oficina/web/tabs.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api, ApiFailure } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/invitations.ts'
import { words as shared } from '../../words/settings.ts'
import { may } from '../controls/may.ts'
import { Why } from '../frame/section.tsx'
import { InviteTerms, NEW_TERMS, termsFields, type Terms } from './invite-terms.tsx'
import { SecretLink } from './secret-link.tsx'

type Way = 'mail' | 'link'

/** Invites people, by mail or with a link that anybody who has it may use. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const mayMail = may('can_invite_users_group')
  const mayLink = may('create_multiuse_invite_group')
  const [way, setWay] = useState<Way>(mayMail ? 'mail' : 'link')
  const [addresses, setAddresses] = useState('')
  const [terms, setTerms] = useState<Terms>(NEW_TERMS)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [link, setLink] = useState<string | undefined>(undefined)
  const isAllowed = way === 'mail' ? mayMail : mayLink
  const submit = async (): Promise<void> => {
    setBusy(true)
    setProblems([])
    try {
      if (way === 'link') setLink(await makeLink(terms))
      else {
        await api('POST', '/invites', {
          invitee_emails: addresses,
          ...termsFields(terms),
          notify_referrer_on_join: terms.isTold,
        })
        toast({ text: words('sent', { count: countOf(addresses) }), tone: 'success' })
        onClose()
      }
    } catch (error) {
      setProblems(problemsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const isReady = isAllowed && (way === 'link' || addresses.trim() !== '')
  return (
    <Dialog
      title={words('title')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            {link === undefined ? shared('cancel') : shared('close')}
          </Button>
          {link === undefined && (
            <Button
              kind="primary"
              isBusy={isBusy}
              disabled={!isReady}
              onClick={() => void submit()}
            >
              {way === 'mail' ? words('send') : words('makeLink')}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label={words('title')}
        chosen={way}
        onChoose={(key) => {
          setWay(key === 'link' ? 'link' : 'mail')
          setLink(undefined)
        }}
        tabs={[
          { key: 'mail', label: words('byMail') },
          { key: 'link', label: words('byLink') },
        ]}
      >
        <div class="settings-form">
          {!isAllowed && <Why>{way === 'mail' ? words('mayNotMail') : words('mayNotLink')}</Why>}
          {problems.map((problem) => (
            <Failure key={problem} text={problem} />
          ))}
          {link !== undefined && <SecretLink link={link} />}
          {link === undefined && way === 'mail' && (
            <Addresses value={addresses} isDisabled={!isAllowed} onType={setAddresses} />
          )}
          {link === undefined && <InviteTerms terms={terms} way={way} onChange={setTerms} />}
        </div>
      </Tabs>
    </Dialog>
  )
}

interface AddressesProps {
  readonly value: string
  readonly isDisabled: boolean
  readonly onType: (text: string) => void
}

function Addresses({ value, isDisabled, onType }: AddressesProps) {
  return (
    <Field label={words('addresses')} help={words('addressesHelp')} isRequired>
      {({ id, describedBy }) => (
        <textarea
          class="input"
          id={id}
          rows={3}
          aria-describedby={describedBy}
          disabled={isDisabled}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

async function makeLink(terms: Terms): Promise<string> {
  const made = await api<{ readonly invite_link: string }>(
    'POST',
    '/invites/multiuse',
    termsFields(terms),
  )
  return made.invite_link
}

function countOf(addresses: string): number {
  return addresses.split(/[\s,;]+/).filter((one) => one.includes('@')).length
}

/** What the service said, and of which addresses. */
function problemsOf(error: unknown): readonly string[] {
  const text = failureText(error)
  if (!(error instanceof ApiFailure) || !Array.isArray(error.body['errors'])) return [text]
  const refused = error.body['errors'].filter((one) => Array.isArray(one))
  return [
    text,
    ...refused.map(([address, reason]: readonly unknown[]) =>
      words('refused', { address: String(address), reason: String(reason) }),
    ),
  ]
}
