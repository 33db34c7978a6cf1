import assert from 'node:assert/strict'

import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { curpCheckDigit } from '../../src/fiscal/curp.ts'
import { nssCheckDigit } from '../../src/fiscal/nss.ts'
import { checkDigit } from '../../src/fiscal/rfc.ts'
import type { ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company } from '../rights/rights-fixture.ts'

/** A company that can hire. */
export interface Hiring {
  readonly company: Company
  /** In the zone of the general minimum wage. */
  readonly registro: number
  readonly puesto: number
  /** The id of the one record that a query finds. */
  one(query: string): Promise<number>
  /** The one record of a model that a filter finds. */
  record(model: string, filter: string): Promise<TestAnswer['json']>
  /** A person with numbers that are right, and nobody else's. */
  person(more?: object): object
  associate(more?: object): Promise<number>
  hire(id: number, inputs?: object, client?: HttpClient): Promise<TestAnswer>
  /** How many records of each kind that hiring makes there are. */
  counts(): Promise<readonly number[]>
}

export async function hiring(erp: ErpTest): Promise<Hiring> {
  const company = companyOf(erp)
  const one: Hiring['one'] = async (query) => {
    const { json } = await erp.admin.get(`${API}/${query}`)
    assert.equal(json.data.length, 1, query)
    return json.data[0].id
  }
  const { registro, puesto } = await employer(company, one)
  const people = { count: 0 }
  const person = (more: object = {}) => {
    people.count += 1
    return { ...numbersOf(people.count), puesto, ...more }
  }
  return {
    company,
    registro,
    puesto,
    one,
    record: async (model, filter) => {
      const { json } = await erp.admin.get(`${API}/${model}?${filter}`)
      assert.equal(json.data.length, 1, `${model}?${filter}`)
      return json.data[0]
    },
    person,
    associate: (more) => company.create('Asociado', person(more)),
    hire: (id, inputs = {}, client = erp.admin) =>
      client.post(`${API}/Asociado/${id}/actions/alta_de_empleado`, {
        salario_diario: '500.00',
        ...inputs,
      }),
    counts: async () => {
      const models = ['Empleado', 'ContratoLaboral', 'HistorialSalario', 'MovimientoAfiliatorio']
      return await Promise.all(
        models.map(async (model) => (await erp.admin.get(`${API}/${model}`)).json.meta.total),
      )
    },
  }
}

/** Its registration with the IMSS, and a position. */
async function employer(
  company: Company,
  one: Hiring['one'],
): Promise<Pick<Hiring, 'registro' | 'puesto'>> {
  // All companies share them, those of other files too.
  const shared = async (model: string, key: string, body: object): Promise<number> => {
    const { json } = await company.admin.get(`${API}/${model}?${key}`)
    return json.data[0]?.id ?? (await company.create(model, body))
  }
  const own = { clave: '99', nombre: 'Prueba' }
  const delegacion = await shared('DelegacionImss', 'clave=99', own)
  const subdelegacion = await shared('SubdelegacionImss', `delegacion=${delegacion}`, {
    clave: '01',
    nombre: 'Prueba',
    delegacion,
  })
  const division = await one('DivisionRiesgoImss?per_page=1')
  const grupo = await shared('GrupoRiesgoImss', 'clave=99', { ...own, division })
  const registro = await company.create('RegistroPatronal', {
    numero: 'Y5412345109',
    subdelegacion,
    fraccion: await shared('FraccionRiesgoImss', 'clave=9999', {
      clave: '9999',
      descripcion: 'Prueba',
      grupo,
    }),
    clase: await one('ClaseRiesgoImss?clave=II'),
    prima_riesgo: '0.0113',
    zona: await one('ZonaSalarial?clave=GRAL'),
    fecha_alta: '2024-01-01',
    activo: true,
  })
  const departamento = await company.create('Departamento', { clave: 'PROD', nombre: 'Producción' })
  const puesto = await company.create('Puesto', { clave: 'OPER', nombre: 'Operador', departamento })
  return { registro, puesto }
}

/** Names and numbers with the right last digits, other ones for each count. */
function numbersOf(count: number): object {
  const letters = 'ABCDEFGHIJKLMNPQRSTUVWXYZ'
  const own = `${letters[count % 25]}${letters[Math.floor(count / 25) % 25]}`
  const rfc = `LOAA850203${own}`
  const curp = `LOAA850203MDFPN${'BCDFGHJKLMNPQRSTVWXYZ'[count % 21]}${count % 10}`
  const nss = String(1_234_567_000 + count)
  return {
    nombre: `Ana ${count}`,
    apellidos: 'López Aguilar',
    rfc: rfc + checkDigit(`${rfc}0`),
    curp: curp + curpCheckDigit(`${curp}0`),
    nss: nss + nssCheckDigit(`${nss}0`),
  }
}
