import { commands } from '@oficina/web/commands.ts'
import { language } from '@oficina/web/language.ts'
import { navigate } from '@oficina/web/router.ts'
import { chooseTheme } from '@oficina/web/theme.ts'

import { wantedAction } from '../actions/wanted-action.ts'
import { personal, type Spot } from '../personal/personal.ts'
import { textOf } from '../reports/report-catalog.ts'
import type { Report } from '../reports/report-declaration.ts'
import { leave } from '../session/leave.ts'
import { chooseOwnLanguage } from '../session/own-language.ts'
import { modules } from '../session/permissions.ts'
import { nameOf } from '../shell/menu-groups.ts'
import { menuPages } from '../shell/menu-pages.ts'
import { words } from '../words/palette.ts'
import type { Entry, Section } from './rank-entries.ts'

/** Everything that can be found without asking the service. */
export function knownSections(
  reports: readonly Report[],
  openShortcuts: () => void,
): readonly Section[] {
  const { recents, favourites } = personal.value
  return [
    { name: 'here', label: words('here'), entries: ofThisPage(), isFirst: true },
    { name: 'recents', label: words('recents'), entries: recents.map(spotEntry), isFirst: true },
    {
      name: 'favourites',
      label: words('favourites'),
      entries: favourites.map(spotEntry),
      isFirst: true,
    },
    { name: 'pages', label: words('goTo'), entries: pages(), isFirst: true },
    { name: 'lists', label: words('lists'), entries: lists() },
    { name: 'create', label: words('create'), entries: creations() },
    { name: 'do', label: words('do'), entries: deeds() },
    { name: 'reports', label: words('reports'), entries: reports.map(reportEntry) },
    {
      name: 'session',
      label: words('session'),
      entries: ofTheSession(openShortcuts),
      isFirst: true,
    },
  ]
}

function ofThisPage(): readonly Entry[] {
  const all = commands.value
  // Counted from the outermost part: what comes later stands before the others, and the chosen one stays chosen.
  return all.map((command, index) => ({ ...command, key: `command:${all.length - index}` }))
}

function spotEntry({ path, label }: Spot): Entry {
  return { ...link(path, label), detail: modelLabel(path) }
}

/** Of a record its model, which its own name does not tell. */
function modelLabel(path: string): string | undefined {
  const [, kind, name, id] = path.split('/')
  if (kind !== 'm' || id === undefined) return undefined
  return allModels().find((model) => model.name === name)?.label
}

function pages(): readonly Entry[] {
  return menuPages().map(({ path, label }) => ({ ...link(path, label()), detail: words('page') }))
}

function lists(): readonly Entry[] {
  return allModels()
    .filter(({ read }) => read)
    .map((model) => ({
      ...link(`/m/${model.name}`, nameOf(model)),
      alias: model.label,
      detail: model.module,
    }))
}

function creations(): readonly Entry[] {
  return allModels()
    .filter(({ create }) => create)
    .map(({ name, label, module }) => ({
      ...link(`/m/${name}/new`, words('createOne', { name: label })),
      detail: module,
    }))
}

/** What can be done without choosing records, such as taking in an invoice, in the list of its model. */
function deeds(): readonly Entry[] {
  return allModels().flatMap(({ name: model, actions, read, module }) =>
    actions
      .filter(({ mode }) => mode === 'native' && read)
      .map(({ name, label }) =>
        act(`do:${model}.${name}`, label, () => {
          wantedAction.value = { model, name }
          void navigate(`/m/${model}`)
        }),
      )
      .map((entry) => ({ ...entry, detail: module })),
  )
}

function reportEntry(report: Report): Entry {
  return { ...link(`/reports/${report.name}`, textOf(report.label)), detail: words('report') }
}

function ofTheSession(openShortcuts: () => void): readonly Entry[] {
  const isEnglish = language.value === 'en'
  return [
    act('shortcuts', words('shortcuts'), openShortcuts),
    link('/account', words('account')),
    act('dark', words('dark'), () => chooseTheme('dark')),
    act('light', words('light'), () => chooseTheme('light')),
    act('language', words(isEnglish ? 'spanish' : 'english'), () =>
      chooseOwnLanguage(isEnglish ? 'es-MX' : 'en'),
    ),
    act('signOut', words('signOut'), () => void leave()),
  ]
}

function act(key: string, label: string, run: () => void): Entry {
  return { key, label, run }
}

function allModels() {
  return (modules.value ?? []).flatMap(({ label, models }) =>
    models.map((model) => ({ ...model, module: label })),
  )
}

function link(path: string, label: string): Entry {
  return { key: path, label, run: () => void navigate(path) }
}
