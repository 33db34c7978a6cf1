import type { TestPage } from '@oficina/testkit/browser.ts'

import { reportsAnswer, worksAnswer } from './declared-report.ts'

/** Lets a page find a service that has one report more, as it would after its declaration was added. */
export async function addReport(page: TestPage['page']): Promise<void> {
  await page.route('**/api/v1/reports', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: reportsAnswer(await answer.json()) })
  })
  await page.route('**/api/v1/reports/obras/n?*', (route) =>
    route.fulfill({ json: worksAnswer(route.request().url()) }),
  )
}
