import { useCallback, useState } from 'preact/hooks'
import { Anchored } from '@oficina/web/anchored.tsx'

import { textOf } from '../reports/report-catalog.ts'
import type { Text } from '../reports/report-declaration.ts'
import { words } from '../words/inputs.ts'

export interface LawButtonProps {
  readonly label: string
  /** Absent where the law has nothing to say. */
  readonly law?: Text | null | undefined
}

/**
 * A question mark that says what the SAT or the law wants in a field. Tab passes it by, since who types goes on to the
 * next field; F1 opens it from the field itself.
 */
export function LawButton({ label, law }: LawButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = useCallback(() => setAnchor(undefined), [])
  if (law === undefined || law === null) return null
  const name = words('law', { label })
  return (
    <>
      <button
        type="button"
        class="law-button"
        tabIndex={-1}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-keyshortcuts="F1"
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      >
        <span aria-hidden="true">?</span>
        <span class="hidden">{name}</span>
      </button>
      {anchor !== undefined && (
        <Anchored anchor={anchor} label={name} class="law-note" onClose={close}>
          <p>{textOf(law)}</p>
        </Anchored>
      )}
    </>
  )
}
