import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { formatInstant } from '@oficina/web/formats.ts'
import { Empty } from '@oficina/web/notice.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import type { ConsentsAnswer, ExportObject, ExportsAnswer } from '../../../wire/organization.ts'
import { api } from '../../session/api.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { Choice } from '../controls/choice-setting.tsx'
import { personName } from '../controls/person-name.ts'
import { act } from '../frame/act.ts'
import { Ready } from '../frame/ready.tsx'
import { Section } from '../frame/section.tsx'
import { useLive } from '../frame/use-live.ts'

const PUBLIC = 1
const WITH_CONSENT = 2

/** All of the organization in one file. */
export function ExportsSection() {
  const [type, setType] = useState(PUBLIC)
  const exports = useLive('realm_export', () => api<ExportsAnswer>('GET', '/export/realm'))
  const consents = useLive('realm_export_consent', () =>
    api<ConsentsAnswer>('GET', '/export/realm/consents'),
  )
  const agreed = consents.value?.export_consents.filter(({ consented }) => consented).length ?? 0
  const order = (): void =>
    void act(() => api('POST', '/export/realm', { export_type: type }), words('exportBegun')).then(
      exports.reload,
    )
  return (
    <Section help={words('exportsHelp')}>
      <div class="row end">
        <Choice
          label={words('exportWhat')}
          value={type}
          options={[
            { value: PUBLIC, label: words('exportPublic') },
            { value: WITH_CONSENT, label: words('exportConsent', { count: agreed }) },
          ]}
          onChange={setType}
        />
        <Button kind="primary" onClick={order}>
          {words('exportBegin')}
        </Button>
      </div>
      <Ready loaded={exports}>
        {({ exports: all }) =>
          all.length === 0 ? (
            <Empty title={words('noExports')} />
          ) : (
            <ul class="settings-list">
              {all
                .toSorted((a, b) => b.id - a.id)
                .map((one) => (
                  <ExportRow key={one.id} one={one} reload={exports.reload} />
                ))}
            </ul>
          )
        }
      </Ready>
    </Section>
  )
}

const MS = 1000

function ExportRow({ one, reload }: { readonly one: ExportObject; readonly reload: () => void }) {
  const at = formatInstant(new Date(one.export_time * MS).toISOString())
  const remove = async (): Promise<void> => {
    const isMeant = await ask({
      title: words('exportDelete'),
      text: words('exportDeleteText'),
      confirm: shared('delete'),
      isDangerous: true,
    })
    if (isMeant && (await act(() => api('DELETE', `/export/realm/${one.id}`)))) reload()
  }
  return (
    <li>
      <span class="settings-list-name">
        {at}
        <small class="muted">
          {' '}
          {personName(one.acting_user_id)} ·{' '}
          {one.export_type === WITH_CONSENT ? words('withPrivate') : words('onlyPublic')}
        </small>
      </span>
      {one.pending && <Pill tone="info">{words('exportPending')}</Pill>}
      {one.failed_timestamp !== null && <Pill tone="danger">{words('exportFailed')}</Pill>}
      {one.deleted_timestamp !== null && <Pill>{words('exportDeleted')}</Pill>}
      {one.export_url !== null && one.deleted_timestamp === null && (
        <>
          <a class="btn" href={one.export_url} download>
            {words('download')}
          </a>
          <Button kind="quiet" onClick={() => void remove()}>
            {shared('delete')}
          </Button>
        </>
      )}
    </li>
  )
}
