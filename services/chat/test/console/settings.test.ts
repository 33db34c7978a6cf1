import { after, before, test } from 'node:test'

import { startConsole, type ConsoleTest } from './console-fixture.ts'

let client: ConsoleTest

before(async () => {
  client = await startConsole()
})
after(() => client.stop())

const PERSONAL = [
  'profile',
  'account-and-privacy',
  'preferences',
  'notifications',
  'alert-words',
  'topics',
  'muted-users',
  'uploaded-files',
  'bots',
]
const ORGANIZATION = [
  'profile',
  'settings',
  'permissions',
  'users',
  'invitations',
  'bots',
  'default-channels',
  'channel-folders',
  'emoji',
  'linkifiers',
  'playgrounds',
  'profile-fields',
  'default-settings',
  'authentication',
  'exports',
]

test('every section of settings can be used by everybody, light and dark', async () => {
  const opened = await client.openAs(client.chat.owner, '/settings')
  const { page } = opened
  const addresses = [
    ...PERSONAL.map((key) => `/settings/${key}`),
    ...ORGANIZATION.map((key) => `/organization/${key}`),
  ]
  for (const address of addresses) {
    await page.goto(`${client.chat.baseUrl}/console${address}`)
    await page.locator('.settings-section').first().waitFor()
    await opened.screenshot(address.slice(1).replaceAll('/', '-'))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await opened.checkAccessibility()
    }
  }
})
