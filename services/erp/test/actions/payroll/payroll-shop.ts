import assert from 'node:assert/strict'

import { schemaProblems } from '../../cfdi/held-to-schema.ts'
import { startStampingShop, type StampingShop } from '../cfdi/stamping-shop.ts'
import { hiring, type Hiring } from '../hiring-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { payGroup } from './payroll-fixture.ts'

/** A company that pays wages and can stamp. */
export interface PayrollShop extends StampingShop {
  readonly people: Hiring
  /** A run that is computed, of a group of its own with so many people. */
  run(count: number): Promise<PaidRun>
  /** Somebody whose CFDI can be made, but for what is given. */
  employee(
    group: number,
    more?: { readonly asociado?: object; readonly ficha?: object | null },
  ): Promise<number>
  act(model: string, action: string, ids: readonly number[], inputs?: object): Promise<Answered>
  /** The XML of the CFDI of a receipt, which keeps the SAT's schemas. */
  xmlOf(receipt: number): Promise<string>
}

type Answered = Awaited<ReturnType<StampingShop['own']['act']>>

interface PaidRun {
  readonly id: number
  readonly group: number
  readonly receipts: readonly number[]
}

export async function startPayrollShop(): Promise<PayrollShop> {
  const stamping = await startStampingShop()
  const { erp, own } = stamping
  const people = await hiring(erp)
  const added = await own.client.post(`${API}/ConceptoNomina/actions/agregar_conceptos`, {})
  assert.equal(added.status, 200, added.text)
  const cp = await people.one('CodigoPostal?clave=06000')
  const names = { count: 0 }
  const act: PayrollShop['act'] = (model, action, ids, inputs = {}) =>
    own.client.post(`${API}/${model}/actions/${action}`, { ids, ...inputs })
  const done = async (...[model, action, ids, inputs]: Parameters<typeof act>) => {
    const answer = await act(model, action, ids, inputs)
    assert.deepEqual(verdict(answer), [200, null], answer.text)
  }
  const employee: PayrollShop['employee'] = async (group, { asociado = {}, ficha = {} } = {}) => {
    const who = await people.associate(asociado)
    if (ficha !== null)
      await own.create('FichaPersonal', {
        asociado: who,
        fecha_nacimiento: '1985-02-03',
        codigo_postal_fiscal: cp,
        ...ficha,
      })
    const inputs = { fecha_alta: '2026-01-01', grupo_nomina: group }
    const hired = await people.hire(who, inputs, own.client)
    assert.equal(hired.status, 200, hired.text)
    return who
  }
  return {
    ...stamping,
    people,
    act,
    employee,
    run: async (count) => {
      names.count += 1
      const clave = `Q${names.count}`
      const group = await payGroup(people.company, { clave, periodicidad: '04', dias: '15' })
      await done('GrupoNomina', 'generar_periodos', [group], { ejercicio: 2026 })
      const periods = await own.list(`PeriodoNomina?grupo=${group}&sort=numero`)
      const ids = periods.slice(0, 3).map(({ id }) => Number(id))
      await done('PeriodoNomina', 'abrir_periodo', ids)
      for (let one = 0; one < count; one += 1) await employee(group)
      const id = await own.create('Nomina', {
        folio: `N-${clave}`,
        fecha: '2026-02-13',
        periodo: ids[2],
        tipo: await people.one('TipoNomina?clave=O'),
        fecha_pago: '2026-02-13',
        moneda: own.moneda,
      })
      await done('Nomina', 'calcular_nomina', [id])
      await done('Nomina', 'autorizar_nomina', [id])
      const receipts = await own.list(`ReciboNomina?nomina=${id}&sort=id`)
      assert.equal(receipts.length, count)
      return { id, group, receipts: receipts.map((one) => Number(one['id'])) }
    },
    xmlOf: async (receipt) => {
      const { cfdi } = await own.read('ReciboNomina', receipt)
      const { xml } = await own.read('Cfdi', Number(cfdi))
      const file = await own.client.get(`${API}/adjuntos/${String(xml)}/contenido`)
      assert.equal(file.status, 200, file.text)
      assert.deepEqual(schemaProblems(file.text), [])
      return file.text
    },
  }
}
