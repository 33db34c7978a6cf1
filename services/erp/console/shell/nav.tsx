import chevronIcon from 'lucide-static/icons/chevron-right.svg'
import searchIcon from 'lucide-static/icons/search.svg'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { language } from '@oficina/web/language.ts'
import { Link } from '@oficina/web/link.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { place } from '@oficina/web/router.ts'

import { personal, setGroup, type Spot } from '../personal/personal.ts'
import { textOf } from '../reports/report-catalog.ts'
import { hasNoRightsAnswer, loadPermissions, modules } from '../session/permissions.ts'
import { words } from '../words/shell.ts'
import { filteredGroups, menuGroups, nameOf, type MenuGroup } from './menu-groups.ts'
import { menuPages } from './menu-pages.ts'
import { waiting } from './waiting.ts'

// No module is called so.
const FAVOURITES = 'own:favourites'
const RECENTS = 'own:recents'
// What is no daily work: the modules of these kinds stand in one group each, which begins closed in a long menu.
const FOLDED = ['catalogs', 'records'] as const
const RECENTS_SHOWN = 5
// With so many lines or fewer all groups begin open, the folded ones too.
const ALL_OPEN = 24

/** The menu: pages, what the person keeps and used last, and what they may see of every module. */
export function Nav() {
  const [typed, setTyped] = useState('')
  const isFiltered = typed.trim() !== ''
  return (
    <>
      <div class="nav-filter">
        <Icon svg={searchIcon} />
        <input
          class="input"
          type="search"
          placeholder={words('filterMenu')}
          aria-label={words('filterMenu')}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === '') return
            event.preventDefault()
            setTyped('')
          }}
        />
      </div>
      {!isFiltered && <Own />}
      <Groups typed={typed} />
    </>
  )
}

function Own() {
  const { favourites, recents } = personal.value
  // Where the person is now is no way back.
  const isElsewhere = (path: string) =>
    path !== place.value.path && favourites.every((one) => one.path !== path)
  const last = recents.filter(({ path }) => isElsewhere(path)).slice(0, RECENTS_SHOWN)
  return (
    <>
      <ul>
        {menuPages().map(({ path, label }) => (
          <Line key={path} path={path} label={label()} />
        ))}
        {waiting.value.map(({ path, label, count }) => (
          <Line key={path} path={path} label={textOf(label)} count={count} />
        ))}
      </ul>
      {favourites.length > 0 && (
        <Spots group={FAVOURITES} label={words('favourites')} spots={favourites} />
      )}
      {last.length > 0 && <Spots group={RECENTS} label={words('recents')} spots={last} />}
    </>
  )
}

interface SpotsProps {
  readonly group: string
  readonly label: string
  readonly spots: readonly Spot[]
}

function Spots({ group, label: title, spots }: SpotsProps) {
  return (
    <Group name={group} label={title} startsOpen>
      {spots.map(({ path, label }) => (
        <Line key={path} path={path} label={label} />
      ))}
    </Group>
  )
}

function Groups({ typed }: { readonly typed: string }) {
  const known = modules.value
  if (hasNoRightsAnswer.value) {
    return <Failure text={words('noRights')} onRetry={() => void loadPermissions()} />
  }
  if (known === undefined) return <Skeleton lines={12} />
  const groups = menuGroups(known)
  const isFiltered = typed.trim() !== ''
  const shown = filteredGroups(groups, typed)
  if (isFiltered && shown.length === 0) {
    return <p class="nav-none">{words('noMatch', { text: typed.trim() })}</p>
  }
  const isFolded = ({ kind }: MenuGroup) => FOLDED.some((one) => one === kind)
  const daily = groups.filter((group) => !isFolded(group))
  const startsOpen = linesOf(daily) <= ALL_OPEN
  return (
    <>
      {shown
        .filter((group) => !isFolded(group))
        .map((group) => (
          <ModuleGroup key={group.name} {...{ group, isHeldOpen: isFiltered, startsOpen }} />
        ))}
      {FOLDED.map((kind) => (
        <Folded
          key={kind}
          name={`own:${kind}`}
          label={words(kind)}
          groups={shown.filter((group) => group.kind === kind)}
          isHeldOpen={isFiltered}
          startsOpen={linesOf(groups) <= ALL_OPEN}
        />
      ))}
    </>
  )
}

function linesOf(groups: readonly MenuGroup[]): number {
  return groups.reduce((sum, { main }) => sum + main.length, 0)
}

interface FoldedProps {
  readonly name: string
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly isHeldOpen: boolean
  readonly startsOpen: boolean
}

/** A group of modules. */
function Folded({ name, label, groups, isHeldOpen, startsOpen }: FoldedProps) {
  if (groups.length === 0) return null
  return (
    <Group
      name={name}
      label={label}
      isHeldOpen={isHeldOpen}
      startsOpen={startsOpen || groups.some(isPlaceIn)}
    >
      {groups.map((group) => (
        <li key={group.name} class="nav-inner">
          <ModuleGroup {...{ group, isHeldOpen, startsOpen }} />
        </li>
      ))}
    </Group>
  )
}

/** Whether the page that is shown is one of the group's lists, or a record of it. */
function isPlaceIn({ main, more }: MenuGroup): boolean {
  const [, kind, name] = place.value.path.split('/')
  return kind === 'm' && [...main, ...more].some((one) => one.name === name)
}

interface ModuleGroupProps {
  readonly group: MenuGroup
  readonly isHeldOpen: boolean
  readonly startsOpen: boolean
}

function ModuleGroup({ group, isHeldOpen, startsOpen }: ModuleGroupProps) {
  const { name, label, main, more } = group
  const [hasMore, setMore] = useState(false)
  const present = place.value.path.split('/')
  const isHere = isPlaceIn(group)
  const shown = hasMore ? [...main, ...more] : main
  const here = more.filter((one) => !hasMore && one.name === present[2])
  return (
    <Group name={name} label={label} startsOpen={startsOpen || isHere} isHeldOpen={isHeldOpen}>
      {[...shown, ...here].map((model) => (
        <Line key={model.name} path={`/m/${model.name}`} label={nameOf(model)} isOfModule />
      ))}
      {more.length > 0 && (
        <li>
          <button
            type="button"
            class="nav-more"
            aria-expanded={hasMore}
            onClick={() => setMore(!hasMore)}
          >
            {words(hasMore ? 'less' : 'more', { group: label })}
            {!hasMore && <span>{more.length}</span>}
          </button>
        </li>
      )}
    </Group>
  )
}

interface GroupProps {
  readonly name: string
  readonly label: string
  readonly startsOpen: boolean
  readonly isHeldOpen?: boolean
  readonly children: ComponentChildren
}

function Group({ name, label, startsOpen, isHeldOpen = false, children }: GroupProps) {
  const [id] = useState(() => newId('group'))
  const isOpen = isHeldOpen || (personal.value.groups[name] ?? startsOpen)
  return (
    <div class="nav-group">
      <button
        type="button"
        class="nav-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setGroup(name, isOpen ? 'closed' : 'open')}
      >
        {label}
        <span class="nav-chevron">
          <Icon svg={chevronIcon} />
        </span>
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen && children}
      </ul>
    </div>
  )
}

interface LineProps {
  readonly path: string
  readonly label: string
  /** Also for the records of the list that it leads to. */
  readonly isOfModule?: boolean
  /** How much waits there. */
  readonly count?: number
}

/** One line at most is current: a favourite that is just this page, else the list that the page belongs to. */
function Line({ path, label, isOfModule = false, count }: LineProps) {
  const present = place.value.path
  const isWithin = present === path || present.startsWith(`${path}/`)
  const isCurrent = isOfModule ? isWithin && !isShownFavourite(present) : present === path
  return (
    <li>
      <Link to={path} isCurrent={isCurrent} class="nav-line" title={label}>
        <span class="nav-label">{label}</span>
        {count !== undefined && (
          <span class="nav-badge">{count.toLocaleString(language.value)}</span>
        )}
      </Link>
    </li>
  )
}

function isShownFavourite(path: string): boolean {
  const { favourites, groups } = personal.value
  return groups[FAVOURITES] !== false && favourites.some((one) => one.path === path)
}
