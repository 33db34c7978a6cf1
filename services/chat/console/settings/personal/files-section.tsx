import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatBytes, formatInstant } from '@oficina/web/formats.ts'
import { plain } from '@oficina/web/fuzzy.ts'
import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import type { AttachmentObject, AttachmentsAnswer } from '../../../wire/files.ts'
import { api } from '../../session/api.ts'
import { temporaryUrl } from '../../session/files.ts'
import { words } from '../../words/personal.ts'
import { words as shared } from '../../words/settings.ts'
import { Filter } from '../controls/filter.tsx'
import { act } from '../frame/act.ts'
import { Ready } from '../frame/ready.tsx'
import { Section } from '../frame/section.tsx'
import { useLive } from '../frame/use-live.ts'

// The newest; nobody looks through more, and the search finds the others.
const MAX_SHOWN = 200

/** What a person has uploaded. */
export function FilesSection() {
  const [typed, setTyped] = useState('')
  const loaded = useLive('attachment', (signal) =>
    api<AttachmentsAnswer>('GET', '/attachments', {}, { signal }),
  )
  return (
    <Section help={words('filesHelp')} actions={<Filter value={typed} onType={setTyped} />}>
      <Ready loaded={loaded}>
        {({ attachments, upload_space_used: used }) => (
          <>
            <p class="muted">{words('filesUsed', { size: formatBytes(used) })}</p>
            <Files
              files={attachments.filter(({ name }) => plain(name).includes(plain(typed)))}
              reload={loaded.reload}
            />
          </>
        )}
      </Ready>
    </Section>
  )
}

interface FilesProps {
  readonly files: readonly AttachmentObject[]
  readonly reload: () => void
}

function Files({ files, reload }: FilesProps) {
  if (files.length === 0) return <Empty title={words('noFiles')} />
  const now = new Date()
  const newest = files.toSorted((a, b) => b.create_time - a.create_time).slice(0, MAX_SHOWN)
  return (
    <div class="table-scroll">
      <table class="settings-table">
        <thead>
          <tr>
            <th scope="col">{words('file')}</th>
            <th scope="col">{words('uploaded')}</th>
            <th scope="col">{words('inMessages')}</th>
            <th scope="col" class="num">
              {words('size')}
            </th>
            <th scope="col">
              <span class="hidden">{shared('delete')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {newest.map((file) => {
            const at = new Date(file.create_time).toISOString()
            return (
              <tr key={file.id}>
                <td>
                  <button type="button" class="link" onClick={() => void open(file)}>
                    {file.name}
                  </button>
                </td>
                <td title={formatInstant(at)}>{formatAgo(at, now)}</td>
                <td>
                  {file.messages.slice(0, 3).map(({ id }) => (
                    <Link key={id} to={`/narrow/near/${id}`} class="file-message">
                      {words('message', { id: String(id) })}
                    </Link>
                  ))}
                </td>
                <td class="num">{formatBytes(file.size)}</td>
                <td>
                  <Button
                    kind="quiet"
                    aria-label={words('deleteFile', { name: file.name })}
                    onClick={() => void remove(file).then(reload)}
                  >
                    {shared('delete')}
                  </Button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

async function open({ path_id: path }: AttachmentObject): Promise<void> {
  await act(async () => {
    window.open(await temporaryUrl(`/user_uploads/${path}`), '_blank', 'noopener')
  })
}

async function remove({ id, name }: AttachmentObject): Promise<void> {
  const isMeant = await ask({
    title: words('deleteFile', { name }),
    text: words('deleteFileText'),
    confirm: shared('delete'),
    isDangerous: true,
  })
  if (isMeant) await act(() => api('DELETE', `/attachments/${id}`), words('fileDeleted', { name }))
}
