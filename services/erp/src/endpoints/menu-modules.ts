import type { Actions } from '../actions/business/action.ts'
import type { Module, Registry } from '../dictionary/types.ts'
import type { Rights } from '../identity/rights.ts'

/**
 * What a module is to whoever works: `works` has business actions, `serves` is what others work by, `catalogs` holds only
 * what all companies share, `records` keeps what is entered and does nothing with it.
 */
export type ModuleKind = 'works' | 'serves' | 'catalogs' | 'records'

/** @source docs/decisions/0269-erp-console-frame.md */
export function moduleKind(module: Module, registry: Registry, actions: Actions): ModuleKind {
  if (module.models.some((model) => actions.actionsOf(model).length > 0)) return 'works'
  if (module.serves) return 'serves'
  const isShared = module.models.every((model) => registry.models.get(model)?.scope === 'global')
  return isShared ? 'catalogs' : 'records'
}

interface MenuModule {
  readonly kind: ModuleKind
  readonly models: readonly { readonly create: boolean; readonly actions: readonly unknown[] }[]
}

const ORDER: readonly ModuleKind[] = ['works', 'serves', 'catalogs', 'records']

/**
 * The modules as a person's menu has them: by what they are, and of those that work the one first in which he may do
 * most, so that everybody's own trade is on top; else, as for an administrator, in the order of the manifest.
 */
export function inMenuOrder<T extends MenuModule>(
  modules: readonly T[],
  { isAdministrator }: Pick<Rights, 'isAdministrator'>,
): readonly T[] {
  const work = ({ kind, models }: T) =>
    kind !== 'works' || isAdministrator
      ? 0
      : models.reduce((sum, { create, actions }) => sum + actions.length + Number(create), 0)
  return modules.toSorted(
    (one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || work(other) - work(one),
  )
}
