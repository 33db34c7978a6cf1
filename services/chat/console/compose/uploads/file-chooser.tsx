import type { RefObject } from 'preact'

import { words } from '../../words/compose.ts'
import type { Uploads } from './uploads.ts'

/** The browser's dialog for files, which a button of the toolbar opens. */
export function FileChooser({
  input,
  uploads,
}: {
  readonly input: RefObject<HTMLInputElement | null>
  readonly uploads: Uploads
}) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label={words('attach')}
      onChange={({ currentTarget: chooser }) => {
        uploads.add([...(chooser.files ?? [])])
        // The same file may be chosen again.
        chooser.value = ''
      }}
    />
  )
}
