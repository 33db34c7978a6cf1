import searchIcon from 'lucide-static/icons/search.svg'
import closeIcon from 'lucide-static/icons/x.svg'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { commands } from '@oficina/web/commands.ts'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { keysAsRead } from '@oficina/web/shortcuts.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { reportCatalog } from '../reports/report-catalog.ts'
import { modules } from '../session/permissions.ts'
import { openOverlay } from '../shell/overlay.ts'
import { words } from '../words/palette.ts'
import type { RecordsFound } from './find-records.ts'
import { knownSections } from './known-sections.ts'
import { firstSections, rankedSections, type Entry, type Section } from './rank-entries.ts'
import { useRecords } from './use-records.ts'

const LIST = 'palette-list'
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 6,
  PageUp: -6,
}

/** Everything there is to open or to do, by what one types. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const dialog = useShown()
  const reports = useLoaded('reports', reportCatalog).value
  // What stands behind stays as it was when the palette opened, but for a record that was still on its way.
  const known = useMemo(
    () => knownSections(reports ?? [], () => openOverlay('shortcuts')),
    [reports, modules.value, commands.value],
  )
  const records = useRecords(typed.trim())
  const sections = useMemo(
    () =>
      withRecords(
        typed.trim() === '' ? firstSections(known) : rankedSections(known, typed),
        records,
      ),
    [known, typed, records],
  )
  const entries = sections.flatMap((section) => section.entries)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen(entries[stepped(at, step, entries.length)]?.key)
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      run(entries[at])
    }
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={words('title')}
      // At once: the browser tells later that it was closed, and a palette that is asked for meanwhile would not open.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      closedby="any"
    >
      <div class="palette-field">
        <Icon svg={searchIcon} />
        <input
          role="combobox"
          aria-label={words('title')}
          aria-expanded="true"
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={entries.length === 0 ? undefined : `${LIST}-${at}`}
          autocomplete="off"
          spellcheck={false}
          autoFocus
          placeholder={words('placeholder')}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton
          class="palette-close"
          icon={closeIcon}
          label={words('close')}
          onClick={onClose}
        />
      </div>
      <Sections sections={sections} active={entries[at]?.key} run={run} />
      <Foot typed={typed.trim()} isEmpty={entries.length === 0} state={records.state} />
    </dialog>
  )
}

function useShown() {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the next key: what is typed meanwhile belongs to it.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return dialog
}

/** Ends hold a leap; a single step goes round. */
function stepped(at: number, step: number, count: number): number {
  if (Math.abs(step) === 1) return (at + step + count) % count
  return Math.min(Math.max(at + step, 0), count - 1)
}

/** Records come later than the rest, and last, so that nothing moves away under the hand. */
function withRecords(
  sections: readonly Section[],
  { entries: found, similar }: RecordsFound,
): readonly Section[] {
  const shown = new Set(sections.flatMap(({ entries }) => entries.map(({ key }) => key)))
  const entries = found.filter(({ key }) => !shown.has(key))
  if (entries.length === 0) return sections
  const label = similar === undefined ? words('records') : words('similar', { words: similar })
  return [...sections, { name: 'records', label, entries }]
}

interface SectionsProps {
  readonly sections: readonly Section[]
  readonly active: string | undefined
  readonly run: (entry: Entry) => void
}

function Sections({ sections, active, run }: SectionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const starts = sections.map((_section, index) =>
    sections.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0),
  )
  return (
    <div class="palette-list" role="listbox" id={LIST} aria-label={words('title')} ref={list}>
      {sections.map(({ name, label, entries }, section) => (
        <div key={name} role="group" aria-labelledby={`${LIST}-${name}`}>
          <div class="palette-head" id={`${LIST}-${name}`} role="presentation">
            {label}
          </div>
          {entries.map((entry, index) => (
            <Option
              key={entry.key}
              id={`${LIST}-${(starts[section] ?? 0) + index}`}
              entry={entry}
              isActive={entry.key === active}
              run={run}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Option({
  id,
  entry,
  isActive,
  run,
}: {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly run: (entry: Entry) => void
}) {
  const { label, detail, keys } = entry
  return (
    // The field has the keyboard, and names the active option to those who hear the page.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      class={classes('palette-entry', isActive && 'active')}
      onClick={() => run(entry)}
    >
      <span>{label}</span>
      {detail !== undefined && <small>{detail}</small>}
      {keys !== undefined && <kbd>{keysAsRead(keys)}</kbd>}
    </div>
  )
}

interface FootProps {
  readonly typed: string
  readonly isEmpty: boolean
  readonly state: 'idle' | 'loading' | 'failed'
}

function Foot({ typed, isEmpty, state }: FootProps) {
  return (
    <footer class="palette-foot">
      <span role="status">
        {state === 'loading' && words('searching')}
        {state === 'failed' && words('failed')}
        {state === 'idle' && isEmpty && words('none', { text: typed })}
      </span>
      <span class="palette-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {words('move')} <kbd>↵</kbd> {words('choose')} <kbd>Esc</kbd>{' '}
        {words('close')}
      </span>
    </footer>
  )
}
