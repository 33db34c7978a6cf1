import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { channelFolders, channels } from '../../state/conversations/channels.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { FolderDialog } from '../channels/folder-dialog.tsx'
import { isAdmin } from '../controls/may.ts'
import { MoveButtons } from '../controls/move-buttons.tsx'
import { act } from '../frame/act.ts'
import { Section, Why } from '../frame/section.tsx'

/** Folders by which everybody's channels are grouped, in order. */
export function FoldersSection() {
  const [open, setOpen] = useState<number | 'new' | undefined>(undefined)
  const all = channelFolders.values().toSorted((a, b) => a.order - b.order)
  const active = all.filter(({ is_archived: isArchived }) => !isArchived)
  const mayChange = isAdmin()
  const counts = new Map<number, number>()
  for (const { folder_id: id, is_archived: isArchived } of channels.values()) {
    if (id !== null && !isArchived) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  // The order names archived ones too, which stay behind.
  const reorder = (ids: readonly number[]): void => {
    const archived = all.filter(({ is_archived: isArchived }) => isArchived).map(({ id }) => id)
    void act(() => api('PATCH', '/channel_folders', { order: [...ids, ...archived] }))
  }
  return (
    <Section
      help={words('foldersHelp')}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setOpen('new')}>
            {words('addFolder')}
          </Button>
        )
      }
    >
      {!mayChange && <Why>{shared('onlyAdmins')}</Why>}
      {active.length === 0 && <Empty title={words('noFolders')} />}
      <ul class="settings-list">
        {active.map(({ id, name, description }, index) => (
          <li key={id}>
            <span class="settings-list-name">
              {name}{' '}
              <small class="muted">{words('channelCount', { count: counts.get(id) ?? 0 })}</small>
              {description !== '' && <small class="muted block">{description}</small>}
            </span>
            {mayChange && (
              <>
                <MoveButtons
                  ids={active.map((one) => one.id)}
                  index={index}
                  name={name}
                  onOrder={reorder}
                />
                <Button
                  kind="quiet"
                  aria-label={words('editOf', { name })}
                  onClick={() => setOpen(id)}
                >
                  {shared('edit')}
                </Button>
                <Button
                  kind="quiet"
                  aria-label={words('archiveOf', { name })}
                  onClick={() =>
                    void act(() => api('PATCH', `/channel_folders/${id}`, { is_archived: true }))
                  }
                >
                  {words('archive')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <FolderDialog
          {...(open === 'new' ? {} : { folderId: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  )
}
