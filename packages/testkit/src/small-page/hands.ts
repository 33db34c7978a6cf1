import { HTMLInputElement, HTMLSelectElement, type HTMLElement } from 'happy-dom'

import { drop, holdOver, paste, type Carried } from './carried.ts'
import {
  choose,
  insert,
  isCheckedNow,
  isTextField,
  putFiles,
  replaceValue,
  viewOf,
  type Choice,
  type GivenFile,
} from './fields.ts'
import { isDisabled } from './focusable.ts'
import { strike } from './keys.ts'
import { isReachable } from './layers.ts'
import { there, told, type Sought } from './looking.ts'
import { drawn, until } from './patience.ts'
import { point, press, type Press } from './pointer.ts'
import { isShown } from './shown.ts'

interface Forced {
  /** Whatever lies over it. */
  readonly force?: boolean
}

/** What a person does with what a test looks for; each waits until it can be done. */
export interface Hands extends Pressing, Filling {}

interface Pressing {
  click(options?: Press & Forced): Promise<void>
  dblclick(): Promise<void>
  hover(): Promise<void>
  focus(): Promise<void>
  blur(): Promise<void>
  press(key: string): Promise<void>
  pressSequentially(text: string): Promise<void>
  /** Drops it there, once the page takes what is held over it. */
  drop(carried: Carried): Promise<void>
  /** Pastes it there; a text that the page leaves alone is typed into the field. */
  paste(carried: Carried): Promise<void>
}

interface Filling {
  fill(value: string): Promise<void>
  check(options?: Forced): Promise<void>
  uncheck(options?: Forced): Promise<void>
  selectOption(choice: Choice | readonly Choice[]): Promise<void>
  setInputFiles(files: GivenFile | readonly GivenFile[]): Promise<void>
}

export function handsOn(sought: Sought): Hands {
  return { ...pressing(sought), ...filling(sought) }
}

type Act = (
  canBe: (element: HTMLElement) => boolean,
  does: (element: HTMLElement) => void,
) => Promise<void>

function actOn(sought: Sought): Act {
  return async (canBe, does) => {
    does(await there(sought, canBe))
    await drawn()
  }
}

function pressing(sought: Sought): Pressing {
  const act = actOn(sought)
  const onKey = (key: string) =>
    act(isAttached, (element) => {
      element.focus()
      strike(viewOf(element), key)
    })
  return {
    click: ({ force = false, ...how } = {}) =>
      act(force ? isAttached : isPressable, (element) => press(element, how)),
    dblclick: () => act(isPressable, pressTwice),
    hover: () => act(isShown, point),
    focus: () => act(isAttached, (element) => element.focus()),
    blur: () => act(isAttached, (element) => element.blur()),
    press: onKey,
    pressSequentially: async (text) => {
      for (const key of text) await onKey(key)
    },
    drop: (carried) =>
      act(
        (element) => isShown(element) && holdOver(element, carried),
        (element) => drop(element, carried),
      ),
    paste: (carried) =>
      act(isPressable, (element) => {
        element.focus()
        if (paste(element, carried)) return
        if (isTextField(element) && carried.text !== undefined) insert(element, carried.text)
      }),
  }
}

function pressTwice(element: HTMLElement): void {
  press(element, {}, 1)
  press(element, {}, 2)
  const { MouseEvent } = viewOf(element)
  element.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true, detail: 2 }))
}

function filling(sought: Sought): Filling {
  const act = actOn(sought)
  const setChecked = (isChecked: boolean, { force = false }: Forced = {}) =>
    act(force ? isAttached : isPressable, (element) => {
      if (isCheckedNow(element) !== isChecked) press(element)
    })
  return {
    fill: (value) =>
      act(isEditable, (element) => {
        if (!isTextField(element)) throw new Error(`${sought.words} is not a field that is filled`)
        element.focus()
        replaceValue(element, value)
      }),
    check: (forced) => setChecked(true, forced),
    uncheck: (forced) => setChecked(false, forced),
    selectOption: async (choice) => {
      const choices: readonly Choice[] = Array.isArray(choice) ? choice : [choice]
      const select = await there(sought, isPressable)
      if (!(select instanceof HTMLSelectElement)) throw new Error(`${sought.words} is not a select`)
      select.focus()
      await until(
        () => choose(select, choices),
        () => told(sought, `has no option ${JSON.stringify(choice)}`),
      )
      await drawn()
    },
    setInputFiles: (files) =>
      act(isAttached, (element) => {
        if (!(element instanceof HTMLInputElement))
          throw new Error(`${sought.words} takes no files`)
        putFiles(element, Array.isArray(files) ? files : [files])
      }),
  }
}

function isAttached(element: HTMLElement): boolean {
  return element.isConnected
}

function isPressable(element: HTMLElement): boolean {
  return isShown(element) && !isDisabled(element) && isReachable(element)
}

function isEditable(element: HTMLElement): boolean {
  return isPressable(element) && !element.hasAttribute('readonly')
}
