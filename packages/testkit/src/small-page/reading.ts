import type { HTMLElement } from 'happy-dom'

import { isCheckedNow, valueOf } from './fields.ts'
import { isDisabled } from './focusable.ts'
import { only, there, type Sought } from './looking.ts'
import { isShown } from './shown.ts'
import { innerText } from './words.ts'

/** What a test reads of what it looks for. */
export interface Reading {
  innerText(): Promise<string>
  textContent(): Promise<string>
  inputValue(): Promise<string>
  getAttribute(name: string): Promise<string | null>
  allInnerTexts(): Promise<readonly string[]>
  isDisabled(): Promise<boolean>
  isEnabled(): Promise<boolean>
  isChecked(): Promise<boolean>
  isVisible(): Promise<boolean>
}

export function readingOf(sought: Sought): Reading {
  const read = async <T>(of: (element: HTMLElement) => T): Promise<T> =>
    of(await there(sought, () => true))
  return {
    innerText: () => read(innerText),
    textContent: () => read((element) => element.textContent),
    inputValue: () => read(valueOf),
    getAttribute: (name) => read((element) => element.getAttribute(name)),
    allInnerTexts: () => Promise.resolve(sought.find().map(innerText)),
    isDisabled: () => read(isDisabled),
    isEnabled: () => read((element) => !isDisabled(element)),
    isChecked: () => read(isCheckedNow),
    isVisible: () => {
      const element = only(sought)
      return Promise.resolve(element !== undefined && isShown(element))
    },
  }
}
