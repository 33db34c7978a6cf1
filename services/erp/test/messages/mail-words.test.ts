import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API, outboxOf, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

async function mailsOf(id: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows: readonly { tipo: string; destino: string; contenido: Mail }[] = await outboxOf(
    erp,
    id,
  )
  const mails = rows.filter(({ tipo }) => tipo === 'correo')
  return Object.fromEntries(
    mails.map(({ destino, contenido: { asunto = '', texto = '' } }) => [destino, [asunto, texto]]),
  )
}

interface Mail {
  readonly asunto?: string
  readonly texto?: string
}

test('who may approve a purchase is written in the language of each, and others in Spanish', async () => {
  const small = await company.buyer('auxiliar', '100.00')
  const boss = await company.buyer('boss', null)
  await company.buyer('jefa', null)
  await company.buyer('jefe', null)
  const path = `${API}/auth/preferencias/idioma`
  assert.equal((await boss.send('PUT', path, { body: { valor: 'en' } })).status, 200)
  const id = await company.purchase('5000.00')
  const { folio } = (await erp.admin.get(`${API}/Compra/${id}`)).json.data
  assert.equal((await small.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})).status, 200)
  const told = await mailsOf(id)
  assert.deepEqual(told, {
    'boss@empresa.example': [
      `To approve: purchase order ${folio}`,
      `The purchase order ${folio} of 2026-03-02 to Aceros del Norte, S.A. for 5000.00 MXN waits for your approval.\n`,
    ],
    'jefa@empresa.example, jefe@empresa.example': [
      `Por autorizar: orden de compra ${folio}`,
      `La orden de compra ${folio} del 2026-03-02 a Aceros del Norte, S.A. por 5,000.00 MXN espera tu autorización.\n`,
    ],
  })
})

test('a supplier is written in Spanish, whoever causes it', async () => {
  const id = await company.purchase('1250.00')
  const { folio } = (await erp.admin.get(`${API}/Compra/${id}`)).json.data
  const answer = await company.actOn('autorizar_compra', id)
  assert.equal(answer.status, 200, answer.text)
  const [[asunto, texto] = []] = Object.values(await mailsOf(id))
  assert.equal(asunto, `Orden de compra ${folio}`)
  assert.equal(
    texto,
    [
      'Estimado proveedor Aceros del Norte, S.A.:',
      '',
      `Le confirmamos la orden de compra ${folio} del 2026-03-02 por un total de 1,250.00 MXN.`,
      '',
      'Favor de citar el folio en su remisión y en su factura.',
      '',
    ].join('\n'),
  )
})

test('a supplier is written in the language of his record, else in the company’s', async () => {
  const [english] = (await erp.admin.get(`${API}/Idioma?clave=en`)).json.data
  const [spanish] = (await erp.admin.get(`${API}/Idioma?clave=es`)).json.data
  const subjectOf = async (): Promise<string | undefined> => {
    const id = await company.purchase('10.00')
    assert.equal((await company.actOn('autorizar_compra', id)).status, 200)
    return Object.values(await mailsOf(id))[0]?.[0]
  }
  const own = (idioma: number | null) => company.update('Proveedor', company.proveedor, { idioma })
  const ofCompany = (idioma: number | null) =>
    erp.admin.send('PUT', `${API}/Empresa/${erp.empresaId}`, { body: { idioma } })
  await own(english.id)
  assert.match((await subjectOf()) ?? '', /^Purchase order /)
  await own(null)
  assert.equal((await ofCompany(english.id)).status, 200)
  assert.match((await subjectOf()) ?? '', /^Purchase order /)
  await own(spanish.id)
  assert.match((await subjectOf()) ?? '', /^Orden de compra /)
  await own(null)
  assert.equal((await ofCompany(null)).status, 200)
})
