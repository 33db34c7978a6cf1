import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'

import { HEAD } from '../../cfdi/any-cfdi.ts'
import { API } from '../purchase-fixture.ts'
import { on, type Call, type Cases } from './case.ts'
import { REASON, type World } from './world.ts'

/** That of the company as it is, which is taken in again as often as one likes. */
function constancia({ on: { erp } }: World): Call {
  const texto = [
    `RFC: ${HEAD.Receptor.Rfc}`,
    'Denominación/Razón Social: EMPRESA DE PRUEBA',
    'Nombre de Vialidad: MADERO Número Exterior: 1',
    'Regímenes:',
    'Régimen General de Ley Personas Morales 01/01/2020',
  ].join('\n')
  return { ...on(Number(erp.empresaId), { texto }), isRepeatable: true }
}

/** Another company that has nothing in its books, with these or those that it loads first. */
async function opening(
  { on: { erp } }: World,
  { isLoaded }: { readonly isLoaded: boolean },
): Promise<Call> {
  const { admin, empresaId } = await erp.addCompany()
  const balances = {
    fecha: '2026-01-31',
    cuentas: [
      { cuenta: '601-84', cargo: '10.00' },
      { cuenta: '304-01', abono: '10.00' },
    ],
  }
  const ids = [Number(empresaId)]
  if (!isLoaded) return { ids, inputs: balances, headers: admin.headers }
  const path = `${API}/Empresa/${empresaId}/actions/cargar_saldos_iniciales`
  const answer = await admin.post(path, balances)
  assert.equal(answer.status, 200, answer.text)
  return { ids, inputs: REASON, headers: admin.headers }
}

/** A month in which nobody else books anything. */
async function month(world: World): Promise<number> {
  const n = world.next()
  const year = await world.create('EjercicioFiscal', {
    ejercicio: 1900 + n,
    nombre: `Ejercicio ${1900 + n}`,
    fecha_inicio: `${1900 + n}-01-01`,
    fecha_fin: `${1900 + n}-12-31`,
    numero_periodos: 12,
    estado: 'abierto',
  })
  return await world.create('PeriodoContable', {
    ejercicio: year,
    numero: 1,
    nombre: `Enero ${1900 + n}`,
    fecha_inicio: `${1900 + n}-01-01`,
    fecha_fin: `${1900 + n}-01-31`,
    estado: 'abierto',
  })
}

/** A month long past in which IVA was withheld of a supplier; no action pays so early. */
async function withheldMonth(world: World): Promise<number> {
  const { on: supplied } = world
  const xml = await supplied.bill([{ cantidad: '1', precio: '100', impuestos: FEE }])
  const answer = await supplied.register({ xml, gasto: world.gasto })
  const cuenta: number = answer.json.data.id
  const bill = { id: cuenta, proveedor: supplied.buying.proveedor, xml, compra: 0, recepcion: 0 }
  const pago = await world.payment([bill], '105.33')
  await world.done('PagoProveedor', 'pagar', pago)
  const id = await month(world)
  const { erp } = supplied
  await erp.owner.execute(sql`update public.pago_proveedor p set fecha = d.fecha_inicio
    from public.periodo_contable d
    where d.id = ${id} and d.empresa_id = ${erp.empresaId} and p.empresa_id = ${erp.empresaId} and p.id = ${pago}`)
  return id
}

const FEE = {
  Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
  Retenciones: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.106667' }],
} as const

/** The first month of another company: those before it must be closed, and none after it may be. */
async function firstMonth(
  { on: { erp } }: World,
  inputs: object,
  ...actions: readonly string[]
): Promise<Call> {
  const other = await erp.otherCompany()
  const path = `${API}/PeriodoContable?numero=1&sort=fecha_inicio`
  const { id } = (await other.get(path)).json.data[0]
  for (const action of actions) {
    const answer = await other.post(`${API}/PeriodoContable/${id}/actions/${action}`, {})
    assert.equal(answer.status, 200, answer.text)
  }
  return { ids: [id], inputs, headers: other.headers }
}

/** A year of another company that is over, whose months are closed. */
async function year(
  { on: { erp } }: World,
  inputs: object,
  ...actions: readonly string[]
): Promise<Call> {
  const other = await erp.otherCompany()
  const made = await other.post(`${API}/EjercicioFiscal`, {
    ejercicio: 2025,
    nombre: 'Ejercicio 2025',
    fecha_inicio: '2025-01-01',
    fecha_fin: '2025-12-31',
    numero_periodos: 12,
    estado: 'abierto',
  })
  const { id } = made.json.data
  for (const action of actions) {
    const answer = await other.post(`${API}/EjercicioFiscal/${id}/actions/${action}`, {})
    assert.equal(answer.status, 200, answer.text)
  }
  return { ids: [id], inputs, headers: other.headers }
}

export const BOOK_CASES: Cases = {
  'Poliza.aplicar': async ({ ledger }) => on(await ledger.simple('10.00')),
  'Poliza.reversar': async (world) =>
    on(await world.done('Poliza', 'aplicar', await world.ledger.simple('10.00')), REASON),
  'PeriodoContable.cerrar_periodo': (world) => firstMonth(world, {}),
  'PeriodoContable.reabrir_periodo': (world) => firstMonth(world, REASON, 'cerrar_periodo'),
  // What it computes it computes anew.
  'PeriodoContable.calcular_diot': async (world) => ({
    ...on(await month(world)),
    isRepeatable: true,
  }),
  'PeriodoContable.acreditar_iva_retenido': async (world) => on(await withheldMonth(world)),
  'PeriodoContable.cancelar_acreditacion': async (world) => {
    const id = await withheldMonth(world)
    await world.done('PeriodoContable', 'acreditar_iva_retenido', id)
    return on(id, REASON)
  },
  'EjercicioFiscal.cerrar_ejercicio': (world) => year(world, {}),
  'EjercicioFiscal.reabrir_ejercicio': (world) => year(world, REASON, 'cerrar_ejercicio'),
  'Asociado.alta_de_empleado': async ({ people }) =>
    on(await people.associate(), { salario_diario: '500.00' }),
  'Empresa.aplicar_constancia': (world) => Promise.resolve(constancia(world)),
  'Empresa.cargar_saldos_iniciales': (world) => opening(world, { isLoaded: false }),
  'Empresa.revertir_saldos_iniciales': (world) => opening(world, { isLoaded: true }),
  // It reads alone.
  'Empresa.proponer_catalogos': () =>
    Promise.resolve({
      ids: [],
      inputs: { archivos: [{ nombre: 'nada.xml', xml: '<nada/>' }] },
      isRepeatable: true,
    }),
  // A customer, whom a seller may make: not each trade that has the action may make articles.
  'Empresa.crear_catalogos': async (world) => {
    const rfc = `DEC010101${String(world.next()).padStart(3, '0')}`
    const cliente = { rfc, razon_social: `Cliente ${rfc}`, regimen_fiscal: '601' }
    return await Promise.resolve({ ids: [], inputs: { clientes: [cliente] } })
  },
  'Perfil.agregar_perfiles': async () => ({ ids: [], isRepeatable: true }),
  'CertificadoSat.probar_pac': async (world) => {
    const path = `${API}/CertificadoSat?tipo=csd&sort=-id`
    const [{ id }] = (await world.on.erp.admin.get(path)).json.data
    return { ...on(id), isRepeatable: true }
  },
  'CertificadoSat.registrar_certificado': async (world) => ({ ids: [], inputs: await world.csd() }),
}
