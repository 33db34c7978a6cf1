import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import type { Language } from '@oficina/words/language.ts'

import { MANUAL_DIR, pagesIn } from '../../src/manual-files.ts'
import { purchasing } from '../actions/purchase-fixture.ts'
import { selling } from '../actions/selling/selling-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it opens every page of which the manual has a picture, in both languages. `npm run manual` takes them anew.

/** What is on a picture: an address, and what is there once it is drawn. */
interface Shot {
  readonly path: string
  readonly whole: string
}

const IS_WRITTEN = process.env['MANUAL_PICTURES'] === 'write'
const LOCALES = { es: 'es-MX', en: 'en-US' } as const
// A picture a page, in the repository and in its PDF for ever.
const MOST_BYTES = 72 * 1024
const MOST_BYTES_TOGETHER = 3 * 1024 * 1024

let console: ConsoleTest
let shots: Readonly<Record<string, Shot>>

before(async () => {
  console = await startConsole()
  const { admin } = console.erp
  const company = await selling(console.erp, admin)
  const customer = await company.customer()
  const article = await company.stocked('40', '120', {
    descripcion: 'Varilla corrugada de 3/8',
  })
  const lines = [{ articulo: article, cantidad: '12', precio: '189.50' }]
  const sale = await company.sale(customer, lines)
  await company.done('Venta', 'confirmar_venta', sale)
  const buying = await purchasing(console.erp, admin)
  for (const price of ['1250.00', '8400.00', '675.50']) await buying.purchase(price)
  const purchase = await buying.purchase('3000.00')
  await admin.post('/api/v1/Perfil/actions/agregar_perfiles', {})
  shots = {
    inicio: { path: '/', whole: 'main h1' },
    'puesta-en-marcha': { path: '/start', whole: '.start-step' },
    usuarios: { path: '/admin/users', whole: 'table td' },
    perfiles: { path: '/admin/profiles', whole: 'main tbody td' },
    lista: { path: '/m/Compra', whole: '[role=gridcell]' },
    importar: { path: '/m/Cliente/import', whole: 'main h1' },
    reportes: { path: '/reports', whole: 'main a' },
    venta: { path: `/m/Venta/${sale}`, whole: '.fields' },
    cobro: { path: '/m/CobroCliente/new', whole: '.fields' },
    compra: { path: `/m/Compra/${purchase}`, whole: '.fields' },
    pago: { path: '/m/PagoProveedor/new', whole: '.fields' },
    conteo: { path: '/m/InventarioFisico/new', whole: '.fields' },
    'estado-de-cuenta': { path: '/m/EstadoCuentaBancario/new', whole: '.fields' },
    poliza: { path: '/m/Poliza/new', whole: '.fields' },
  }
})

after(() => console.stop())

for (const language of ['es', 'en'] as const) {
  test(`the page of every picture of the manual can be reached: ${language}`, async () => {
    const options = { locale: LOCALES[language], width: 1200, height: 660 }
    const opened = await console.openAs('/', undefined, options)
    for (const [name, { path, whole }] of Object.entries(shots)) {
      await opened.turnTo(`/console${path}`)
      await opened.page.locator(whole).first().waitFor()
      await opened.settled()
      if (IS_WRITTEN) await keep(opened, language, name)
    }
  })

  test(`every picture that a page shows is there, is small, and is one of those taken: ${language}`, async () => {
    const folder = folderOf(language)
    const files = (await readdir(folder)).toSorted()
    const shown = await picturesShown(language)
    assert.deepEqual(shown, Object.keys(shots).toSorted())
    assert.deepEqual(
      files,
      shown.map((name) => `${name}.webp`),
    )
    const sizes = await Promise.all(
      files.map(async (file) => (await stat(join(folder, file))).size),
    )
    assert.ok(Math.max(...sizes) <= MOST_BYTES, sizes.join())
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= MOST_BYTES_TOGETHER / 2)
  })
}

function folderOf(language: Language): string {
  return join(MANUAL_DIR, 'pictures', language)
}

async function picturesShown(language: Language): Promise<readonly string[]> {
  const texts = await Promise.all(
    pagesIn(language).map((page) => readFile(join(MANUAL_DIR, language, `${page}.md`), 'utf8')),
  )
  const named = texts.flatMap((text) => [...text.matchAll(/^!\[.+\]\((.+)\)$/gm)])
  return [...new Set(named.map(([, name = '']) => name))].toSorted()
}

/** As the picture that a browser makes of it: a fifth of a PNG. */
async function keep({ page }: TestPage, language: Language, name: string): Promise<void> {
  const shot = await page.screenshot({ animations: 'disabled' })
  const drawing = await page.context().newPage()
  const webp = await drawing.evaluate(asWebp, shot.toString('base64'))
  await drawing.close()
  await mkdir(folderOf(language), { recursive: true })
  await writeFile(join(folderOf(language), `${name}.webp`), Buffer.from(webp, 'base64'))
}

/** Runs in a page of its own, which no policy keeps from it. */
async function asWebp(png: string): Promise<string> {
  const image = document.createElement('img')
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas.toDataURL('image/webp', 0.72).split(',')[1] ?? ''
}
