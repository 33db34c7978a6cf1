import { useRef } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'

import { words } from '../../words/channels.ts'
import { isRealmOn, may } from '../controls/may.ts'
import { PRIVACIES, type Privacy } from './privacy.ts'

export interface PrivacyChoiceProps {
  readonly value: Privacy
  readonly isDisabled?: boolean
  readonly onChange: (privacy: Privacy) => void
}

const RIGHTS: Readonly<Record<Privacy, string>> = {
  public: 'can_create_public_channel_group',
  webPublic: 'can_create_web_public_channel_group',
  privateShared: 'can_create_private_channel_group',
  privateProtected: 'can_create_private_channel_group',
}

/** Whether the person may have channels of this privacy. */
export function mayHave(privacy: Privacy): boolean {
  if (privacy === 'webPublic' && !isRealmOn('enable_spectator_access')) return false
  return may(RIGHTS[privacy])
}

/** Who can see a channel. */
export function PrivacyChoice({ value, isDisabled = false, onChange }: PrivacyChoiceProps) {
  const id = useRef(newId('privacy')).current
  return (
    <fieldset class="settings-fieldset">
      <legend>{words('privacy')}</legend>
      {PRIVACIES.filter((one) => one !== 'webPublic' || one === value || mayHave(one)).map(
        (one) => (
          <div key={one} class="setting-switch">
            <input
              type="radio"
              name={id}
              id={`${id}-${one}`}
              checked={one === value}
              disabled={isDisabled || (one !== value && !mayHave(one))}
              aria-describedby={`${id}-${one}-help`}
              onChange={() => onChange(one)}
            />
            <label for={`${id}-${one}`}>{words(one)}</label>
            <p class="field-help" id={`${id}-${one}-help`}>
              {words(`${one}Help`)}
            </p>
          </div>
        ),
      )}
    </fieldset>
  )
}
