import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { aboutOf, helpAddress } from '../../console/manual/help-address.ts'
import type { ManualPage } from '../../console/manual/manual-tree.ts'
import { searchManual } from '../../console/manual/search-manual.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

function manualPage(name: string, title: string, heading: string, text: string): ManualPage {
  return {
    name,
    title,
    about: [],
    blocks: [
      { kind: 'heading', id: 'parte', text: [{ kind: 'text', text: heading }] },
      { kind: 'paragraph', text: [{ kind: 'text', text }] },
    ],
  }
}

test('a page is found by the beginnings of its words without accents, titles and headings first', () => {
  const pages = [
    manualPage('texto', 'Pagar', 'Antes', 'La cotización se acepta.'),
    manualPage('parte', 'Comprar', 'Cotizaciones', 'De proveedores.'),
    manualPage('titulo', 'Cotización', 'Los pasos', 'Uno.'),
    manualPage('dentro', 'Recotizar', 'Los pasos', 'Nada.'),
  ]
  const names = (typed: string) => searchManual(pages, typed).map(({ page }) => page.name)
  assert.deepEqual(names('COTIZACION'), ['titulo', 'parte', 'texto'])
  assert.deepEqual(names('cotiz pag'), ['texto'])
  assert.deepEqual(names('cotiz nada'), [])
  assert.deepEqual(names(' '), [])
  const [found] = searchManual(pages, 'proveedores')
  assert.deepEqual(found?.part, {
    id: 'parte',
    heading: 'Cotizaciones',
    excerpt: 'De proveedores.',
  })
})

test('help is about the model of a list or a record, else about the page or the one above it', () => {
  assert.equal(helpAddress('/m/Venta/12'), '/manual?de=Venta')
  assert.equal(helpAddress('/admin/users'), '/manual?de=%2Fadmin%2Fusers')
  assert.equal(helpAddress('/manual/vender'), '/manual')
  const page = (name: string, about: readonly string[]) => ({ name, about })
  const pages = [
    page('vender', ['Venta']),
    page('usuarios', ['/admin']),
    page('listas', ['/m/:modelo']),
  ]
  const names = (sought: string | null) => aboutOf(pages, sought).map(({ name }) => name)
  assert.deepEqual(names('Venta'), ['vender'])
  assert.deepEqual(names('/admin/keys'), ['usuarios'])
  assert.deepEqual(names('Talla'), ['listas'])
  assert.deepEqual(names('/account'), [])
  assert.deepEqual(names(null), [])
})

test('who presses F1 reads in another tab what the manual says, and finds the rest by searching', async () => {
  const { page } = await console.openAs('/m/FacturaGlobal')
  await page.getByRole('heading', { name: 'Facturas globales' }).waitFor()
  await page.keyboard.press('F1')
  const [address = ''] = page.popups
  assert.match(page.url(), /\/m\/FacturaGlobal$/)
  const { page: another } = await console.openAs(address.slice(`${console.erp.url}/console`.length))
  await another.waitForURL('**/console/manual/factura-global')
  await another.getByRole('heading', { level: 1, name: 'Factura global' }).waitFor()
  await another.getByText('Timbrar factura global', { exact: true }).waitFor()

  await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Manual' }).click()
  await page.getByRole('heading', { level: 1, name: 'Manual' }).waitFor()
  await page.getByRole('searchbox', { name: 'Buscar en el manual' }).fill('sustituir una factúra')
  const found = page.getByRole('region', { name: 'Buscar en el manual' })
  await found.getByRole('link', { name: /Cancelar una factura/ }).click()
  await page.waitForURL('**/console/manual/cancelar-facturas#sustituir-una-factura')
  const part = page.getByRole('heading', { name: 'Sustituir una factura' })
  await part.and(page.locator(':focus')).waitFor()
})
