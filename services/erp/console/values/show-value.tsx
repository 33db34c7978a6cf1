import checkIcon from 'lucide-static/icons/check.svg'
import { Icon } from '@oficina/web/icon.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import { choiceOf, shownText, type ShownColumn, type Values } from './shown-value.ts'

export interface ShowValueProps {
  readonly column: ShownColumn
  readonly record: Values
}

/**
 * A record's value as people read it: a choice as a pill with its tone, a reference in words, numbers and days as the
 * language writes them. Nothing stands where there is no value.
 */
export function ShowValue({ column, record }: ShowValueProps) {
  const value = record[column.name]
  if (column.type === 'choice' && typeof value === 'string' && value !== '') {
    const choice = choiceOf(column, value)
    return <Pill tone={choice?.tone ?? 'neutral'}>{choice?.label ?? value}</Pill>
  }
  if (column.type === 'boolean' && value === true) {
    return (
      <span class="value-yes">
        <Icon svg={checkIcon} />
        <span class="hidden">{shownText(column, record)}</span>
      </span>
    )
  }
  return <>{shownText(column, record)}</>
}
