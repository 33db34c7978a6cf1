import '@preact/signals'
import plusIcon from 'lucide-static/icons/plus.svg'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Menu } from '@oficina/web/menu.tsx'
import { keysAsRead } from '@oficina/web/shortcuts.ts'
import { toast } from '@oficina/web/toasts.tsx'

import type { Column } from '../../metadata/model-metadata.ts'
import { words } from '../../words/lines.ts'
import { wantedCell } from '../focus-problem.ts'
import { isOpenIn, isTyped, type FormState } from '../form-state.ts'
import type { NodePath } from '../record-node.ts'
import { linesByWeight, type LineShape } from '../record-shape.ts'
import { chosenColumns, keepColumns, possibleColumns, usualColumns } from './line-columns.ts'
import { LineDialog } from './line-dialog.tsx'
import {
  addLines,
  duplicateLine,
  emptyLine,
  lineNumbers,
  linesAt,
  moveLine,
  removeLine,
  type LinesPlace,
} from './line-edits.ts'
import { LineGrid } from './line-grid.tsx'
import { firstTyped, type ActiveCell, type GridAct } from './line-moves.ts'
import { LineTools } from './line-tools.tsx'
import { pasteLines } from './paste-lines.ts'
import { useAddKey } from './use-add-key.ts'

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
  const { meta, rights } = line.shape
  const lines = linesAt(place)
  const [chosen, setChosen] = useState(() => chosenColumns(meta.model))
  const columns = withProblems(place, columnsOf(line, lines, chosen))
  const [active, setActive] = useState<ActiveCell | undefined>(undefined)
  const [opened, setOpened] = useState<string | undefined>(undefined)
  const [isPasting, setPasting] = useState(false)
  const card = useRef<HTMLElement>(null)
  const numbers = lineNumbers(place, lines)
  const isOpen = !isReadOnly && isOpenIn(state, line.changesIn)
  const mayAdd = isOpen && rights?.create !== false
  const isFixed = isReadOnly || rights?.update === false
  const mayRemove = isOpen && rights?.delete !== false
  const mayType = (column: Column): boolean => isTyped(state, line.shape, column)
  useEffect(() => {
    const wanted = wantedCell.value
    const step = wanted?.path[path.length]
    if (wanted === undefined || step?.[0] !== line.name) return
    setActive({ key: step[1], field: wanted.field, isEntered: true })
    wantedCell.value = undefined
  }, [wantedCell.value])
  const add = (behind?: string): void => {
    const key = addLines(place, [emptyLine(place)], behind)
    const field = firstTyped(columns, mayType)
    if (key !== undefined) setActive({ key, field, isEntered: true })
  }
  const remove = (key: string): void => {
    const at = lines.findIndex((one) => one.key === key)
    const bringBack = removeLine(place, key)
    const next = lines[at + 1] ?? lines[at - 1]
    setActive(
      next === undefined
        ? undefined
        : { key: next.key, field: active?.field ?? '', isEntered: true },
    )
    if (next === undefined) card.current?.querySelector<HTMLElement>('.add-line')?.focus()
    toast({
      text: words('removed', { number: numbers[at] ?? at + 1 }),
      action: { label: words('undo'), run: bringBack },
    })
  }
  const duplicate = (key: string): void => {
    const made = duplicateLine(place, key)
    if (made !== undefined) {
      setActive({ key: made, field: firstTyped(columns, mayType), isEntered: true })
    }
  }
  const act: Readonly<Record<GridAct, (key: string) => void>> = {
    add: () => mayAdd && add(),
    open: setOpened,
    remove: (key) => mayRemove && remove(key),
    duplicate: (key) => mayAdd && duplicate(key),
    up: (key) => !isFixed && moveLine(place, key, -1),
    down: (key) => !isFixed && moveLine(place, key, 1),
  }
  const paste = async (at: ActiveCell, text: string): Promise<void> => {
    if (isFixed || !mayAdd) return
    setPasting(true)
    try {
      const all = possibleColumns(line)
      const count = await pasteLines(place, { ...at, shown: columns, all }, text)
      toast({ text: words('pasted', { count }), tone: 'success' })
    } catch {
      toast({ text: words('pasteFailed'), tone: 'danger' })
    } finally {
      setPasting(false)
    }
  }
  const isMain = path.length === 0 && line === linesByWeight(state.shape)[0]
  useAddKey(mayAdd && isMain, add)
  const isEmpty = lines.length === 0
  return (
    <section class="card lines-card" ref={card} aria-busy={isPasting}>
      <header class="lines-head">
        <h2>{meta.label_plural}</h2>
        {isPasting && <span class="muted">{words('pasting')}</span>}
        {!isEmpty && (
          <>
            <LineTools
              active={lines.some(({ key }) => key === active?.key) ? active?.key : undefined}
              act={act}
              can={{ remove: mayRemove, add: mayAdd, order: line.order !== null && !isFixed }}
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
      </header>
      {!isEmpty && (
        <LineGrid
          place={place}
          columns={columns}
          numbers={numbers}
          active={active}
          onActive={setActive}
          onLeave={() => setActive((cell) => cell && { ...cell, isEntered: false })}
          act={act}
          isReadOnly={isFixed}
          onPaste={(at, text) => void paste(at, text)}
        />
      )}
      {mayAdd && (
        <div class="lines-foot">
          <Button kind="quiet" icon={plusIcon} class="add-line" onClick={() => add()}>
            {words('add', { line: meta.label.toLowerCase() })}{' '}
            {isMain && <kbd>{keysAsRead('mod+enter')}</kbd>}
          </Button>
        </div>
      )}
      {children}
      {opened !== undefined && (
        <LineDialog
          place={place}
          lineKey={opened}
          numbers={numbers}
          isReadOnly={isFixed}
          onOpen={setOpened}
          onClose={() => setOpened(undefined)}
        >
          {line.shape.lines.map((inner) => (
            <LinesCard
              key={inner.name}
              state={state}
              path={[...path, [line.name, opened]]}
              line={inner}
              isReadOnly={isFixed}
            />
          ))}
        </LineDialog>
      )}
    </section>
  )
}

function columnsOf(
  line: LineShape,
  lines: ReturnType<typeof linesAt>,
  chosen: readonly string[] | undefined,
): readonly Column[] {
  const found = possibleColumns(line).filter(({ name }) => chosen?.includes(name) === true)
  return found.length > 0 ? found : usualColumns(line, lines)
}

/** A column that is not shown is, while a line has a problem in it. */
function withProblems(
  { state, path, line }: LinesPlace,
  columns: readonly Column[],
): readonly Column[] {
  const wrong = new Set(
    state.problems.value.fields
      .filter((problem) => problem.path.length === path.length + 1)
      .filter((problem) => problem.path.at(-1)?.[0] === line.name)
      .map(({ field }) => field),
  )
  if (wrong.size === 0) return columns
  return possibleColumns(line).filter(
    (column) => wrong.has(column.name) || columns.includes(column),
  )
}

function ColumnsMenu({
  line,
  shown,
  onChoose,
}: {
  readonly line: LineShape
  readonly shown: readonly Column[]
  readonly onChoose: (names: readonly string[] | undefined) => void
}) {
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
