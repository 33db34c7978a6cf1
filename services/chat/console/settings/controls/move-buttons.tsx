import downIcon from 'lucide-static/icons/chevron-down.svg'
import upIcon from 'lucide-static/icons/chevron-up.svg'
import { IconButton } from '@oficina/web/button.tsx'

import { words } from '../../words/settings.ts'

export interface MoveButtonsProps {
  /** All, in their order. */
  readonly ids: readonly number[]
  readonly index: number
  readonly name: string
  readonly onOrder: (ids: readonly number[]) => void
}

/** Moves one of a list up or down; the focus goes with it. */
export function MoveButtons({ ids, index, name, onOrder }: MoveButtonsProps) {
  const move = (by: number): void => onOrder(moved(ids, index, by))
  return (
    <span class="move-buttons">
      <IconButton
        icon={upIcon}
        label={words('moveUp', { name })}
        disabled={index === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={downIcon}
        label={words('moveDown', { name })}
        disabled={index === ids.length - 1}
        onClick={() => move(1)}
      />
    </span>
  )
}

/** The ids with one of them moved. */
export function moved(ids: readonly number[], index: number, by: number): readonly number[] {
  const id = ids[index]
  if (id === undefined) return ids
  const others = ids.filter((_one, at) => at !== index)
  const to = Math.min(Math.max(index + by, 0), others.length)
  return [...others.slice(0, to), id, ...others.slice(to)]
}
