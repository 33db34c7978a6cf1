import type { CSSProperties } from 'preact'

import type { Column } from '../../metadata/model-metadata.ts'
import { isNumeric } from '../../values/column-kinds.ts'
import { LawButton } from '../../values/law-button.tsx'
import { words } from '../../words/lines.ts'

/** The names of a grid's columns, which stay in sight. */
export function LineHeader({
  columns,
  style,
}: {
  readonly columns: readonly Column[]
  readonly style: CSSProperties
}) {
  return (
    <div role="row" aria-rowindex={1} class="line-row line-header" style={style}>
      <div role="columnheader" aria-colindex={1} class="num">
        <span aria-hidden="true">#</span>
        <span class="hidden">{words('number')}</span>
      </div>
      {columns.map((column, index) => (
        <div
          key={column.name}
          role="columnheader"
          aria-colindex={index + 2}
          class={isNumeric(column) ? 'num' : undefined}
          title={column.help ?? column.label}
        >
          {column.label}
          <LawButton {...column} />
        </div>
      ))}
    </div>
  )
}
