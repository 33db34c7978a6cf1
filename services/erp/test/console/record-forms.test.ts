import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { type OpenedPage } from '@oficina/testkit/small-page.ts'

import { books, type Books } from '../actions/entry-fixture.ts'
import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

type Page = OpenedPage['page']

let console: SmallConsole
let shop: Purchasing
let own: Books

before(async () => {
  console = await startSmallConsole()
  shop = await purchasing(console.erp, console.erp.admin)
  own = await books(console.erp, console.erp.admin)
})

after(() => console.stop())

async function stored(path: string) {
  const answer = await console.erp.admin.get(`${API}/${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

async function saved(page: Page, text: RegExp = /Guardado/): Promise<void> {
  await page.getByRole('status').getByText(text).first().waitFor()
}

test('a record of a small catalog is changed and saved by Ctrl S', async () => {
  const id = await shop.create('Moneda', { clave: 'ZZA', nombre: 'De prueba', decimales: 2 })
  const { page } = await console.openAs(`/m/Moneda/${id}`)
  await page.getByRole('heading', { level: 1, name: /ZZA De prueba/ }).waitFor()
  await page.getByLabel('Nombre').fill('Otra')
  await page.keyboard.press('Control+s')
  await saved(page)
  assert.equal((await stored(`Moneda/${id}`)).nombre, 'Otra')
  await page.getByRole('heading', { level: 1, name: /ZZA Otra/ }).waitFor()
})

test('two persons who change the same record choose field by field what stays', async () => {
  const id = await shop.create('Moneda', { clave: 'ZZB', nombre: 'De prueba', decimales: 2 })
  const { page } = await console.openAs(`/m/Moneda/${id}`)
  await page.getByLabel('Nombre').fill('El mío')
  await page.getByLabel('Símbolo').fill('m')
  await shop.update('Moneda', id, { nombre: 'El de otra persona', decimales: 4 })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Alguien más guardó cambios' })
  await dialog.waitFor()
  await dialog.getByText('El de otra persona').waitFor()
  await dialog.getByText('También cambió: Decimales.').waitFor()
  await dialog.getByRole('radio', { name: /El de otra persona/ }).check()
  await dialog.getByRole('button', { name: 'Guardar otra vez' }).click()
  await saved(page)
  const now = await stored(`Moneda/${id}`)
  assert.deepEqual([now.nombre, now.simbolo, now.decimales], ['El de otra persona', 'm', 4])
})

test('who leaves with something unsaved is asked, and told what would be lost', async () => {
  const id = await shop.create('Moneda', { clave: 'ZZC', nombre: 'De prueba', decimales: 2 })
  const { page } = await console.openAs(`/m/Moneda/${id}`)
  await page.getByLabel('Nombre').fill('Cambiado')
  await page.getByRole('main').getByRole('link', { name: 'Monedas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await dialog.getByText(/Nombre/).waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  assert.equal(await page.getByLabel('Nombre').inputValue(), 'Cambiado')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await page.locator('main button.primary').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Nombre').inputValue(), 'De prueba')
})

test('lines are pasted from a spreadsheet, and references found by their keys', async () => {
  const articulo = await shop.create('Articulo', {
    clave: 'CEM-50',
    descripcion: 'Cemento gris',
    unidad: shop.unidad,
  })
  const id = await shop.purchase('10')
  const { page } = await console.openAs(`/m/Compra/${id}`)
  await page.getByRole('gridcell', { name: 'Varilla', exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Artículo, línea 2').and(page.locator(':focus')).waitFor()
  const table = 'CEM-50\tCemento de saco\t1,200.5\tPZA\t$ 214.00\nNO-HAY\tOtra cosa\t3\tPZA\t10\n'
  await page.locator(':focus').paste({ text: table })
  await page.getByText('Se pegaron 2 líneas.').waitFor()
  await page.getByText('No hay «NO-HAY» en Artículo.').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Control+s')
  await saved(page)
  const { partidas } = await stored(`Compra/${id}?lines=true`)
  assert.deepEqual(
    partidas
      .slice(1)
      .map((line: Record<string, unknown>) => [
        line['articulo'],
        line['descripcion'],
        line['cantidad'],
        line['precio'],
      ]),
    [
      [articulo, 'Cemento de saco', 1200.5, 214],
      [null, 'Otra cosa', 3, 10],
    ],
  )
})

test('a day or an instant in what a record is called is as people read it, not as the API writes it', async () => {
  const compra = await shop.purchase('10')
  const { folio } = await stored(`Compra/${compra}`)
  const { data } = (await console.erp.admin.get(`${API}/Usuario?per_page=1`)).json
  const id = await shop.create('CompraSeguimiento', {
    compra,
    fecha: '2026-11-20T18:07:00Z',
    medio: 'correo',
    usuario: data[0].id,
    comentario: 'Confirma la entrega.',
  })
  const { page, turnTo } = await console.openAs(`/m/CompraSeguimiento/${id}`)
  const named = new RegExp(`^(?:Seguimientos de compra: )?${folio} / 20 nov 2026, \\d+:07 [ap]`)
  await page.getByRole('heading', { level: 1, name: named }).waitFor()
  await turnTo(`/console/m/Compra/${compra}`)
  const related = page.getByRole('region', { name: 'Relacionados' })
  await related.getByRole('link', { name: named }).first().waitFor()
  const day = await shop.create('DiaFestivo', { fecha: '2031-05-06', nombre: 'Puente' })
  await turnTo(`/console/m/DiaFestivo/${day}`)
  await page.getByRole('heading', { level: 1, name: '06 may 2031 Puente' }).waitFor()
})

test('a column of amounts in the lines has room for its longest one, also while that is typed', async () => {
  const leasts = async (id: number, typed = '') => {
    const { page } = await console.openAs(`/m/Poliza/${id}`)
    const row = page.getByRole('row', { name: /Cuenta contable/ })
    await row.waitFor()
    if (typed !== '') {
      await page.getByRole('gridcell', { name: '1.00' }).first().click()
      await page.getByLabel('Cargo, línea 1').fill(typed)
    }
    const style = (await row.getAttribute('style')) ?? ''
    return [...style.matchAll(/minmax\((\d+)px/g)].map(([, least]) => Number(least))
  }
  // Account, concept, debit, credit.
  const [account, concept, debit = 0, credit] = await leasts(await own.simple('1.00'))
  const long = await leasts(await own.simple('20000000.00'))
  assert.deepEqual(long.slice(0, 2), [account, concept])
  assert.ok(debit < 100 && (long[2] ?? 0) > 110, `${debit} and ${long[2]} px`)
  assert.equal(long[3], long[2])
  const typed = await leasts(await own.simple('1.00'), '123456789012.34')
  assert.ok((typed[2] ?? 0) > (long[2] ?? 0), `${typed[2]} px`)
  assert.equal(typed[3], credit)
})

test('the activity calls what an action noted without a column as the service does, and writes amounts as amounts', async () => {
  const id = await own.simple('20000000.00')
  for (const [action, inputs] of [
    ['aplicar', {}],
    ['reversar', { motivo: 'Era de otro mes' }],
  ] as const) {
    const answer = await own.actOn(action, id, inputs)
    assert.equal(answer.status, 200, answer.text)
  }
  const { page } = await console.openAs(`/m/Poliza/${id}`)
  const activity = page.getByRole('region', { name: 'Actividad' })
  await activity.getByText('Aplicar', { exact: true }).waitFor()
  const told = await activity.innerText()
  assert.match(told, /^Total: 20,000,000\.00$/m)
  assert.match(told, /^Folio de reversa: /m)
  const trail = await console.erp.admin.get(`${API}/reports/audit-trail/Poliza/${id}`)
  const rows: readonly { readonly accion: string | null; readonly nombres: unknown }[] =
    trail.json.data
  const namesOf = (action: string | null) => rows.find(({ accion }) => accion === action)?.nombres
  assert.deepEqual(namesOf('aplicar'), { total: 'Total' })
  assert.deepEqual(namesOf('reversar'), {
    reversa: 'Reversa',
    folio_reversa: 'Folio de reversa',
  })
  assert.equal(namesOf(null), null)
})
