import '@preact/signals'
import plusIcon from 'lucide-static/icons/plus.svg'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { keysAsRead } from '@oficina/web/shortcuts.ts'

import { words } from '../../words/lines.ts'
import type { FormState } from '../form/form-state.ts'
import { linesByWeight, type LineShape } from '../form/record-shape.ts'
import type { NodePath } from '../record-node.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { chosenColumns, keepColumns, shownColumns } from './line-columns.ts'
import { LineDialog } from './line-dialog.tsx'
import { linesAt } from './line-edits.ts'
import { LineGrid } from './line-grid.tsx'
import { LineProblems } from './line-problems.tsx'
import { LineTools } from './line-tools.tsx'
import { RepeatButton } from './repeat-button.tsx'
import { useAddKey } from './use-add-key.ts'
import { useLines } from './use-lines.ts'

export interface LinesCardProps {
  readonly state: FormState
  readonly path: NodePath
  readonly line: LineShape
  readonly isReadOnly: boolean
  /** Below the grid, such as the totals. */
  readonly children?: ComponentChildren
}

/** The lines of a document: a grid to type and paste into, with what can be done to a line. */
export function LinesCard({ state, path, line, isReadOnly, children }: LinesCardProps) {
  const place = { state, path, line }
  const { meta } = line.shape
  const card = useRef<HTMLElement>(null)
  const lines = linesAt(place)
  const [chosen, setChosen] = useState(() => chosenColumns(meta.model))
  const columns = shownColumns(place, lines, chosen)
  const focusAdd = (): void => card.current?.querySelector<HTMLElement>('.add-line')?.focus()
  const used = useLines(place, { lines, columns, isReadOnly, focusAdd })
  const { active, may, act, opened, numbers } = used
  const isMain = path.length === 0 && line === linesByWeight(state.shape)[0]
  useAddKey(may.add && isMain, () => act.add(''))
  if (lines.length === 0 && !may.add) return <>{children}</>
  return (
    <section class="card lines-card" ref={card} aria-busy={used.isPasting}>
      <div class="lines-head">
        <h2>{meta.label_plural}</h2>
        {used.isPasting && <span class="muted">{words('pasting')}</span>}
        {lines.length > 0 && (
          <>
            <LineTools
              active={lines.some(({ key }) => key === active?.key) ? active?.key : undefined}
              act={act}
              may={may}
            />
            <ColumnsMenu
              line={line}
              shown={columns}
              onChoose={(names) => {
                keepColumns(meta.model, names)
                setChosen(names)
              }}
            />
          </>
        )}
      </div>
      {lines.length > 0 && (
        <LineGrid
          place={place}
          columns={columns}
          numbers={numbers}
          active={active}
          onActive={used.setActive}
          onLeave={used.leave}
          act={act}
          isReadOnly={!may.change}
          mayAdd={may.add}
          onPaste={(at, text) => void used.paste(at, text)}
        />
      )}
      <LineProblems place={place} numbers={numbers} onActive={used.setActive} />
      {may.add && (
        <div class="lines-foot">
          <Button kind="quiet" icon={plusIcon} class="add-line" onClick={() => act.add('')}>
            {words('add', { line: meta.label.toLowerCase() })}{' '}
            {isMain && <kbd>{keysAsRead('mod+enter')}</kbd>}
          </Button>
          {isMain && <RepeatButton place={place} />}
        </div>
      )}
      {children}
      {opened !== undefined && (
        <LineDialog
          place={place}
          lineKey={opened}
          numbers={numbers}
          isReadOnly={!may.change}
          onOpen={used.setOpened}
          onClose={() => used.setOpened(undefined)}
        >
          {line.shape.lines.map((inner) => (
            <LinesCard
              key={inner.name}
              state={state}
              path={[...path, [line.name, opened]]}
              line={inner}
              isReadOnly={!may.change}
            />
          ))}
        </LineDialog>
      )}
    </section>
  )
}
