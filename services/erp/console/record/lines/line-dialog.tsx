import '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'

import { words } from '../../words/lines.ts'
import { FormSections } from '../form/form-sections.tsx'
import { sectionsOf } from '../form/record-shape.ts'
import { linesAt, type LinesPlace } from './line-edits.ts'

export interface LineDialogProps {
  readonly place: LinesPlace
  readonly lineKey: string
  readonly numbers: readonly number[]
  readonly isReadOnly: boolean
  readonly onOpen: (key: string) => void
  readonly onClose: () => void
  /** Lines of the line, below its fields. */
  readonly children: ComponentChildren
}

/** A line with all of its fields and its own lines; the line before and the next are a step away. */
export function LineDialog({
  place,
  lineKey,
  numbers,
  isReadOnly,
  onOpen,
  onClose,
  children,
}: LineDialogProps) {
  const { state, path, line } = place
  const lines = linesAt(place)
  const at = lines.findIndex(({ key }) => key === lineKey)
  const own = [...path, [line.name, lineKey] as const]
  const step = (by: -1 | 1, label: string) => {
    const other = lines[at + by]
    return (
      <Button
        kind="quiet"
        disabled={other === undefined}
        onClick={() => other !== undefined && onOpen(other.key)}
      >
        {label}
      </Button>
    )
  }
  const form = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('.fields :is(input, select, textarea)')?.focus()
  }, [lineKey])
  const without = new Set([...line.headFields, ...(line.order === null ? [] : [line.order])])
  return (
    <Dialog
      title={words('lineTitle', {
        line: line.shape.meta.label,
        number: String(numbers[at] ?? at + 1),
      })}
      size="large"
      onClose={onClose}
      actions={
        <>
          {step(-1, words('previous'))}
          {step(1, words('next'))}
          <span class="grow" />
          <Button kind="primary" onClick={onClose}>
            {words('done')}
          </Button>
        </>
      }
    >
      <div key={lineKey} class="line-form" ref={form}>
        <FormSections
          state={state}
          path={own}
          sections={sectionsOf(line.shape, without)}
          isReadOnly={isReadOnly}
        />
        {children}
      </div>
    </Dialog>
  )
}
