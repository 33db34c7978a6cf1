import { Later } from '@oficina/web/later.tsx'

import { words } from '../words/compose-dock.ts'

const loadContent = async () => (await import('./dock-content.tsx')).DockContent

/** Where one writes, below the messages; it comes after them, in its place already. */
export function ComposeDock() {
  return (
    <section class="compose-dock" aria-label={words('compose')}>
      <Later load={loadContent} props={{}}>
        <div class="compose-buttons" />
      </Later>
    </section>
  )
}
