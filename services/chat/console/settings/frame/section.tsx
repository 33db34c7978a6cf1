import type { ComponentChildren } from 'preact'

import { SaveMark } from './save-mark.tsx'
import type { SaveState } from './use-setting.ts'

export interface SectionProps {
  /** Absent where the page's own heading says it. */
  readonly title?: string
  readonly help?: string | undefined
  /** How far what belongs to the whole section is saved. */
  readonly state?: SaveState | undefined
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** Settings that belong together, below a heading. */
export function Section({ title, help, state, actions, children }: SectionProps) {
  const hasHead =
    title !== undefined ||
    help !== undefined ||
    state !== undefined ||
    (actions !== undefined && actions !== false)
  return (
    <section class="settings-section">
      {hasHead && (
        <header class="settings-section-head">
          {title !== undefined && <h2>{title}</h2>}
          {title === undefined && help !== undefined && <p class="settings-help">{help}</p>}
          {state !== undefined && <SaveMark state={state} />}
          <span class="grow" />
          {actions}
        </header>
      )}
      {title !== undefined && help !== undefined && <p class="settings-help">{help}</p>}
      {children}
    </section>
  )
}

/** Why a person may not change what is shown. */
export function Why({ children }: { readonly children: ComponentChildren }) {
  return <p class="settings-why">{children}</p>
}
