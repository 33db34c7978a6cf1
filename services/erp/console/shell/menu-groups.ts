import { fuzzyScore, plain } from '@oficina/web/fuzzy.ts'

/** A model, as far as the menu looks at it. */
export interface MenuModel {
  readonly name: string
  readonly label: string
  readonly label_plural?: string
  readonly read: boolean
  readonly menu?: boolean
  /** Not what documents refer to. */
  readonly document?: boolean
  readonly actions: readonly unknown[]
}

export interface MenuModule<T extends MenuModel = MenuModel> {
  readonly name: string
  readonly label: string
  readonly kind?: ModuleKind
  readonly models: readonly T[]
}

/** What the service says that a module is to whoever works. */
export type ModuleKind = 'works' | 'serves' | 'catalogs' | 'records'

/** A group of the menu: what it shows at once, and what only on demand. */
export interface MenuGroup<T extends MenuModel = MenuModel> {
  readonly name: string
  readonly label: string
  readonly kind: ModuleKind
  readonly main: readonly T[]
  readonly more: readonly T[]
}

/** What stands in a menu of so few is not folded away. */
const FEW = 12

/**
 * The groups of a person's menu, in the order that the service gives. In each, first the documents, then what they refer
 * to; parts of others, such as lines of a document, are one step away.
 */
export function menuGroups<T extends MenuModel>(
  modules: readonly MenuModule<T>[],
): readonly MenuGroup<T>[] {
  return modules
    .map(({ name, label, kind = 'works', models }) => {
      const readable = models.filter(({ read }) => read)
      const isFew = readable.length <= FEW
      const main = readable.filter((model) => isFew || isMain(model, models))
      return {
        name,
        label,
        kind,
        main: main.toSorted((one, other) => rank(one) - rank(other)),
        more: readable.filter((model) => !main.includes(model)),
      }
    })
    .filter(({ main, more }) => main.length + more.length > 0)
}

/** The groups with only what answers to what was typed, the best first; undefined typed shows all. */
export function filteredGroups<T extends MenuModel>(
  groups: readonly MenuGroup<T>[],
  typed: string,
): readonly MenuGroup<T>[] {
  const wanted = plain(typed.trim())
  if (wanted === '') return groups
  return groups
    .map((group) => {
      const isGroup = plain(group.label).includes(wanted)
      const found = [...group.main, ...group.more].filter(
        (model) => isGroup || plain(nameOf(model)).includes(wanted),
      )
      return { ...group, main: best(found, wanted), more: [] }
    })
    .filter(({ main }) => main.length > 0)
}

/** What a line of the menu says. */
export function nameOf({ label, label_plural: plural }: MenuModel): string {
  return plural ?? label
}

function best<T extends MenuModel>(models: readonly T[], wanted: string): readonly T[] {
  const score = (model: T) => fuzzyScore(wanted, plain(nameOf(model))) ?? 0
  return models.toSorted((one, other) => score(other) - score(one))
}

/** What the person may do something with, other documents, the rest. */
function rank({ actions, document }: MenuModel): number {
  if (actions.length > 0) return 0
  return document === true ? 1 : 2
}

/** What the service leaves out of menus, and a model whose name begins with that of another, is a part of something. */
function isMain({ name, menu }: MenuModel, siblings: readonly MenuModel[]): boolean {
  if (menu === false) return false
  return !siblings.some((other) => {
    const rest = name.startsWith(other.name) ? name.slice(other.name.length) : ''
    return /^[A-Z]/.test(rest)
  })
}
