import downIcon from 'lucide-static/icons/arrow-down.svg'
import upIcon from 'lucide-static/icons/arrow-up.svg'
import copyIcon from 'lucide-static/icons/copy.svg'
import openIcon from 'lucide-static/icons/maximize-2.svg'
import removeIcon from 'lucide-static/icons/trash-2.svg'
import { IconButton } from '@oficina/web/button.tsx'

import { words } from '../../words/lines.ts'
import type { GridAct } from './line-moves.ts'
import type { LineRights } from './use-lines.ts'

export interface LineToolsProps {
  /** The line where the cursor is or was last. */
  readonly active: string | undefined
  readonly act: Readonly<Record<GridAct, (key: string) => void>>
  readonly may: LineRights
}

/** What can be done to the line where the cursor is; each has its keys in the grid too. */
export function LineTools({ active, act, may }: LineToolsProps) {
  const tool = (name: GridAct, icon: string, isAllowed: boolean) =>
    isAllowed && (
      <IconButton
        icon={icon}
        label={words(name === 'add' ? 'number' : name)}
        disabled={active === undefined}
        onClick={() => active !== undefined && act[name](active)}
      />
    )
  return (
    <div class="line-tools" role="group" aria-label={words('actions')}>
      {tool('open', openIcon, true)}
      {tool('duplicate', copyIcon, may.add)}
      {tool('up', upIcon, may.order)}
      {tool('down', downIcon, may.order)}
      {tool('remove', removeIcon, may.remove)}
    </div>
  )
}
