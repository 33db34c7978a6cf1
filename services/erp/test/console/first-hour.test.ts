import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'

import { ADMIN } from '../admin.ts'
import { startSimulated, type Simulated } from '../pac/simulated.ts'
import { API } from '../rights/rights-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { desk, PEOPLE, type Desk } from './first-hour-desk.ts'
import {
  articles,
  COMPANY,
  CONSTANCIA,
  customers,
  openingFiles,
  publishedFiles,
  suppliers,
} from './first-hour-files.ts'
import type { ChosenFile, Effort } from './working-person.ts'

// Deep: a company's first hour, from an empty service to a first invoice stamped and a purchase received, in the console alone.
// A service of its own: it begins empty, and a PAC stamps for it.

let console: ConsoleTest
let simulated: Simulated
let admin: Desk
const folios = { sale: '', purchase: '' }
// Of all that was done at any desk, for the sum.
const told: Effort[] = []

before(async () => {
  simulated = await startSimulated()
  console = await startConsole({
    pac: {
      pacUrl: simulated.url,
      pacUser: 'usuario',
      pacPassword: 'una clave',
      satStatusUrl: `${simulated.url}/ConsultaCFDIService.svc`,
      satCertificatesUrl: `${simulated.url}/rccf`,
    },
  })
  admin = await desk(console, ADMIN.usuario, ADMIN.password)
})

after(async () => {
  await console.stop()
  await simulated.stop()
})

/** Tells what a desk took since it was last told. */
async function rise(context: TestContext, person: Desk, what: string, since?: Effort) {
  const { clicks, keys } = person.effort()
  const effort = { clicks: clicks - (since?.clicks ?? 0), keys: keys - (since?.keys ?? 0) }
  told.push(effort)
  context.diagnostic(`${what}: ${effort.clicks} clicks, ${effort.keys} keys`)
  await person.opened.settled()
  await person.opened.screenshot(`hour-${what}`)
  await person.opened.checkAccessibility()
}

/** Goes to the list of steps by the menu, and takes one of the ways of a step. */
async function step(name: string, way: string): Promise<void> {
  const { page } = admin
  await admin.click(page.getByRole('navigation').getByRole('link', { name: 'Puesta en marcha' }))
  const heading = page.getByRole('heading', { name })
  await admin.click(
    page.getByRole('listitem').filter({ has: heading }).getByRole('link', { name: way }),
  )
}

/** Whether the list of steps says that a step is done. */
async function isDone(name: string): Promise<void> {
  const { page } = admin
  await admin.opened.turnTo('/console/start')
  const heading = page.getByRole('heading', { name })
  const item = page.getByRole('listitem').filter({ has: heading })
  await item.getByText(/^Listo/).waitFor()
}

test('the administrator loads the SAT’s catalogs and says who the company is', async (context) => {
  const { page } = admin
  await step('Catálogos del SAT', 'Abrir')
  await admin.give(page.locator('button', { hasText: 'Elegir archivos' }), await publishedFiles())
  await page.getByText(/^Colonias?: 2 registros al día/).waitFor()
  await step('Quién es la empresa', 'Hacerlo ahora')
  await admin.paste(page.getByLabel(/^Texto de la constancia/), CONSTANCIA)
  await admin.press('Control+Enter')
  await admin.dialog.waitFor({ state: 'detached' })
  await rise(context, admin, 'company')
  await isDone('Catálogos del SAT')
  await isDone('Quién es la empresa')
})

test('the administrator registers the certificate and tries the PAC', async (context) => {
  const since = admin.effort()
  const csd = await simulated.simulator.issue({
    ...COMPANY,
    kind: 'csd',
    password: 'clave del csd',
  })
  const file = (name: string, bytes: Uint8Array): ChosenFile => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  })
  await step('Certificado de sello digital', 'Hacerlo ahora')
  const choose = admin.dialog.locator('button', { hasText: 'Elegir archivo' }).first()
  await admin.give(choose, [file('csd.cer', csd.cer)])
  await admin.dialog.getByRole('button', { name: 'Quitar csd.cer' }).waitFor()
  await admin.give(choose, [file('csd.key', csd.key)])
  await admin.write(admin.dialog.getByLabel(/^Contraseña/), 'clave del csd')
  await admin.press('Enter')
  await admin.dialog.waitFor({ state: 'detached' })
  await step('El PAC que timbra', 'Hacerlo ahora')
  await admin.dialog.waitFor()
  await admin.press('Enter')
  await admin.page.getByText('Responde el ambiente de pruebas').waitFor()
  await admin.press('Enter')
  await rise(context, admin, 'certificate', since)
  await isDone('El PAC que timbra')
})

test('the administrator names a series, the bank account and how one pays through it', async (context) => {
  const since = admin.effort()
  const { page } = admin
  await step('Series y folios', 'Agregar uno')
  await admin.at('Clave')
  await admin.type('F')
  await admin.write(admin.field('Nombre'), 'Facturas')
  await admin.choose(admin.field('Modelo'), 'Venta', /^Venta$/)
  await admin.save()
  await page.getByRole('heading', { level: 1, name: /^F / }).waitFor()
  await step('Cuentas bancarias', 'Agregar uno')
  await admin.at('Clave')
  await admin.type('BANCO')
  await admin.write(admin.field('Nombre'), 'Cuenta de cheques')
  await admin.choose(admin.field('Banco'), 'bbva', /BBVA/)
  await admin.choose(admin.field('Tipo'), 'cheques', /Cheques/)
  await admin.write(admin.field('Número de cuenta'), '0123456789')
  await admin.choose(admin.field('Cuenta contable'), '102-01', /^102-01/)
  await admin.save()
  await page.getByRole('heading', { level: 1, name: /^BANCO / }).waitFor()
  await step('Formas de pago por el banco', 'Agregar uno')
  await admin.at('Clave')
  await admin.type('TRANS')
  await admin.write(admin.field('Nombre'), 'Transferencia')
  await admin.choose(admin.field('Forma de pago (SAT)'), '03', /^03/)
  await admin.choose(admin.field('Cuenta bancaria'), 'BANCO', /^BANCO/)
  await admin.save()
  await page.getByRole('heading', { level: 1, name: /^TRANS / }).waitFor()
  await rise(context, admin, 'bank', since)
  for (const name of ['Series y folios', 'Cuentas bancarias', 'Formas de pago por el banco'])
    await isDone(name)
  // What a company begins with.
  for (const name of ['Catálogo de cuentas', 'Almacenes']) await isDone(name)
})

test('the administrator brings customers, suppliers and articles from files', async (context) => {
  const since = admin.effort()
  const { page } = admin
  const bring = async (name: string, file: ChosenFile, count: number) => {
    await step(name, 'Importar un archivo')
    await admin.give(page.locator('button', { hasText: 'Elegir archivo' }), [file])
    await admin.click(page.getByRole('button', { name: `Importar ${count} filas` }))
    await page.getByText(`Se crearon ${count} y se actualizaron 0.`).waitFor()
  }
  await bring('Clientes', customers(), 10)
  await bring('Proveedores', suppliers(), 10)
  await bring('Artículos y servicios', articles(), 30)
  await rise(context, admin, 'catalogs', since)
})

test('the administrator lets nine people in, each by a profile', async (context) => {
  const since = admin.effort()
  const { page } = admin
  for (const [usuario, nombre, perfil] of PEOPLE) {
    await step('Las personas y sus perfiles', 'Abrir')
    await admin.follow('Nuevo usuario')
    await admin.at('Usuario')
    await admin.type(usuario)
    await admin.write(page.getByLabel(/^Contraseña/), 'una clave larga')
    await admin.write(admin.field('Nombre'), nombre)
    await admin.save()
    await page.getByRole('heading', { level: 1, name: `${usuario} ${nombre}` }).waitFor()
    await step('Las personas y sus perfiles', 'Abrir')
    await admin.click(page.getByRole('button', { name: `Acciones de ${usuario}` }))
    await admin.click(page.getByRole('menuitem', { name: 'Dar un perfil' }))
    await admin.at('Perfil')
    await admin.take(perfil)
    await admin.save()
    await page.waitForURL(/\/UsuarioPerfil\/\d+/)
  }
  await rise(context, admin, 'people', since)
  await isDone('Las personas y sus perfiles')
})

test('the administrator brings along what the company had', async (context) => {
  const since = admin.effort()
  await step('Saldos iniciales', 'Hacerlo ahora')
  await admin.write(admin.dialog.getByLabel(/^Fecha/), '28/02/2026')
  for (const file of openingFiles()) {
    // The first takes a workbook with all of them.
    await admin.give(admin.dialog.locator('button', { hasText: 'Elegir archivo' }).nth(1), [file])
    await admin.dialog.getByRole('button', { name: `Quitar ${file.name}` }).waitFor()
  }
  await admin.press('Control+Enter')
  await admin.dialog.waitFor({ state: 'detached' })
  await rise(context, admin, 'opening', since)
  await isDone('Saldos iniciales')
})

test('who sells makes the first sale and confirms it', async (context) => {
  const seller = await desk(console, 'ana')
  await seller.follow('Crear Venta')
  await seller.at('Cliente')
  await seller.take('C1')
  await seller.press('Control+Enter')
  await seller.at('Artículo, línea 1')
  await seller.take('A1')
  await seller.at('Cantidad, línea 1')
  await seller.type('2')
  await seller.save()
  await seller.state('Borrador')
  folios.sale = await seller.title()
  await seller.act(/^Confirmar venta/)
  await seller.state('Confirmada')
  await rise(context, seller, 'sell')
})

test('who keeps the warehouse goes from what waits to the sale, and delivers it', async (context) => {
  const keeper = await desk(console, 'beto')
  await keeper.follow(/^Ventas por entregar/)
  await keeper.follow(new RegExp(folios.sale))
  await keeper.act(/^Entregar/)
  await rise(context, keeper, 'deliver')
})

test('who invoices stamps it', async (context) => {
  const biller = await desk(console, 'carla')
  await biller.follow(/por (?:timbrar|facturar)/i)
  await biller.follow(new RegExp(folios.sale))
  await biller.state('Confirmada')
  await biller.act(/^Timbrar/)
  await biller.state('Facturada')
  await rise(context, biller, 'invoice')
})

test('who buys enters a purchase, and who authorizes passes it on', async (context) => {
  const buyer = await desk(console, 'eva')
  await buyer.follow('Crear Compra')
  await buyer.at('Proveedor')
  await buyer.take('P1')
  await buyer.press('Control+Enter')
  await buyer.at('Artículo, línea 1')
  await buyer.take('A2')
  await buyer.at('Cantidad, línea 1')
  await buyer.type('10')
  await buyer.press('Tab')
  await buyer.type('30')
  await buyer.save()
  await buyer.state('Iniciada')
  folios.purchase = await buyer.title()
  await rise(context, buyer, 'buy')
  const head = await desk(console, 'fer')
  await head.follow(/^Compras iniciadas por autorizar/)
  await head.follow(new RegExp(folios.purchase))
  await head.act(/^Autorizar compra/)
  await head.state('Autorizada')
  await rise(context, head, 'authorize')
})

test('who keeps the warehouse receives it', async (context) => {
  const keeper = await desk(console, 'beto')
  await keeper.follow(/^Compras por recibir/)
  await keeper.follow(new RegExp(folios.purchase))
  await keeper.act(/^Recibir compra/)
  await keeper.state('Recibida')
  await rise(context, keeper, 'receive')
})

test('at the end everything is ready, the invoice is stamped, and the books agree', async (context) => {
  const accountant = await desk(console, 'ines')
  await accountant.seek('Cuadre')
  const heading = { level: 1, name: 'Cuadre entre módulos' } as const
  await accountant.page.getByRole('heading', heading).waitFor()
  await rise(context, accountant, 'books')
  await admin.opened.turnTo('/console/')
  await admin.opened.turnTo('/console/start')
  await admin.page.getByText('Todo está listo').waitFor()
  const sum = (name: keyof Effort) => told.reduce((all, effort) => all + effort[name], 0)
  context.diagnostic(`all of it: ${sum('clicks')} clicks, ${sum('keys')} keys`)
  const look = async (path: string) => {
    const answer = await console.erp.admin.get(`${API}/${path}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  const [sale] = (await look(`Venta?folio=${folios.sale}`)).data
  const { data: cfdi } = await look(`Cfdi/${sale.cfdi}`)
  assert.match(cfdi.uuid, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)
  const state = async (model: string, folio: string) =>
    (await look(`${model}?folio=${folio}`)).data[0].estado
  assert.deepEqual([sale.estado, await state('Compra', folios.purchase)], ['facturada', 'recibida'])
  assert.equal((await look('reports/consistency')).meta?.diferencias, 0)
})
