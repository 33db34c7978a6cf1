import { useState } from 'preact/hooks'

import { channelFolders } from '../../state/conversations/channels.ts'
import { words } from '../../words/channels.ts'
import { Choice } from '../controls/choice-setting.tsx'
import { isAdmin } from '../controls/may.ts'
import { FolderDialog } from './folder-dialog.tsx'

export interface FolderChoiceProps {
  readonly value: number | null
  readonly isDisabled?: boolean
  readonly onChange: (id: number | null) => void
}

const NEW = 'new'

/** The folder of a channel; administrators make one here too. */
export function FolderChoice({ value, isDisabled = false, onChange }: FolderChoiceProps) {
  const [isAdding, setAdding] = useState(false)
  const folders = channelFolders
    .values()
    .filter(({ is_archived: isArchived }) => !isArchived)
    .toSorted((a, b) => a.order - b.order)
  return (
    <>
      <Choice<number | string | null>
        label={words('folder')}
        value={value}
        isDisabled={isDisabled}
        options={[
          { value: null, label: words('noFolder') },
          ...folders.map(({ id, name }) => ({ value: id, label: name })),
          ...(isAdmin() ? [{ value: NEW, label: words('newFolder') }] : []),
        ]}
        onChange={(chosen) => {
          if (typeof chosen === 'string') setAdding(true)
          else onChange(chosen)
        }}
      />
      {isAdding && <FolderDialog onClose={() => setAdding(false)} onCreated={onChange} />}
    </>
  )
}
