import type { TestPage } from '@oficina/testkit/browser.ts'

import type { ConsoleTest } from './console-fixture.ts'
import type { Person } from './sign-in-first.ts'

type Page = TestPage['page']
export type Locator = ReturnType<Page['locator']>

/** A file as it is chosen in a page. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export interface Effort {
  readonly clicks: number
  /** A letter, Enter, and Ctrl with a letter are one each; what is pasted is one. */
  readonly keys: number
}

/** Somebody at a screen with mouse and keyboard, who comes in by the form. */
export interface WorkingPerson {
  readonly opened: TestPage
  readonly page: Page
  /** What it took until now. */
  effort(): Effort
  click(target: Locator): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Clicks into a field and types over what is there. */
  write(field: Locator, text: string): Promise<void>
  /** Clicks into a field and pastes, as with Ctrl+V. */
  paste(field: Locator, text: string): Promise<void>
  /** Clicks into a field of references, types, and takes what is found. */
  choose(field: Locator, typed: string, found: RegExp): Promise<void>
  /** Chooses one of few from a list. */
  select(field: Locator, label: string): Promise<void>
  /** Clicks what asks for files, and chooses them. */
  give(button: Locator, files: readonly ChosenFile[]): Promise<void>
}

export async function workingPerson(
  console: ConsoleTest,
  { usuario, password }: Person,
  options: Parameters<ConsoleTest['open']>[1] = { width: 1366, height: 768 },
): Promise<WorkingPerson> {
  const opened = await console.open('/', options)
  const { page } = opened
  // The pages' day is the service's.
  await page.clock.setFixedTime(console.erp.clock.now())
  await page.reload()
  const count = { clicks: 0, keys: 0 }
  const click = async (target: Locator) => {
    count.clicks += 1
    await target.click()
  }
  const press = async (key: string) => {
    count.keys += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    count.keys += text.length
    await page.keyboard.type(text)
  }
  const write = async (field: Locator, text: string) => {
    await click(field)
    if ((await field.inputValue()) !== '') await press('Control+a')
    await type(text)
  }
  const person: WorkingPerson = {
    opened,
    page,
    effort: () => ({ ...count }),
    click,
    press,
    type,
    write,
    paste: async (field, text) => {
      await click(field)
      count.keys += 1
      await page.keyboard.insertText(text)
    },
    choose: async (field, typed, found) => {
      await click(field)
      await type(typed)
      await page.getByRole('option', { name: found, selected: true }).waitFor()
      await press('Enter')
    },
    select: async (field, label) => {
      // A click opens the list, another takes one.
      count.clicks += 2
      await field.selectOption({ label })
    },
    give: async (button, files) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(button)])
      await chooser.setFiles([...files])
    },
  }
  await write(page.getByLabel('Usuario'), usuario)
  await write(page.getByLabel('Contraseña', { exact: true }), password)
  await press('Enter')
  await page.locator('main#main').waitFor()
  return person
}
