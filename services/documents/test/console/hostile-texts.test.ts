import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { HOSTILE_TEXTS, watchPage } from '@oficina/testkit/watched-page.ts'

import { docx, p } from '../docx/docx-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it walks through all tabs with texts that are made to run.

let studio: ConsoleTest

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

before(async () => {
  studio = await startConsole()
  const texts = HOSTILE_TEXTS.map(escaped)
  await studio.documents.upload(
    'ataque',
    docx(
      texts
        .map((text) => p(`${text} {nombre} {#filas}{'${text.replaceAll("'", '')}'}{/filas}`))
        .join('') + p(`{${'w'.repeat(300)}}`),
    ),
  )
  await studio.documents.upload(
    'roto',
    docx(texts.map((text) => p(`{${text}} {#${text}}`)).join('')),
  )
})
after(() => studio.stop())

test('texts of templates, their problems, data and names of files run nothing and break no page', async () => {
  const opened = await studio.openWithKey('/')
  const { page } = opened
  const watched = watchPage(opened)
  const base = page.url()
  for (const slug of ['ataque', 'roto']) {
    for (const tab of ['fill', 'tags', 'merge', 'versions', 'embed']) {
      await page.goto(`${base}t/${slug}?tab=${tab}`)
      await opened.settled()
      await watched.check()
    }
  }
  for (const text of HOSTILE_TEXTS) {
    for (const path of ['?q=', 't/']) {
      await page.goto(base + path + encodeURIComponent(text))
      await opened.settled()
      await watched.check()
    }
  }
  await page.goto(`${base}t/ataque`)
  for (const text of HOSTILE_TEXTS) {
    await page.getByLabel('Nombre').fill(text)
    await opened.settled()
    await watched.check()
  }
  await page.goto(base)
  const names = HOSTILE_TEXTS.map((text) => `${text.slice(0, 200)}.docx`)
  for (const name of names) {
    const files = [{ name, mimeType: '', buffer: docx(p('{x}')) }]
    await page.locator('main#main > div').last().drop({ files })
    await page.getByRole('dialog').waitFor()
    await opened.settled()
    await watched.check()
    await page.keyboard.press('Escape')
  }
  const link = '<a href="javascript:0">x</a>'
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), link)
  await assert.rejects(watched.check(), 'what did become markup is seen')
})
