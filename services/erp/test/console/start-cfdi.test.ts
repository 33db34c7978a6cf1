import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { inParts, merged, type Found, type Proposal } from '../../console/start/cfdi-proposals.ts'
import { API } from '../rights/rights-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

/** What a supplier would send; only names are read of it. */
const cfdi = (receiver: string) => `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Fecha="2026-01-15T10:00:00" Sello="c2VsbG8="
  NoCertificado="30001000000500003416" Certificado="Y2VydA==" SubTotal="100.00" Moneda="MXN" Total="116.00"
  TipoDeComprobante="I" Exportacion="01" LugarExpedicion="06000">
  <cfdi:Emisor Rfc="CSU010101AB1" Nombre="COMERCIAL DEL SUR" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc="${receiver}" Nombre="NOSOTROS" DomicilioFiscalReceptor="06000" RegimenFiscalReceptor="601" UsoCFDI="G03"/>
  <cfdi:Conceptos>
    <cfdi:Concepto ClaveProdServ="78101800" Cantidad="1" ClaveUnidad="E48" Descripcion="Flete local" ValorUnitario="100.00"
      Importe="100.00" ObjetoImp="01"/>
  </cfdi:Conceptos>
</cfdi:Comprobante>`

test('a folder of XML becomes the suppliers and articles that the person ticks', async () => {
  const { erp } = console
  const own = (await erp.admin.get(`${API}/Empresa/${erp.empresaId}`)).json.data.rfc
  const { page } = await console.openAs('/start')
  const step = page.getByRole('listitem').filter({ hasText: 'Catálogos desde tus CFDI' })
  await step.getByRole('link', { name: 'Abrir' }).click()
  await page.getByRole('heading', { name: 'Catálogos desde tus CFDI' }).waitFor()
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/xml',
    buffer: Buffer.from(text),
  })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('a.xml', cfdi(own)), file('b.xml', cfdi('ANO010101AB1'))])
  await page.getByText('CFDI leídos: 1').waitFor()
  await page.getByText('Archivos que no se tomaron en cuenta: 1').waitFor()
  await page.getByText('COMERCIAL DEL SUR').waitFor()
  // Bought once, it is not ticked.
  await page.getByRole('button', { name: 'Crear los marcados (1)' }).waitFor()
  await page.getByRole('checkbox', { name: /Flete local/ }).click()
  await page.getByRole('button', { name: 'Crear los marcados (2)' }).click()
  await page
    .getByText('Se crearon: Proveedores: 1, Clientes: 0, Artículos y servicios: 1.')
    .waitFor()
  const [supplier] = (await erp.admin.get(`${API}/Proveedor?rfc=CSU010101AB1`)).json.data
  assert.equal(supplier.razon_social, 'COMERCIAL DEL SUR')
  const articles = await erp.admin.get(`${API}/Articulo?clave=78101800-1`)
  assert.equal(articles.json.data[0].descripcion, 'Flete local')
})

test('files go in parts that fit a call, and what parts found becomes one list', () => {
  const file = (nombre: string, size: number) => ({ nombre, xml: 'x'.repeat(size) })
  const parts = inParts([file('a', 400_000), file('b', 400_000), file('c', 10), file('d', 900_000)])
  assert.deepEqual(
    parts.map((part) => part.map(({ nombre }) => nombre)),
    [['a'], ['b', 'c'], ['d']],
  )
  const article = (descripcion: string, veces: number): Proposal => ({
    clave: 'X-1',
    clave_prod_serv: '78101800',
    unidad: 'E48',
    descripcion,
    veces,
    existe: null,
  })
  const found = (articulos: readonly Proposal[]): Found => ({
    leidos: 1,
    problemas: [],
    proveedores: [],
    clientes: [],
    articulos,
  })
  const all = merged(
    found([article('Flete', 2)]),
    found([article('FLETE', 1), article('Maniobra', 1)]),
  )
  assert.equal(all.leidos, 2)
  assert.deepEqual(
    all.articulos.map(({ clave, descripcion, veces }) => [clave, descripcion, veces]),
    [
      ['X-1', 'FLETE', 3],
      ['X-1-2', 'Maniobra', 1],
    ],
  )
})
