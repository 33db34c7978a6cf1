import { useEffect, useState } from 'preact/hooks'
import { toast } from '@oficina/web/toasts.tsx'

import type { Column } from '../../metadata/model-metadata.ts'
import { words } from '../../words/lines.ts'
import { wantedCell } from '../form/focus-problem.ts'
import { isOpenIn, isTyped } from '../form/form-state.ts'
import type { RecordNode } from '../record-node.ts'
import { possibleColumns } from './line-columns.ts'
import {
  addLines,
  duplicateLine,
  emptyLine,
  lineNumbers,
  moveLine,
  removeLine,
  type LinesPlace,
} from './line-edits.ts'
import { firstTyped, type ActiveCell, type GridAct } from './line-moves.ts'
import { pasteLines } from './paste-lines.ts'

export interface LineRights {
  readonly add: boolean
  readonly remove: boolean
  readonly change: boolean
  readonly order: boolean
}

export interface UsedLines {
  readonly numbers: readonly number[]
  readonly active: ActiveCell | undefined
  readonly setActive: (cell: ActiveCell | undefined) => void
  /** The focus has left the grid; Tab comes back to where it was. */
  readonly leave: () => void
  readonly may: LineRights
  /** What can be done to the line of a key; `add` needs none. */
  readonly act: Readonly<Record<GridAct, (key: string) => void>>
  /** The line that is open with all of its fields. */
  readonly opened: string | undefined
  readonly setOpened: (key: string | undefined) => void
  readonly isPasting: boolean
  readonly paste: (at: ActiveCell, text: string) => Promise<void>
}

export interface LinesShown {
  readonly lines: readonly RecordNode[]
  readonly columns: readonly Column[]
  readonly isReadOnly: boolean
  /** Takes the focus when the last line is gone. */
  readonly focusAdd: () => void
}

/** The lines of a document as a person works on them: where the cursor is, and what can be done there. */
export function useLines(
  place: LinesPlace,
  { lines, columns, isReadOnly, focusAdd }: LinesShown,
): UsedLines {
  const { state, line } = place
  const [active, setActive] = useState<ActiveCell | undefined>(undefined)
  const [opened, setOpened] = useState<string | undefined>(undefined)
  const [isPasting, setPasting] = useState(false)
  useWantedCell(place, setActive)
  const numbers = lineNumbers(place, lines)
  const may = rightsOn(place, isReadOnly)
  const enter = (key: string | undefined): void => {
    const isTypedHere = (column: Column): boolean => isTyped(state, line.shape, column)
    if (key === undefined) return
    setActive({ key, field: firstTyped(columns, isTypedHere), isEntered: true })
  }
  const remove = (key: string): void => {
    const at = lines.findIndex((one) => one.key === key)
    const bringBack = removeLine(place, key)
    const next = lines[at + 1] ?? lines[at - 1]
    if (next === undefined) focusAdd()
    setActive(next && { key: next.key, field: active?.field ?? '', isEntered: true })
    toast({
      text: words('removed', { number: numbers[at] ?? at + 1 }),
      action: { label: words('undo'), run: bringBack },
    })
  }
  const paste = async (at: ActiveCell, text: string): Promise<void> => {
    if (!may.change || !may.add) return
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
  return {
    numbers,
    active,
    setActive,
    leave: () => setActive((cell) => cell && { ...cell, isEntered: false }),
    may,
    act: {
      add: () => may.add && enter(addLines(place, [emptyLine(place)])),
      open: setOpened,
      remove: (key) => may.remove && remove(key),
      duplicate: (key) => may.add && enter(duplicateLine(place, key)),
      up: (key) => may.order && moveLine(place, key, -1),
      down: (key) => may.order && moveLine(place, key, 1),
    },
    opened,
    setOpened,
    isPasting,
    paste,
  }
}

function rightsOn({ state, line }: LinesPlace, isReadOnly: boolean): LineRights {
  const { rights } = line.shape
  const isOpen = !isReadOnly && isOpenIn(state, line.changesIn)
  const change = !isReadOnly && rights?.update !== false
  return {
    add: isOpen && rights?.create !== false,
    remove: isOpen && rights?.delete !== false,
    change,
    order: change && isOpen && line.order !== null,
  }
}

/** Who looks for a problem in a line finds the cursor there. */
function useWantedCell(
  { path, line }: LinesPlace,
  setActive: (cell: ActiveCell | undefined) => void,
): void {
  useEffect(() => {
    const wanted = wantedCell.value
    const step = wanted?.path[path.length]
    if (wanted === undefined || step?.[0] !== line.name) return
    setActive({ key: step[1], field: wanted.field, isEntered: true })
    wantedCell.value = undefined
  }, [wantedCell.value])
}
