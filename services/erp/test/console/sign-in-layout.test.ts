import { after, before, test } from 'node:test'

import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: axe looks at the sign-in in every theme and language.

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sign-in is accessible when it is ${colorScheme}, in both languages`, async () => {
    const opened = await console.open('/', { colorScheme })
    await opened.checkAccessibility()
    await opened.screenshot(`sign-in-${colorScheme}`)
    await opened.page.getByRole('button', { name: 'English' }).click()
    await opened.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await opened.checkAccessibility()
  })
}
