import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { receiving, type Receiving } from '../actions/receiving/receiving-fixture.ts'
import { PDF } from '../attachments/attachment-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

// A picture of one point.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let console: SmallConsole
let shop: Receiving

before(async () => {
  console = await startSmallConsole()
  shop = await receiving(console.erp)
})

after(() => console.stop())

/** What is done from now on is not done in the moment of what was done before. */
function later(): void {
  console.erp.clock.advance(60_000)
}

async function openPurchase(id: number) {
  const { page } = await console.openAs(`/m/Compra/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, dialog: page.getByRole('dialog') }
}

test('a record offers what its state allows: the next step filled, what takes back asks for a reason', async () => {
  const id = await shop.purchase('1234.50')
  later()
  const { page, dialog } = await openPurchase(id)
  await page.getByRole('button', { name: 'Cancelar compra…' }).click()
  await dialog.getByRole('button', { name: 'Cancelar compra' }).click()
  const reason = dialog.getByLabel('Motivo')
  assert.equal(await reason.getAttribute('aria-invalid'), 'true')
  await dialog.getByText('Falta este dato.').waitFor()
  await reason.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('no')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Escribe al menos 5 caracteres.').waitFor()
  await reason.fill('Ya no se necesita')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Cancelar compra, hecho').waitFor()
  await page.getByText('Cancelada', { exact: true }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Autorizar compra' }).count(), 0)
  const activity = page.getByRole('region', { name: 'Actividad' })
  await activity.getByText('Motivo: Ya no se necesita').waitFor()
  assert.match(await activity.innerText(), /Estado: Iniciada → Cancelada/)
})

test('what the service refuses stands in the dialog, and what was typed stays', async () => {
  const id = await shop.purchase('100.00')
  const { page, dialog } = await openPurchase(id)
  await shop.update('Proveedor', shop.proveedor, { estado: 'suspendido' })
  await page.getByRole('button', { name: 'Autorizar compra' }).click()
  await dialog.getByLabel('Comentario').fill('De acuerdo')
  await dialog.getByRole('button', { name: 'Autorizar compra' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(await dialog.getByLabel('Comentario').inputValue(), 'De acuerdo')
  await shop.update('Proveedor', shop.proveedor, { estado: 'activo' })
  await dialog.getByRole('button', { name: 'Autorizar compra' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Autorizada', { exact: true }).first().waitFor()
})

test('a part of what is pending is received, by the lines of the record', async () => {
  const articulo = await shop.article()
  const id = await shop.order([
    { articulo, cantidad: '10', precio: '7.50', descripcion: 'Varilla corrugada' },
    { cantidad: '4', precio: '100', descripcion: 'Flete' },
  ])
  later()
  const { page, dialog } = await openPurchase(id)
  await page.getByRole('button', { name: 'Recibir compra' }).click()
  await dialog.getByLabel('Remisión').fill('R-77')
  await dialog.getByLabel('Solo una parte').check()
  const first = dialog.getByLabel('Cantidad 1')
  assert.equal(await first.inputValue(), '10')
  await first.fill('2.5')
  await dialog.getByLabel('Cantidad 2').fill('0')
  await dialog.getByRole('button', { name: 'Recibir compra' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Recibida parcial', { exact: true }).first().waitFor()
  const [receipt] = await shop.receipts(id)
  assert.equal(receipt?.['remision_proveedor'], 'R-77')
  const lines = await shop.lines(id)
  assert.deepEqual(
    lines.map((line) => Number(line['cantidad_recibida'])),
    [2.5, 0],
  )
})

test('a person without the right to an action sees no button of it', async () => {
  const usuario = 'solo-lee'
  const perfil = await shop.create('Perfil', { clave: usuario, nombre: usuario })
  const [permiso] = (
    await console.erp.admin.get('/api/v1/PermisoSistema?clave=Compra.leer&fields=id')
  ).json.data
  await shop.create('PerfilPermiso', { perfil, permiso: permiso.id, concedido: true })
  const password = 'secreto-de-prueba'
  const person = await shop.create('Usuario', {
    usuario,
    nombre: usuario,
    password,
    estado: 'activo',
  })
  await shop.create('UsuarioPerfil', { usuario: person, perfil, inicio_vigencia: '2026-01-01' })
  const id = await shop.purchase('100.00')
  const { page } = await console.openAs(`/m/Compra/${id}`, { usuario, password })
  await page.getByRole('region', { name: 'Archivos' }).getByText('No hay archivos.').waitFor()
  assert.equal(await page.getByRole('button', { name: /compra/ }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Adjuntar' }).count(), 0)
})

test('files are attached, seen, refused by their kind, and removed', async () => {
  const id = await shop.purchase('100.00')
  const { page, dialog } = await openPurchase(id)
  const files = page.getByRole('region', { name: 'Archivos' })
  const input = files.locator('input[type=file]')
  await input.setInputFiles([
    { name: 'foto.png', mimeType: 'image/png', buffer: PNG },
    { name: 'orden.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) },
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  await files.getByRole('button', { name: 'Ver foto.png' }).waitFor()
  await files.getByRole('button', { name: 'Ver orden.pdf' }).waitFor()
  await files.getByRole('alert').waitFor()
  await files.getByRole('button', { name: 'Quitar virus.exe' }).click()
  await files.getByRole('button', { name: 'Ver foto.png' }).click()
  await dialog.getByRole('img', { name: 'foto.png' }).waitFor()
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Descargar orden.pdf' }).click()
  assert.equal((await download).suggestedFilename(), 'orden.pdf')
  await files.getByRole('button', { name: 'Quitar foto.png' }).click()
  await dialog.getByRole('button', { name: 'Quitar', exact: true }).click()
  await files.getByRole('button', { name: 'Ver foto.png' }).waitFor({ state: 'detached' })
  const { json } = await console.erp.admin.get(`/api/v1/Compra/${id}/adjuntos`)
  assert.deepEqual(
    json.data.map(({ nombre }: { nombre: string }) => nombre),
    ['orden.pdf'],
  )
})
