import { PAGES, type PageMenu } from './pages.ts'

export interface MenuPage extends PageMenu {
  readonly path: string
}

/** The pages that stand in the menu, for this person. */
export function menuPages(): readonly MenuPage[] {
  return PAGES.flatMap(({ pattern, menu }) =>
    menu === undefined || menu.isShown?.() === false ? [] : [{ path: pattern, ...menu }],
  )
}
