import '@preact/signals'
import { classes } from '@oficina/web/dom.ts'

import type { Column } from '../../metadata/model-metadata.ts'
import { ShowValue } from '../../values/show-value.tsx'
import { ValueInput } from '../../values/value-input.tsx'
import { standing, valueOf, valuesOf, type RecordNode } from '../record-node.ts'
import { setValue, type FormState } from './form-state.ts'
import { problemOf } from './record-problems.ts'
import { grandTotals, isOrGiven, totalsOf } from './record-shape.ts'

/** What a document comes to, below its lines: what the service reckoned. Without lines some of it is typed. */
export function Totals({
  state,
  isReadOnly,
}: {
  readonly state: FormState
  readonly isReadOnly: boolean
}) {
  const { shape } = state
  const node = state.node.value
  const totals = totalsOf(shape)
  if (totals.length === 0) return null
  const grand = grandTotals(totals)
  const hasLines = shape.lines.some(({ name }) => standing(node.lines[name]).length > 0)
  const isNothing = totals.every(({ name }) => !isSomething(valueOf(node, name)))
  if (!hasLines && (node.id === undefined || isReadOnly) && isNothing) return null
  return (
    <dl class="totals">
      {totals.map((column) => {
        const value = valueOf(node, column.name)
        const error = problemOf(state.problems.value, [], column.name)
        return (
          <div key={column.name} class={classes(grand.has(column.name) && 'sum')}>
            <dt>{column.label}</dt>
            <dd>
              {isOrGiven(column) && !hasLines && !isReadOnly ? (
                <ValueInput
                  column={column}
                  value={value}
                  label={column.label}
                  isCell
                  onChange={(changed) => setValue(state, { path: [], column }, changed)}
                />
              ) : (
                <>
                  <ShowValue column={column} record={valuesOf(node)} />
                  {grand.has(column.name) && currencyOf(node, column)}
                </>
              )}
            </dd>
            {error !== undefined && <p class="field-error">{error}</p>}
          </div>
        )
      })}
    </dl>
  )
}

function isSomething(value: unknown): boolean {
  return value !== null && value !== undefined && Number(value) !== 0
}

/** The key of the currency, as the document names it. */
function currencyOf(node: RecordNode, { currency }: Column): string {
  if (currency === null || currency === undefined) return ''
  const text = valueOf(node, `${currency}_str`)
  return typeof text === 'string' ? ` ${text.split(' ')[0] ?? ''}` : ''
}
