import downIcon from 'lucide-static/icons/chevron-down.svg'
import upIcon from 'lucide-static/icons/chevron-up.svg'
import { IconButton } from '@oficina/web/button.tsx'

import { words } from '../../words/settings.ts'
import { moved } from './moved.ts'

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
