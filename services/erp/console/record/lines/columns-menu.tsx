import { Menu } from '@oficina/web/menu.tsx'

import type { Column } from '../../metadata/model-metadata.ts'
import { words } from '../../words/lines.ts'
import type { LineShape } from '../form/record-shape.ts'
import { possibleColumns } from './line-columns.ts'

export interface ColumnsMenuProps {
  readonly line: LineShape
  readonly shown: readonly Column[]
  /** Undefined goes back to the usual ones. */
  readonly onChoose: (names: readonly string[] | undefined) => void
}

/** Which columns a grid of lines shows. */
export function ColumnsMenu({ line, shown, onChoose }: ColumnsMenuProps) {
  const names = shown.map(({ name }) => name)
  const items = possibleColumns(line).map(({ name, label }) => ({
    label,
    isChecked: names.includes(name),
    run: () =>
      onChoose(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]),
  }))
  return (
    <Menu
      kind="quiet"
      items={[...items, { label: words('usual'), run: () => onChoose(undefined) }]}
    >
      {words('columns')}
    </Menu>
  )
}
