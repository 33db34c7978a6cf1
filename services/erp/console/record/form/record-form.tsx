import '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Failure } from '@oficina/web/notice.tsx'

import { LinesCard } from '../lines/lines-card.tsx'
import { EntryCard } from './entry-card.tsx'
import { FormSections } from './form-sections.tsx'
import { stateAsRead, type FormState } from './form-state.ts'
import {
  entryOf,
  isLeading,
  linesByWeight,
  sectionsOf,
  sectionsWithout,
  shownElsewhere,
} from './record-shape.ts'
import { Totals } from './totals.tsx'
import { usePreview } from './use-preview.ts'

export interface RecordFormProps {
  readonly state: FormState
  readonly isReadOnly: boolean
  /** The first field takes the focus. */
  readonly isFocused: boolean
}

/** A record as its model's metadata lays it out: sections of fields, lines as grids, what it comes to. */
export function RecordForm({ state, isReadOnly, isFocused }: RecordFormProps) {
  const { shape } = state
  const form = useRef<HTMLDivElement>(null)
  usePreview(state)
  useLayoutEffect(() => {
    if (!isFocused) return
    const inputs = [
      ...(form.current?.querySelectorAll<HTMLInputElement>(
        '.fields :is(input, select, textarea):not([tabindex])',
      ) ?? []),
    ]
    // What nobody else fills in comes first.
    const asked = inputs.find(({ ariaRequired, value }) => ariaRequired === 'true' && value === '')
    const first = asked ?? inputs[0]
    first?.focus()
  }, [])
  const sections = sectionsOf(shape, shownElsewhere(shape, stateAsRead(state)))
  const hasLines = shape.lines.length > 0
  // As far as something has to be typed; a form without such fields keeps its order.
  const last = hasLines ? sections.findLastIndex(isLeading) : sections.length - 1
  const leading = sections.slice(0, last + 1)
  const entry = entryOf(shape, sections)
  const { general } = state.problems.value
  return (
    <div class="record-form" ref={form}>
      {general.length > 0 && (
        <div class="record-problems" tabIndex={-1}>
          <Failure text={general.join(' ')} />
        </div>
      )}
      {entry === undefined ? (
        <FormSections state={state} path={[]} sections={leading} isReadOnly={isReadOnly} />
      ) : (
        <EntryCard
          state={state}
          entry={entry}
          folded={sectionsWithout(leading, entry)}
          isReadOnly={isReadOnly}
        />
      )}
      {linesByWeight(shape).map((line, index) => (
        <LinesCard key={line.name} state={state} path={[]} line={line} isReadOnly={isReadOnly}>
          {index === 0 && <Totals state={state} isReadOnly={isReadOnly} />}
        </LinesCard>
      ))}
      <FormSections
        state={state}
        path={[]}
        sections={sectionsWithout(sections.slice(last + 1), entry ?? [])}
        isReadOnly={isReadOnly}
      />
    </div>
  )
}
