import { companyOf } from '../../rights/rights-fixture.ts'
import { payGroup } from '../payroll/payroll-fixture.ts'
import { on, type Cases } from './case.ts'
import { REASON, type World } from './world.ts'

const YEAR = { ejercicio: 2026 }

async function group(world: World): Promise<number> {
  const terms = { clave: `N${world.next()}`, periodicidad: '04', dias: '15' }
  return await payGroup(companyOf(world.on.erp), terms)
}

/** The first period of a group of its own. */
async function period(world: World): Promise<number> {
  const id = await world.done('GrupoNomina', 'generar_periodos', await group(world), YEAR)
  return await world.one(`PeriodoNomina?grupo=${id}&numero=1`)
}

/** A run of one person that nobody computed yet. */
async function run(world: World): Promise<number> {
  await world.on.erp.admin.post('/api/v1/ConceptoNomina/actions/agregar_conceptos', {})
  const periodo = await world.done('PeriodoNomina', 'abrir_periodo', await period(world))
  const [{ grupo } = {}] = await world.list(`PeriodoNomina?id=${periodo}`)
  const who = await world.people.associate()
  await world.people.hire(who, { fecha_alta: '2026-01-01', grupo_nomina: grupo })
  return await world.create('Nomina', {
    folio: `NOM-${world.next()}`,
    fecha: '2026-01-15',
    periodo,
    tipo: await world.one('TipoNomina?clave=O'),
    fecha_pago: '2026-01-15',
    moneda: await world.one('Moneda?clave=MXN'),
  })
}

const computed = async (world: World) =>
  await world.done('Nomina', 'calcular_nomina', await run(world))

const authorized = async (world: World) =>
  await world.done('Nomina', 'autorizar_nomina', await computed(world))

const paid = async (world: World) =>
  await world.done('Nomina', 'pagar_nomina', await authorized(world), {
    cuenta_bancaria: world.banco,
  })

export const PAYROLL_CASES: Cases = {
  'ConceptoNomina.agregar_conceptos': async () => ({ ids: [], isRepeatable: true }),
  'GrupoNomina.generar_periodos': async (world) => on(await group(world), YEAR),
  'PeriodoNomina.abrir_periodo': async (world) => on(await period(world)),
  // Computing again finds the same facts and changes nothing.
  'Nomina.calcular_nomina': async (world) => ({ ...on(await run(world)), isRepeatable: true }),
  'Nomina.descartar_calculo': async (world) => on(await computed(world)),
  'Nomina.autorizar_nomina': async (world) => on(await computed(world)),
  'Nomina.pagar_nomina': async (world) =>
    on(await authorized(world), { cuenta_bancaria: world.banco }),
  'Nomina.cancelar_pago_nomina': async (world) => on(await paid(world), REASON),
  'Nomina.regresar_nomina': async (world) => on(await authorized(world), REASON),
}
