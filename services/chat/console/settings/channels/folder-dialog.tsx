import { useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'

import { api } from '../../session/api.ts'
import { channelFolders } from '../../state/conversations/channels.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { FormDialog } from '../frame/form-dialog.tsx'

export interface FolderDialogProps {
  /** Absent: a new one. */
  readonly folderId?: number
  readonly onClose: () => void
  readonly onCreated?: (id: number) => void
}

/** A folder of channels, for everybody. */
export function FolderDialog({ folderId, onClose, onCreated }: FolderDialogProps) {
  const known = folderId === undefined ? undefined : channelFolders.get(folderId)
  const [name, setName] = useState(known?.name ?? '')
  const [description, setDescription] = useState(known?.description ?? '')
  const send = async (): Promise<void> => {
    if (folderId !== undefined) {
      await api('PATCH', `/channel_folders/${folderId}`, { name, description })
      return
    }
    const made = await api<{ readonly channel_folder_id: number }>(
      'POST',
      '/channel_folders/create',
      { name, description },
    )
    onCreated?.(made.channel_folder_id)
  }
  return (
    <FormDialog
      title={folderId === undefined ? words('addFolder') : words('editFolder')}
      confirm={folderId === undefined ? words('create') : shared('save')}
      isDisabled={name.trim() === ''}
      onClose={onClose}
      send={send}
    >
      <Field label={words('folderName')} isRequired>
        {({ id }) => (
          <input
            class="input"
            id={id}
            maxLength={realm.value?.['max_channel_folder_name_length'] ?? 60}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words('description')}>
        {({ id }) => (
          <textarea
            class="input"
            id={id}
            rows={3}
            maxLength={realm.value?.['max_channel_folder_description_length'] ?? 1024}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
