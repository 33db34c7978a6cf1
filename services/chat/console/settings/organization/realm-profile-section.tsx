import { Button } from '@oficina/web/button.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { isAdmin } from '../controls/may.ts'
import { PictureUpload } from '../controls/picture-upload.tsx'
import { PROFILE_SETTINGS } from '../declared/realm-settings.ts'
import { act } from '../frame/act.ts'
import { Section } from '../frame/section.tsx'
import { RealmForm } from './realm-form.tsx'

/** What the organization is called and looks like. */
export function RealmProfileSection() {
  const now = realm.value
  return (
    <>
      <RealmForm group={PROFILE_SETTINGS} />
      <Section title={words('pictures')}>
        <div class="realm-pictures">
          <Picture
            label={words('icon')}
            help={words('iconHelp')}
            url={now?.realm_icon_url}
            isOwn={now?.['realm_icon_source'] === 'U'}
            path="/realm/icon"
            maxMib={now?.['max_icon_file_size_mib'] ?? 0}
            class="realm-icon"
          />
          <Picture
            label={words('logoDay')}
            help={words('logoHelp')}
            url={now?.realm_logo_url}
            isOwn={now?.['realm_logo_source'] === 'U'}
            path="/realm/logo?night=false"
            maxMib={now?.['max_logo_file_size_mib'] ?? 0}
            class="realm-logo day"
          />
          <Picture
            label={words('logoNight')}
            help={words('logoHelp')}
            url={now?.realm_night_logo_url}
            isOwn={now?.['realm_night_logo_source'] === 'U'}
            path="/realm/logo?night=true"
            maxMib={now?.['max_logo_file_size_mib'] ?? 0}
            class="realm-logo night"
          />
        </div>
      </Section>
    </>
  )
}

interface PictureProps {
  readonly label: string
  readonly help: string
  readonly url: string | undefined
  readonly isOwn: boolean
  readonly path: string
  readonly maxMib: number
  readonly class: string
}

function Picture({ label, help, url, isOwn, path, maxMib, class: name }: PictureProps) {
  const [plainPath = path, query = ''] = path.split('?')
  const night = new URLSearchParams(query).get('night')
  const remove = (): Promise<unknown> =>
    api('DELETE', plainPath, night === null ? {} : { night: night === 'true' })
  return (
    <div class="realm-picture">
      <h3>{label}</h3>
      <div class={name}>
        <img src={url ?? ''} alt={label} />
      </div>
      <p class="field-help">{help}</p>
      {isAdmin() && (
        <div class="row">
          <PictureUpload
            label={words('upload')}
            path={path}
            maxMib={maxMib}
            tooLarge={words('pictureTooLarge', { count: maxMib })}
          />
          {isOwn && (
            <Button kind="quiet" onClick={() => void act(remove)}>
              {words('removePicture')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
