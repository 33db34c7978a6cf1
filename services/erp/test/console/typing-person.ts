import assert from 'node:assert/strict'

import type { TestPage } from '@oficina/testkit/browser.ts'

import type { ConsoleTest } from './console-fixture.ts'
import type { Person } from './sign-in-first.ts'

/** Somebody at a keyboard. Keys are counted as he presses them: a letter, Enter, and Ctrl with a letter are one each. */
export interface TypingPerson {
  readonly opened: TestPage
  readonly page: TestPage['page']
  readonly keys: () => number
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Goes somewhere, or does something, by the palette. */
  palette(typed: string, entry: RegExp): Promise<void>
  /** Types what a field with a list is to have, and takes what is found. */
  choose(typed: string, found: RegExp): Promise<void>
  /** Goes on with Tab until a field has the cursor, as far as a person would look for it. */
  tabTo(label: string): Promise<void>
  /** Waits until a field or a button has the cursor. */
  at(label: string): Promise<void>
  /** Waits until the record is in a state. */
  state(text: string): Promise<void>
  /** Follows a link of the page, as with Tab and Enter: counted as two keys. */
  follow(link: RegExp): Promise<void>
}

const MOST_TABS = 14

export async function typingPerson(
  console: ConsoleTest,
  person: Person,
  options: Parameters<ConsoleTest['openAs']>[2] = { width: 1366, height: 768 },
): Promise<TypingPerson> {
  const opened = await console.openAs('/', person, options)
  const { page } = opened
  const count = { keys: 0 }
  const press = async (key: string) => {
    count.keys += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    count.keys += text.length
    await page.keyboard.type(text)
  }
  const choose = async (typed: string, found: RegExp) => {
    await type(typed)
    await page.getByRole('option', { name: found, selected: true }).waitFor()
    await press('Enter')
  }
  const named = (name: string) =>
    (['combobox', 'textbox', 'spinbutton', 'button'] as const)
      .map((role) => page.getByRole(role, { name, exact: true }))
      .reduce((all, one) => all.or(one), page.getByLabel(name, { exact: true }))
  const at = async (label: string) => {
    await named(label).and(page.locator(':focus')).first().waitFor()
  }
  return {
    opened,
    page,
    keys: () => count.keys,
    press,
    type,
    choose,
    at,
    palette: async (typed, entry) => {
      await press('Control+k')
      await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
      await choose(typed, entry)
    },
    tabTo: async (label) => {
      const field = named(label)
      for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
        if ((await field.and(page.locator(':focus')).count()) > 0) return
        await press('Tab')
      }
      assert.fail(`${label} is not reached`)
    },
    state: async (text) => {
      await page.locator('header').getByText(text, { exact: true }).waitFor()
    },
    follow: async (link) => {
      count.keys += 1
      await page.getByRole('link', { name: link }).first().focus()
      await press('Enter')
    },
  }
}
