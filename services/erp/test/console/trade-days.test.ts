import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'

import { world, type World } from '../actions/every/world.ts'
import { API } from '../actions/purchase-fixture.ts'
import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { consoleOf, type ConsoleTest } from './console-fixture.ts'
import { typingPerson, type TypingPerson } from './typing-person.ts'

// Deep: the day of each trade, from what one sells to what another pays, in pages and by keyboard.
// A service of its own: a PAC stamps for it.

let here: World
let console: ConsoleTest
// The keys of an article in stock and of those that the company deals with, as people type them.
let [article, customer, warehouse, supplier] = ['', '', '', '']
// The folios of what the day makes.
const folios = { sale: '', purchase: '', bill: '', payment: '' }

before(async () => {
  here = await world()
  console = await consoleOf(here.on.erp)
  const added = await here.on.erp.admin.post(`${API}/Perfil/actions/agregar_perfiles`, {})
  assert.equal(added.status, 200, added.text)
  const { store } = here
  const stocked = await here.stocked()
  await here.change('Articulo', stocked, {
    objeto_impuesto: await here.one('ObjetoImpuesto?clave=01'),
    clave_prod_serv: await here.one('ClaveProdServ?clave=31161500'),
  })
  await here.change('Cliente', store.cliente, { condicion_pago: store.credito })
  await here.change('Proveedor', here.on.buying.proveedor, { condicion_pago: store.credito })
  article = await keyOf('Articulo', stocked)
  customer = await keyOf('Cliente', store.cliente)
  warehouse = await keyOf('Almacen', here.almacen)
  supplier = await keyOf('Proveedor', here.on.buying.proveedor)
})

async function keyOf(model: string, id: number): Promise<string> {
  const [row] = await here.list(`${model}?id=${id}`)
  return String(row?.['clave'])
}

after(async () => {
  await console.stop()
  await here.stop()
})

/** Somebody with the ready profile of a trade sits down. */
async function sitDown(clave: string): Promise<TypingPerson> {
  const usuario = clave.toLowerCase()
  const { erp } = here.on
  if ((await here.list(`Usuario?usuario=${usuario}`)).length === 0) {
    const perfil = await here.one(`Perfil?clave=${clave}`)
    await companyOf(erp).person(usuario, [perfil])
  }
  return await typingPerson(console, { usuario, password: PASSWORD })
}

/** Tells what the day took; its last page is one for everybody. */
async function rise(context: TestContext, person: TypingPerson, what: string): Promise<void> {
  context.diagnostic(`${what}: ${person.keys()} keys, no click`)
  await person.opened.screenshot(`day-${what}`)
  await person.opened.checkAccessibility()
}

const heading = (person: TypingPerson) => person.page.getByRole('heading', { level: 1 }).innerText()

test('who sells types a sale and confirms it', async (context) => {
  const seller = await sitDown('VENDEDOR')
  await seller.palette('crear venta', /^Crear Venta/)
  await seller.at('Cliente')
  await seller.choose(customer, new RegExp(`^${customer}`))
  await seller.tabTo('Almacén')
  await seller.choose(warehouse, new RegExp(`^${warehouse}`))
  await seller.press('Control+Enter')
  await seller.at('Artículo, línea 1')
  await seller.choose(article, new RegExp(`^${article}`))
  await seller.at('Cantidad, línea 1')
  await seller.type('2')
  await seller.press('Tab')
  await seller.at('Precio, línea 1')
  await seller.type('150')
  await seller.press('Control+s')
  await seller.state('Borrador')
  folios.sale = await heading(seller)
  await seller.palette('confirmar', /^Confirmar venta/)
  await seller.at('Confirmar venta')
  await seller.press('Enter')
  await seller.state('Confirmada')
  await rise(context, seller, 'sell')
})

test('who keeps the warehouse finds what waits, and delivers it', async (context) => {
  const keeper = await sitDown('ALMACENISTA')
  await keeper.follow(/^Ventas por entregar/)
  await keeper.follow(new RegExp(folios.sale))
  await keeper.state('Confirmada')
  await keeper.palette('entregar', /^Entregar/)
  await keeper.page.getByRole('dialog').waitFor()
  await keeper.press('Control+Enter')
  await keeper.page.getByRole('dialog').waitFor({ state: 'detached' })
  await rise(context, keeper, 'deliver')
})

test('who invoices finds what waits, and stamps it', async (context) => {
  const biller = await sitDown('FACTURISTA')
  await biller.follow(/por (?:timbrar|facturar)/i)
  await biller.follow(new RegExp(folios.sale))
  await biller.state('Confirmada')
  await biller.palette('timbrar', /^Timbrar/)
  await biller.page.getByRole('dialog').waitFor()
  await biller.press('Control+Enter')
  await biller.state('Facturada')
  await rise(context, biller, 'invoice')
})

test('who collects types what came in, and the receivable is paid', async (context) => {
  const collector = await sitDown('COBRADOR')
  await collector.palette('crear cobro', /^Crear Cobro de cliente/)
  await collector.at('Cliente')
  await collector.choose(customer, new RegExp(`^${customer}`))
  await collector.tabTo('Forma de pago')
  await collector.choose('TRANS', /^TRANS/)
  await collector.tabTo('Importe')
  await collector.type('300')
  await collector.press('Control+Enter')
  await collector.at('Cuenta, línea 1')
  const [owed] = await here.list('CuentaPorCobrar?sort=-id&per_page=1')
  const receivable = String(owed?.['folio'])
  await collector.choose(receivable, new RegExp(`^${receivable}`))
  await collector.tabTo('Importe, línea 1')
  await collector.type('300')
  await collector.press('Control+s')
  await collector.state('Borrador')
  await collector.palette('cobrar', /^Cobrar/)
  await collector.page.getByRole('dialog').waitFor()
  await collector.press('Control+Enter')
  await collector.state('Aplicado')
  await rise(context, collector, 'collect')
})

test('who buys types a purchase', async (context) => {
  const buyer = await sitDown('COMPRADOR')
  await buyer.palette('crear compra', /^Crear Compra/)
  await buyer.at('Proveedor')
  await buyer.choose(supplier, new RegExp(`^${supplier}`))
  await buyer.tabTo('Almacén')
  await buyer.choose(warehouse, new RegExp(`^${warehouse}`))
  await buyer.press('Control+Enter')
  await buyer.at('Artículo, línea 1')
  await buyer.choose(article, new RegExp(`^${article}`))
  await buyer.at('Cantidad, línea 1')
  await buyer.type('10')
  await buyer.press('Tab')
  await buyer.at('Precio, línea 1')
  await buyer.type('3')
  await buyer.press('Control+s')
  await buyer.state('Iniciada')
  folios.purchase = await heading(buyer)
  await rise(context, buyer, 'buy')
})

test('who authorizes finds what waits, and authorizes it', async (context) => {
  const head = await sitDown('AUTORIZADOR')
  await head.follow(/^Compras iniciadas por autorizar/)
  await head.follow(new RegExp(folios.purchase))
  await head.state('Iniciada')
  await head.palette('autorizar', /^Autorizar compra/)
  await head.at('Comentario')
  await head.press('Control+Enter')
  await head.state('Autorizada')
  await rise(context, head, 'authorize')
})

test('who keeps the warehouse receives what was bought', async (context) => {
  const keeper = await sitDown('ALMACENISTA')
  await keeper.follow(/^Compras por recibir/)
  await keeper.follow(new RegExp(folios.purchase))
  await keeper.state('Autorizada')
  await keeper.palette('recibir', /^Recibir compra/)
  await keeper.page.getByRole('dialog').waitFor()
  await keeper.press('Control+Enter')
  await keeper.state('Recibida')
  await rise(context, keeper, 'receive')
})

test('who keeps payables registers the invoice', async (context) => {
  const payer = await sitDown('PAGADOR')
  await payer.palette('registrar factura', /^Registrar factura/)
  const xml = await here.on.bill([{ cantidad: '10', precio: '3', descripcion: article }])
  await payer.page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await payer.tabTo('Compra')
  await payer.choose(folios.purchase, new RegExp(`^${folios.purchase}`))
  await payer.press('Control+Enter')
  await payer.page.getByRole('dialog').waitFor({ state: 'detached' })
  await rise(context, payer, 'register')
})

test('who keeps payables prepares the payment', async (context) => {
  const payer = await sitDown('PAGADOR')
  const [bill] = await here.list('CuentaPorPagar?sort=-id&per_page=1')
  folios.bill = String(bill?.['folio'])
  await payer.palette('crear pago', /^Crear Pago a proveedor/)
  await payer.at('Proveedor')
  await payer.choose(supplier, new RegExp(`^${supplier}`))
  await payer.tabTo('Forma de pago')
  await payer.choose('TRANS', /^TRANS/)
  await payer.tabTo('Importe')
  await payer.type('34.8')
  await payer.press('Control+Enter')
  await payer.at('Cuenta, línea 1')
  await payer.choose(folios.bill, new RegExp(`^${folios.bill}`))
  await payer.tabTo('Importe, línea 1')
  await payer.type('34.8')
  await payer.press('Control+s')
  await payer.state('Borrador')
  folios.payment = await heading(payer)
  await rise(context, payer, 'prepare')
})

test('who keeps the money pays what others prepared and authorized', async (context) => {
  const head = await sitDown('AUTORIZADOR')
  await head.follow(/^Pagos por autorizar/)
  await head.follow(new RegExp(folios.payment))
  await head.state('Borrador')
  await head.palette('autorizar', /^Autorizar pago/)
  await head.page.getByRole('dialog').waitFor()
  await head.press('Control+Enter')
  await head.state('Autorizado')
  const treasurer = await sitDown('TESORERO')
  await treasurer.follow(/^Pagos preparados/)
  await treasurer.follow(new RegExp(folios.payment))
  await treasurer.state('Autorizado')
  await treasurer.palette('pagar', /^Pagar/)
  await treasurer.page.getByRole('dialog').waitFor()
  await treasurer.press('Control+Enter')
  await treasurer.state('Aplicado')
  await rise(context, treasurer, 'pay')
})

test('who keeps the books finds nothing that differs', async (context) => {
  const accountant = await sitDown('CONTADOR')
  await accountant.palette('cuadre', /^Cuadre entre módulos/)
  await accountant.page.getByRole('heading', { level: 1, name: 'Cuadre entre módulos' }).waitFor()
  await accountant.page.getByRole('table').or(accountant.page.getByRole('grid')).first().waitFor()
  await rise(context, accountant, 'books')
  const answer = await here.on.erp.admin.get(`${API}/reports/consistency`)
  assert.equal(answer.json.meta?.diferencias, 0, answer.text)
})
