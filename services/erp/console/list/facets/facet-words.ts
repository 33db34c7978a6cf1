import { formatDate, formatDecimal } from '@oficina/web/formats.ts'

import { words } from '../../words/list.ts'
import { words as valueWords } from '../../words/values.ts'
import type { ListColumn } from '../list-columns.ts'
import { today, nameOfSpan, spanOf } from './day-spans.ts'
import { modeOf, typedOf } from './facet-range.tsx'
import { chosenValues, facetKind, valueOf, type Facet } from './facets.ts'

const MAX_NAMED = 3

/** What a facet asks for, as its chip says it. */
export function facetWords(
  column: ListColumn,
  facet: Facet,
  texts: Readonly<Record<string, string>>,
): string {
  const empty = valueOf(facet, 'null')
  if (empty !== undefined) return words(empty === 'true' ? 'isEmpty' : 'isFilled').toLowerCase()
  switch (facetKind(column)) {
    case 'choice':
      return listed(
        chosenValues(facet).map(
          (value) => column.choices?.find((choice) => choice.value === value)?.label ?? value,
        ),
      )
    case 'boolean':
      return chosenValues(facet)
        .map((value) => valueWords(value === 'true' ? 'yes' : 'no'))
        .join(', ')
    case 'reference':
      return listed(chosenValues(facet).map((value) => texts[value] ?? `#${value}`))
    case 'day':
    case 'instant':
      return daysText(facet)
    case 'number':
      return numbersText(facet)
    case 'text':
      return textText(facet)
  }
}

function listed(values: readonly string[]): string {
  if (values.length <= MAX_NAMED) return values.join(', ')
  const named = values.slice(0, MAX_NAMED - 1).join(', ')
  return words('andMore', { named, count: values.length - MAX_NAMED + 1 })
}

function daysText(facet: Facet): string {
  const span = spanOf(facet)
  const name = nameOfSpan(span, today())
  if (name !== undefined) return words(name).toLowerCase()
  return (
    rangeText(span.from && formatDate(span.from), span.to && formatDate(span.to)) ?? rest(facet)
  )
}

function numbersText(facet: Facet): string {
  const same = valueOf(facet, 'eq')
  if (same !== undefined) return formatDecimal(same)
  const least = valueOf(facet, 'gte')
  const most = valueOf(facet, 'lte')
  return rangeText(least && formatDecimal(least), most && formatDecimal(most)) ?? rest(facet)
}

function rangeText(from: string | undefined, to: string | undefined): string | undefined {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`
  if (from !== undefined) return words('since', { value: from })
  return to === undefined ? undefined : words('until', { value: to })
}

function textText(facet: Facet): string {
  const typed = typedOf(facet)
  if (typed === '')
    return chosenValues(facet).length > 1 ? listed(chosenValues(facet)) : rest(facet)
  const mode = modeOf(facet)
  return mode === 'equals' ? typed : words(`${mode}Text`, { text: typed })
}

/** Conditions that came with an address and that no editor writes, as they are. */
function rest({ conditions }: Facet): string {
  return conditions
    .map(([parameter, value]) => `${parameter.split('__').at(-1) ?? ''} ${value}`)
    .join(', ')
}
