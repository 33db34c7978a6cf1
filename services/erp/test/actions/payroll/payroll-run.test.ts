import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, companyOf, type Company } from '../../rights/rights-fixture.ts'
import { hiring, type Hiring } from '../hiring-fixture.ts'
import { payGroup } from './payroll-fixture.ts'

let erp: ErpTest
let company: Company
let people: Hiring

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  people = await hiring(erp)
})

after(() => erp.stop())

test('x', async () => {
  const group = await payGroup(company, { clave: 'QUIN', periodicidad: '04', dias: '15' })
  await erp.admin.post(`${API}/GrupoNomina/${group}/actions/generar_periodos`, { ejercicio: 2026 })
  const periods = (await erp.admin.get(`${API}/PeriodoNomina?grupo=${group}&sort=numero`)).json.data
  const added = await erp.admin.post(`${API}/ConceptoNomina/actions/agregar_conceptos`, {})
  console.log(added.text)
  const who = await people.associate()
  const hired = await people.hire(who, { fecha_alta: '2026-01-01', grupo_nomina: group })
  assert.equal(hired.status, 200, hired.text)
  await erp.admin.post(`${API}/PeriodoNomina/actions/abrir_periodo`, { ids: periods.slice(0, 3).map((p: any) => p.id) })
  const nomina = await company.create('Nomina', {
    folio: 'N-1',
    fecha: '2026-02-13',
    periodo: periods[2].id,
    tipo: await people.one('TipoNomina?clave=O'),
    fecha_pago: '2026-02-13',
    moneda: await company.catalog('moneda'),
  })
  const answer = await erp.admin.post(`${API}/Nomina/${nomina}/actions/calcular_nomina`, {})
  console.log(answer.text)
  const receipts = await erp.admin.get(`${API}/ReciboNomina?nomina=${nomina}`)
  console.log(receipts.text)
  const lines = await erp.admin.get(`${API}/ReciboNominaConcepto?recibo.nomina=${nomina}`)
  console.log(lines.text)
})
