import '@preact/signals'
import moreIcon from 'lucide-static/icons/chevron-right.svg'
import { useRef, useState } from 'preact/hooks'
import { classes, newId } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { shownText } from '../../values/shown-value.ts'
import { words } from '../../words/record.ts'
import { valuesOf } from '../record-node.ts'
import { isFieldShown, willBe } from './form-field.tsx'
import { FieldsOf } from './form-sections.tsx'
import type { FormState } from './form-state.ts'
import { problemOf } from './record-problems.ts'
import type { FormField, FormSection } from './record-shape.ts'

export interface EntryCardProps {
  readonly state: FormState
  readonly entry: readonly FormField[]
  /** What is rarely touched. */
  readonly folded: readonly FormSection[]
  readonly isReadOnly: boolean
}

const NONE = [] as const

/** What is typed of a document, in a few rows; the rest is told in a line that unfolds. */
export function EntryCard({ state, entry, folded, isReadOnly }: EntryCardProps) {
  const { meta } = state.shape
  const id = useRef(newId('more')).current
  const key = `oficina.erp.more.${meta.model}`
  const [isUnfolded, setUnfolded] = useState(() => readStored(key) !== undefined)
  const fields = folded
    .flatMap((section) => section.fields)
    .filter((field) => isFieldShown({ state, path: NONE, isReadOnly }, field))
  const { problems } = state
  // What is wrong is seen.
  const isWrong = fields.some(
    ({ column }) => problemOf(problems.value, NONE, column.name) !== undefined,
  )
  const isOpen = isUnfolded || isWrong
  const toggle = (): void => {
    writeStored(key, isUnfolded ? undefined : '1')
    setUnfolded(!isUnfolded)
  }
  const of = { state, path: NONE, isReadOnly }
  return (
    <section class="card form-section entry-card" aria-label={meta.label}>
      <FieldsOf {...of} fields={entry} isTight />
      {fields.length > 0 && (
        <button
          type="button"
          class={classes('more-fields', isOpen && 'open')}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <Icon svg={moreIcon} />
          <span>{words('moreFields')}</span>
          {!isOpen && <small>{summaryOf(state, fields)}</small>}
        </button>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen &&
          folded.map(({ title, fields: own }) => (
            <div key={title} class="folded-section">
              <h2>{title}</h2>
              <FieldsOf {...of} fields={own} />
            </div>
          ))}
      </div>
    </section>
  )
}

/** What the folded fields hold, and what the service will fill in. */
function summaryOf(state: FormState, fields: readonly FormField[]): string {
  const node = state.node.value
  const values = valuesOf(node)
  return fields
    .flatMap(({ column }) => {
      const text = willBe(node, column)
      const shown = shownText(column, values)
      if (shown !== '') return [`${column.label}: ${shown}`]
      return text === undefined ? [] : [`${column.label}: ${text}`]
    })
    .join(' · ')
}
