import type { Actions } from '../actions/business/action.ts'
import type { Module, Registry } from '../dictionary/types.ts'

/**
 * What a module is to whoever works: `works` has business actions, `serves` is what others work by, `catalogs` holds only
 * what all companies share, `records` keeps what is entered and does nothing with it.
 */
export type ModuleKind = 'works' | 'serves' | 'catalogs' | 'records'

/** @source docs/decisions/0269-erp-console-frame.md */
export function moduleKind(module: Module, registry: Registry, actions: Actions): ModuleKind {
  if (module.models.some((model) => actions.of(model).length > 0)) return 'works'
  if (module.serves) return 'serves'
  const isShared = module.models.every((model) => registry.models.get(model)?.scope === 'global')
  return isShared ? 'catalogs' : 'records'
}

interface MenuModule {
  readonly name: string
  readonly kind: ModuleKind
  readonly models: readonly { readonly actions: readonly unknown[] }[]
}

const ORDER: readonly ModuleKind[] = ['works', 'serves', 'catalogs', 'records']

/**
 * The modules as a person's menu has them: by what they are, and of those that work the one first of whose actions the
 * person has the largest part, so that everybody's own trade is on top; else in the order of the manifest.
 */
export function inMenuOrder<T extends MenuModule>(
  modules: readonly T[],
  countOf: (module: string) => number,
): readonly T[] {
  const place = ({ name, kind, models }: T) => {
    const own = models.reduce((sum, { actions }) => sum + actions.length, 0)
    const all = countOf(name)
    return { kind: ORDER.indexOf(kind), part: all === 0 ? 0 : own / all }
  }
  return modules
    .map((module) => ({ module, ...place(module) }))
    .toSorted((one, other) => one.kind - other.kind || other.part - one.part)
    .map(({ module }) => module)
}
