import assert from 'node:assert/strict'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API, companyOf, type Company } from '../../rights/rights-fixture.ts'
import { hiring, type Hiring } from '../hiring-fixture.ts'

interface GroupTerms {
  readonly clave: string
  /** The SAT's key. */
  readonly periodicidad: string
  readonly dias: string
  readonly more?: object | undefined
}

/** A group of people with the benefits of the law. */
export async function payGroup(
  company: Company,
  { clave, periodicidad, dias, more = {} }: GroupTerms,
): Promise<number> {
  const { json } = await company.admin.get(`${API}/PeriodicidadPago?clave=${periodicidad}`)
  assert.equal(json.data.length, 1)
  const tabla = await company.create('TablaPrestaciones', {
    clave: `L-${clave}`.slice(0, 10),
    nombre: 'De ley',
    es_de_ley: true,
    inicio_vigencia: '2023-01-01',
    activo: true,
  })
  return await company.create('GrupoNomina', {
    clave,
    nombre: `Grupo ${clave}`,
    periodicidad: json.data[0].id,
    tabla_prestaciones: tabla,
    dias_periodo: dias,
    dias_base_mes: '30',
    activo: true,
    ...more,
  })
}

/** A company that pays people by fortnights of 2026. */
export interface Payroll {
  readonly company: Company
  readonly people: Hiring
  /** Somebody of a group, with 500.00 a day since the first of January: the id of Empleado. */
  employ(group: number, inputs?: object): Promise<number>
  /** A group with the periods of the year, the first `opened` of them open. */
  group(clave: string, opened: number, more?: object): Promise<PaidGroup>
  /** A run of a period that nobody computed yet. */
  run(period: number, more?: object): Promise<number>
  act(run: number, action: string, inputs?: object): Promise<TestAnswer>
  receipts(run: number): Promise<readonly TestAnswer['json'][]>
  lines(receipt: number): Promise<readonly TestAnswer['json'][]>
}

interface PaidGroup {
  readonly id: number
  /** Ids of its periods, in their order. */
  readonly periods: readonly number[]
}

export async function payroll(erp: ErpTest): Promise<Payroll> {
  const company = companyOf(erp)
  const people = await hiring(erp)
  const added = await erp.admin.post(`${API}/ConceptoNomina/actions/agregar_conceptos`, {})
  assert.equal(added.status, 200, added.text)
  const [tipo, moneda] = [await people.one('TipoNomina?clave=O'), await company.catalog('moneda')]
  const counter = { runs: 0 }
  const list = async (query: string) => (await erp.admin.get(`${API}/${query}`)).json.data
  return {
    company,
    people,
    employ: async (group, inputs = {}) => {
      const who = await people.associate()
      const hired = await people.hire(who, {
        fecha_alta: '2026-01-01',
        grupo_nomina: group,
        ...inputs,
      })
      assert.equal(hired.status, 200, hired.text)
      return await people.one(`Empleado?asociado=${who}`)
    },
    group: async (clave, opened, more) => {
      const id = await payGroup(company, { clave, periodicidad: '04', dias: '15', more })
      const made = await erp.admin.post(`${API}/GrupoNomina/${id}/actions/generar_periodos`, {
        ejercicio: 2026,
      })
      assert.equal(made.status, 200, made.text)
      const rows = await list(`PeriodoNomina?grupo=${id}&sort=numero&per_page=100`)
      const periods = rows.map((row: { id: number }) => row.id)
      const open = { ids: periods.slice(0, opened) }
      const answer = await erp.admin.post(`${API}/PeriodoNomina/actions/abrir_periodo`, open)
      assert.equal(answer.json.meta.failed ?? 0, 0, answer.text)
      return { id, periods }
    },
    run: async (periodo, more = {}) => {
      counter.runs += 1
      const [period] = await list(`PeriodoNomina?id=${periodo}`)
      return await company.create('Nomina', {
        folio: `N-${periodo}-${counter.runs}`,
        fecha: period.fecha_pago,
        periodo,
        tipo,
        fecha_pago: period.fecha_pago,
        moneda,
        ...more,
      })
    },
    act: (run, action, inputs = {}) =>
      erp.admin.post(`${API}/Nomina/${run}/actions/${action}`, inputs),
    receipts: (run) => list(`ReciboNomina?nomina=${run}&sort=empleado&per_page=100`),
    lines: (receipt) => list(`ReciboNominaConcepto?recibo=${receipt}&sort=partida&per_page=100`),
  }
}
