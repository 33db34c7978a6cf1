import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

test('pending approvals are the purchases that the caller may sign, and no others', async () => {
  const ana = await company.buyer('ana', '1000.00')
  const eva = await company.buyer('eva', '5000.00')
  const small = await company.purchase('500.00')
  const middle = await company.purchase('3000.00')
  const large = await company.purchase('9000.00')
  const ids = [small, middle, large]
  await ana.post(`${API}/Compra/actions/autorizar_compra`, { ids })
  const pending = async (client: typeof ana | typeof erp.admin) => {
    const answer = await client.get(`${API}/reports/pending-approvals`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }
  assert.deepEqual(await pending(ana), [])
  assert.deepEqual(
    (await pending(eva)).map(({ id, total, nivel, cierra }: Record<string, unknown>) => [
      id,
      total,
      nivel,
      cierra,
    ]),
    [[middle, 3000, 1, true]],
  )
  assert.deepEqual(
    (await pending(erp.admin)).map(({ id }: { id: number }) => id),
    [middle, large],
  )
  const page = await erp.admin.get(`${API}/reports/pending-approvals?per_page=1&page=2`)
  assert.deepEqual(
    [page.json.data[0].id, page.json.meta.total, page.json.meta.pages],
    [large, 2, 2],
  )
  await eva.post(`${API}/Compra/${middle}/actions/autorizar_compra`, {})
  assert.deepEqual(await pending(eva), [])
})

test('a flow’s approvers find their level’s purchases, and sign them one after the other', async () => {
  const jefe = await company.buyer('jefe', null)
  const director = await company.buyer('director', null)
  const [model] = (await erp.admin.get(`${API}/ModeloSistema?nombre=Compra`)).json.data
  const [action] = (await erp.admin.get(`${API}/AccionSistema?nombre=autorizar_compra`)).json.data
  const departamento = await company.create('Departamento', { clave: 'OBRA', nombre: 'Obra' })
  const flujo = await company.create('FlujoAutorizacion', {
    clave: 'OBRA',
    nombre: 'Obra',
    modelo: model.id,
    accion: action.id,
    secuencia: 'secuencial',
    condicion: { departamento, total_minimo: '100.00' },
    prioridad: 1,
    activo: true,
  })
  const level = { flujo, firmas_requeridas: 1 }
  await company.create('FlujoAutorizacionNivel', { ...level, nivel: 1, perfil: jefe.perfil })
  await company.create('FlujoAutorizacionNivel', {
    ...level,
    nivel: 2,
    usuario: director.usuarioId,
    limite_inferior: '1000.00',
  })
  const buyer = await company.buyer('obra', null)
  const id = await company.purchase('2000.00', { compra: { departamento } })
  const act = (client: typeof buyer) =>
    client.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})
  const pendingOf = async (client: typeof buyer) =>
    (await client.get(`${API}/reports/pending-approvals`)).json.data
      .filter((one: { id: number }) => one.id === id)
      .map((one: { id: number; nivel: number; cierra: boolean }) => [one.id, one.nivel, one.cierra])
  assert.equal((await act(buyer)).json.data.record.estado, 'en_autorizacion')
  assert.deepEqual(verdict(await act(director)), [403, 'FORBIDDEN'], 'level 1 comes first')
  assert.deepEqual([await pendingOf(jefe), await pendingOf(director)], [[[id, 1, false]], []])
  assert.equal((await act(jefe)).json.data.record.estado, 'en_autorizacion')
  assert.deepEqual(await pendingOf(director), [[id, 2, true]])
  assert.equal((await act(director)).json.data.record.estado, 'autorizada')
  const steps = await erp.admin.get(`${API}/CompraAutorizacion?compra=${id}&sort=id`)
  assert.deepEqual(
    steps.json.data.map(({ nivel, autorizador }: { nivel: number; autorizador: number }) => [
      nivel,
      autorizador,
    ]),
    [
      [0, buyer.usuarioId],
      [1, jefe.usuarioId],
      [2, director.usuarioId],
    ],
  )
  const other = await company.purchase('50.00', { compra: { departamento } })
  const small = await buyer.post(`${API}/Compra/${other}/actions/autorizar_compra`, {})
  assert.equal(small.json.data.record.estado, 'autorizada', 'below the flow’s condition')
  await company.update('FlujoAutorizacion', flujo, { condicion: { departamentos: 1 } })
  const unread = await company.purchase('50.00', { compra: { departamento } })
  const refused = await buyer.post(`${API}/Compra/${unread}/actions/autorizar_compra`, {})
  assert.deepEqual(verdict(refused), [422, 'CONFIGURATION_INCOMPLETE'])
  await company.update('FlujoAutorizacion', flujo, { activo: false })
})

test('whoever stands in for an approver signs in the approver’s place, up to the amount given', async () => {
  const titular = await company.buyer('titular', null)
  const suplente = await company.buyer('suplente', null)
  const [model] = (await erp.admin.get(`${API}/ModeloSistema?nombre=Compra`)).json.data
  const [action] = (await erp.admin.get(`${API}/AccionSistema?nombre=autorizar_compra`)).json.data
  const flujo = await company.create('FlujoAutorizacion', {
    clave: 'TIT',
    nombre: 'Titular',
    modelo: model.id,
    accion: action.id,
    secuencia: 'secuencial',
    activo: true,
  })
  const level = { flujo, nivel: 1, usuario: titular.usuarioId, firmas_requeridas: 1 }
  await company.create('FlujoAutorizacionNivel', level)
  await company.create('SuplenciaUsuario', {
    titular: titular.usuarioId,
    suplente: suplente.usuarioId,
    inicio: '2026-03-01T00:00:00Z',
    fin: '2026-03-31T00:00:00Z',
    motivo: 'Vacaciones',
    limite_importe: '100.00',
    estado: 'vigente',
  })
  const state = async (id: number) => {
    const answer = await suplente.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})
    return answer.json.data?.record.estado ?? verdict(answer)
  }
  assert.equal(await state(await company.purchase('100.00')), 'autorizada')
  assert.equal(await state(await company.purchase('100.01')), 'en_autorizacion')
  await company.update('FlujoAutorizacion', flujo, { activo: false })
})

test('the trial balance balances, adds up the accounts above, and knows what was before', async () => {
  const april = await company.purchase('40.00', { compra: { fecha: '2026-04-01' } })
  await company.actOn('autorizar_compra', april)
  const answer = await erp.admin.get(
    `${API}/reports/trial-balance?desde=2026-04-01&hasta=2026-04-30`,
  )
  assert.equal(answer.status, 200, answer.text)
  const [parent, debit, credit] = answer.json.data
  assert.deepEqual([parent.clave, debit.clave, credit.clave], ['899', '899-01', '899-02'])
  assert.deepEqual([debit.cargos, debit.abonos, credit.abonos], [40, 0, 40])
  assert.equal(debit.saldo_final, debit.saldo_inicial + 40)
  assert.equal(credit.saldo_final, credit.saldo_inicial + 40)
  assert.deepEqual([parent.cargos, parent.abonos, parent.saldo_final], [40, 40, 0])
  const { meta } = answer.json
  assert.deepEqual([meta.total_cargos, meta.total_abonos], [40, 40])
  const [period] = (await erp.admin.get(`${API}/PeriodoContable?fecha_inicio=2026-04-01`)).json.data
  const byPeriod = await erp.admin.get(`${API}/reports/trial-balance?periodo=${period.id}`)
  assert.equal(byPeriod.text, answer.text)
})

test('a trial balance needs a period or two days in order', async () => {
  const code = async (query: string) =>
    verdict(await erp.admin.get(`${API}/reports/trial-balance${query}`))
  for (const query of [
    '',
    '?desde=2026-01-01',
    '?desde=2026-02-01&hasta=2026-01-01',
    '?periodo=1&desde=2026-01-01',
    '?desde=ayer&hasta=hoy',
    '?periodo=x',
  ]) {
    assert.deepEqual(await code(query), [422, 'INVALID_PARAMETER'], query)
  }
  assert.deepEqual(await code('?periodo=999'), [404, 'NOT_FOUND'])
  assert.deepEqual(await code('?periodos=1'), [422, 'UNKNOWN_FIELD'])
})

test('the audit trail of a record tells its life, newest first, by right', async () => {
  const id = await company.purchase('10.00')
  erp.clock.advance(1_000)
  await company.actOn('autorizar_compra', id, { comentario: 'Va' })
  erp.clock.advance(1_000)
  await company.actOn('cancelar_compra', id, { motivo: 'Ya no va' })
  const trail = await erp.admin.get(`${API}/reports/audit-trail/Compra/${id}`)
  assert.equal(trail.status, 200, trail.text)
  assert.deepEqual(
    trail.json.data.map((row: Record<string, unknown>) => [
      row['operacion'],
      row['accion'],
      row['motivo'],
    ]),
    [
      ['accion', 'cancelar_compra', 'Ya no va'],
      ['accion', 'autorizar_compra', 'Va'],
      // What its line made of its amounts.
      ['cambio', null, null],
      ['alta', null, null],
    ],
  )
  assert.equal(trail.json.data[0].usuario_str, 'admin Administrador')
  const curioso = await company.buyer('curioso', null)
  assert.deepEqual(verdict(await curioso.get(`${API}/reports/audit-trail/Compra/${id}`)), [
    403,
    'FORBIDDEN',
  ])
  const other = await erp.otherCompany()
  assert.deepEqual((await other.get(`${API}/reports/audit-trail/Compra/${id}`)).json.data, [])
})
