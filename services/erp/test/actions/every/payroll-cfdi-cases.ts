import assert from 'node:assert/strict'

import { payGroup } from '../payroll/payroll-fixture.ts'
import { API } from '../purchase-fixture.ts'
import { on, type Cases } from './case.ts'
import { REASON, type World } from './world.ts'

interface Run {
  readonly id: number
  readonly receipt: number
  readonly asociado: number
}

/** A run that is computed, of one person whose CFDI can be made. */
async function run(world: World): Promise<Run> {
  const { people } = world
  const added = await world.on.erp.admin.post(`${API}/ConceptoNomina/actions/agregar_conceptos`, {})
  // Another case may have added them at the same moment.
  assert.ok([200, 409].includes(added.status), added.text)
  const clave = `Q${world.next()}`
  const group = await payGroup(people.company, { clave, periodicidad: '04', dias: '15' })
  await world.done('GrupoNomina', 'generar_periodos', group, { ejercicio: 2026 })
  const periodo = await world.one(`PeriodoNomina?grupo=${group}&numero=1`)
  await world.done('PeriodoNomina', 'abrir_periodo', periodo)
  const asociado = await people.associate()
  await world.create('FichaPersonal', {
    asociado,
    fecha_nacimiento: '1985-02-03',
    codigo_postal_fiscal: await world.one('CodigoPostal?clave=06000'),
  })
  await people.hire(asociado, { fecha_alta: '2026-01-01', grupo_nomina: group })
  const id = await world.create('Nomina', {
    folio: `N-${clave}`,
    fecha: '2026-01-15',
    periodo,
    tipo: await world.one('TipoNomina?clave=O'),
    fecha_pago: '2026-01-15',
    moneda: world.store.moneda,
  })
  await world.done('Nomina', 'calcular_nomina', id)
  await world.done('Nomina', 'autorizar_nomina', id)
  return { id, asociado, receipt: await world.one(`ReciboNomina?nomina=${id}`) }
}

async function stamped(world: World): Promise<Run> {
  const own = await run(world)
  await world.done('ReciboNomina', 'timbrar_recibo', own.receipt)
  return own
}

export const PAYROLL_CFDI_CASES: Cases = {
  'Nomina.timbrar_nomina': async (world) => on((await run(world)).id),
  'ReciboNomina.timbrar_recibo': async (world) => on((await run(world)).receipt),
  'ReciboNomina.sustituir_recibo': async (world) => {
    const { receipt, asociado } = await stamped(world)
    await world.change('Asociado', asociado, { apellidos: 'López de Aguilar' })
    return on(receipt)
  },
  'ReciboNomina.cancelar_recibo': async (world) => ({
    ...on((await stamped(world)).receipt, REASON),
    deeds: 2,
  }),
}
