import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { docx, p } from '../docx/docx-fixture.ts'
import { form, KEY } from '../http-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'
import { BROKEN, LETTER, ORDER } from './templates-to-fill.ts'

let studio: SmallConsole

before(async () => {
  studio = await startSmallConsole()
})
after(() => studio.stop())

test('the key is typed once: a wrong one is refused, the right one is kept', async () => {
  const { page } = await studio.open('/')
  await page.getByLabel('Clave del servicio').fill('otra')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('El servicio no aceptó esta clave.').waitFor()
  await page.getByLabel('Clave del servicio').fill(KEY)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Plantillas', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Plantillas', exact: true }).waitFor()
})

test('replacing asks first, tells which tags come and go, and refuses nothing that was not asked', async () => {
  await studio.documents.upload('aviso', docx(p('{nombre} {saldo}')))
  const { page } = await studio.openWithKey('/')
  await page.getByRole('link', { name: 'aviso' }).waitFor()
  const next = docx(p('{nombre} {vencimiento}'))
  await page
    .locator('main#main > div')
    .last()
    .drop({ files: [{ name: 'aviso.docx', mimeType: '', buffer: next }] })
  const dialog = page.getByRole('dialog', { name: 'Subir plantillas' })
  await dialog.getByText('Reemplaza a la actual').waitFor()
  await dialog.locator('code.added', { hasText: '{vencimiento}' }).waitFor()
  await dialog.locator('code.removed', { hasText: '{saldo}' }).waitFor()
  await dialog.getByRole('button', { name: 'Subir' }).click()
  const question = page.getByRole('dialog', { name: '¿Reemplazar aviso?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  const kept = await studio.documents.client.get('/templates/aviso')
  assert.notDeepEqual(kept.bytes, next)
  await dialog.getByRole('button', { name: 'Subir' }).click()
  await question.getByRole('button', { name: 'Reemplazar' }).click()
  await page.getByText('Se subió aviso.').waitFor()
  assert.deepEqual((await studio.documents.client.get('/templates/aviso')).bytes, next)
})

test('a template with problems says so in the list, and a name that is searched finds it', async () => {
  await studio.documents.upload('rota', BROKEN)
  await studio.documents.upload('orden', ORDER)
  const { page } = await studio.openWithKey('/')
  await page.locator('.template-card', { hasText: 'rota' }).getByText('1 problema').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('ord')
  await page.getByRole('link', { name: 'rota' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'orden' }).waitFor()
  assert.match(page.url(), /q=ord/)
  await page.getByRole('searchbox').fill('')
  await page.locator('.template-card', { hasText: 'orden' }).locator('img').waitFor()
})

test('a template is copied with its schema and its translations, renamed, and deleted after a question', async () => {
  await studio.documents.upload('base', LETTER, { required: ['nombre'] })
  const texts = { 'es-MX': { saludo: 'Estimada' } }
  await studio.documents.client.send('PUT', '/templates/base', {
    body: form({ translations: Buffer.from(JSON.stringify(texts)) }),
  })
  const { page } = await studio.openWithKey('/?q=base')
  const act = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Más de ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('base', 'Copiar')
  await page.getByLabel('Nuevo nombre').fill('base-dos')
  await page.getByRole('button', { name: 'Copiar' }).click()
  await page.getByRole('link', { name: 'base-dos' }).waitFor()
  const schema = await studio.documents.client.get('/templates/base-dos/schema')
  assert.deepEqual(schema.json, { required: ['nombre'] })
  const tags = await studio.documents.client.get('/templates/base-dos/tags')
  assert.deepEqual(tags.json.translations.texts, texts)
  await act('base-dos', 'Cambiar nombre')
  await page.getByLabel('Nuevo nombre').fill('base')
  await page.getByRole('button', { name: 'Cambiar nombre' }).click()
  await page.getByText('Ya hay una plantilla base.').waitFor()
  await page.getByLabel('Nuevo nombre').fill('base-tres')
  await page.getByRole('button', { name: 'Cambiar nombre' }).click()
  await page.getByRole('link', { name: 'base-tres' }).waitFor()
  assert.equal((await studio.documents.client.get('/templates/base-dos')).status, 404)
  await act('base-tres', 'Borrar')
  await page
    .getByRole('dialog', { name: '¿Borrar base-tres?' })
    .getByRole('button', { name: 'Borrar' })
    .click()
  await page.getByRole('link', { name: 'base-tres' }).waitFor({ state: 'detached' })
  assert.equal((await studio.documents.client.get('/templates/base-tres')).status, 404)
})
