/** Which records are chosen: some by their ids, or all that match but some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> }

export const NOTHING: Selection = { kind: 'some', ids: new Set() }
export const ALL: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/** @param total of all that match */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size)
}

/** The selection with these records chosen, or not. */
export function withSelected(
  selection: Selection,
  ids: readonly number[],
  isChosen: boolean,
): Selection {
  const isAdded = (selection.kind === 'some') === isChosen
  const named = new Set(selection.kind === 'some' ? selection.ids : selection.except)
  for (const id of ids) {
    if (isAdded) named.add(id)
    else named.delete(id)
  }
  return selection.kind === 'some' ? { kind: 'some', ids: named } : { kind: 'all', except: named }
}
