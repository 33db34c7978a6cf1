import { Dialog } from '@oficina/web/dialog.tsx'

import { words } from '../words/shell.ts'

export function Palette({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={words('openPalette')} onClose={onClose}>
      …
    </Dialog>
  )
}
