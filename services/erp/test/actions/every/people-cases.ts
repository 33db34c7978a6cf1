import { API } from '../purchase-fixture.ts'
import { on, type Call, type Cases } from './case.ts'
import { REASON, type World } from './world.ts'

/** Somebody who was hired a year ago. */
async function employee({ people }: World): Promise<number> {
  const id = await people.associate()
  await people.hire(id, { fecha_alta: '2025-01-06' })
  return await people.one(`Empleado?asociado=${id}`)
}

async function raised(world: World): Promise<number> {
  const id = await employee(world)
  const inputs = { salario_diario: '600', fecha_efectiva: '2026-03-03' }
  await world.done('Empleado', 'cambiar_salario', id, inputs)
  return await world.one(`MovimientoPersonal?empleado=${id}`)
}

async function position(world: World): Promise<number> {
  const n = world.next()
  const departamento = await world.create('Departamento', { clave: `D-${n}`, nombre: `D ${n}` })
  return await world.create('Puesto', { clave: `P-${n}`, nombre: `P ${n}`, departamento })
}

const DAYS = { fecha_inicio: '2026-03-09', fecha_fin: '2026-03-10' }

/** A request of somebody of his own, in a state. */
async function holidays(world: World): Promise<number> {
  const id = await employee(world)
  await world.done('Empleado', 'solicitar_vacaciones', id, DAYS)
  return await world.one(`SolicitudVacaciones?empleado=${id}`)
}

async function kindOfAbsence(world: World): Promise<number> {
  const clave = `A${world.next()}`
  return await world.create('TipoAusencia', { clave, nombre: `Ausencia ${clave}` })
}

async function absence(world: World): Promise<number> {
  const id = await employee(world)
  await world.done('Empleado', 'solicitar_ausencia', id, {
    ...DAYS,
    tipo: await kindOfAbsence(world),
  })
  return await world.one(`SolicitudAusencia?empleado=${id}`)
}

async function certificate(world: World): Promise<object> {
  return {
    folio: `AB${String(world.next()).padStart(6, '0')}`,
    tipo: await world.one('TipoIncapacidad?clave=02'),
    clase: 'inicial',
    fecha_inicio: '2026-03-09',
    dias: 3,
  }
}

async function incapacity(world: World): Promise<number> {
  const id = await employee(world)
  await world.done('Empleado', 'registrar_incapacidad', id, await certificate(world))
  return await world.one(`Incapacidad?empleado=${id}`)
}

async function loan(world: World): Promise<number> {
  const n = world.next()
  const concepto = await world.create('ConceptoNomina', {
    clave: `D${n}`,
    nombre: `Préstamo ${n}`,
    tipo: 'deduccion',
    tratamiento_isr: 'no_aplica',
    integra_sbc: 'no',
    activo: true,
  })
  const tipo = { clave: `P${n}`, nombre: `Préstamo ${n}`, concepto, plazo_maximo: 12 }
  return await world.create('PrestamoEmpleado', {
    empleado: await employee(world),
    tipo: await world.create('TipoPrestamo', { ...tipo, activo: true }),
    fecha: '2026-03-02',
    importe: '1000',
    plazo_pagos: 4,
    descuento_periodo: '250',
  })
}

const granted = async (world: World) =>
  await world.done('PrestamoEmpleado', 'otorgar_prestamo', await loan(world))

/** An employer of his own, of whom somebody waits to be told; nobody else is hired for him. */
async function employer(world: World): Promise<number> {
  const { people, on: at } = world
  const own = await at.erp.admin.get(`${API}/RegistroPatronal/${people.registro}`)
  const { subdelegacion, fraccion, clase, prima_riesgo, zona } = own.json.data
  const n = String(world.next()).padStart(10, '0')
  const registro_patronal = await world.create('RegistroPatronal', {
    numero: `Z${n}`,
    guia_idse: '01400',
    activo: false,
    subdelegacion,
    fraccion,
    clase,
    prima_riesgo,
    zona,
  })
  await world.create('MovimientoAfiliatorio', {
    empleado: await world.create('Empleado', {
      numero: `Z${n}`,
      asociado: await people.associate(),
      registro_patronal,
      fecha_alta: '2026-02-27',
    }),
    registro_patronal,
    tipo: await world.one('TipoMovimientoImss?clave=08'),
    fecha_movimiento: '2026-02-27',
    salario_base_cotizacion: '524.66',
  })
  return registro_patronal
}

async function batch(world: World): Promise<number> {
  const registro = await employer(world)
  await world.done('RegistroPatronal', 'generar_lote_idse', registro)
  return await world.one(`LoteIdse?registro_patronal=${registro}`)
}

const sent = async (world: World): Promise<Call> =>
  on(await world.done('LoteIdse', 'enviar_lote', await batch(world)))

export const PEOPLE_CASES: Cases = {
  'Empleado.cambiar_salario': async (world) =>
    on(await employee(world), { salario_diario: '600', fecha_efectiva: '2026-03-03' }),
  'Empleado.cambiar_puesto': async (world) =>
    on(await employee(world), { puesto: await position(world) }),
  'Empleado.dar_de_baja': async (world) =>
    on(await employee(world), { causa_baja: await world.one('CausaBajaImss?clave=2') }),
  'MovimientoPersonal.cancelar_movimiento': async (world) => on(await raised(world), REASON),
  'Empleado.solicitar_vacaciones': async (world) => on(await employee(world), DAYS),
  'SolicitudVacaciones.autorizar_vacaciones': async (world) => on(await holidays(world)),
  'SolicitudVacaciones.rechazar_vacaciones': async (world) => on(await holidays(world), REASON),
  'SolicitudVacaciones.cancelar_vacaciones': async (world) => on(await holidays(world), REASON),
  'Empleado.solicitar_ausencia': async (world) =>
    on(await employee(world), { ...DAYS, tipo: await kindOfAbsence(world) }),
  'SolicitudAusencia.autorizar_ausencia': async (world) => on(await absence(world)),
  'SolicitudAusencia.rechazar_ausencia': async (world) => on(await absence(world), REASON),
  'SolicitudAusencia.cancelar_ausencia': async (world) => on(await absence(world), REASON),
  'Empleado.registrar_incapacidad': async (world) =>
    on(await employee(world), await certificate(world)),
  'Incapacidad.cancelar_incapacidad': async (world) => on(await incapacity(world), REASON),
  'PrestamoEmpleado.otorgar_prestamo': async (world) => on(await loan(world)),
  'PrestamoEmpleado.abonar_prestamo': async (world) =>
    // Of several payments each counts.
    on(await granted(world), { importe: '1000' }),
  'PrestamoEmpleado.cancelar_prestamo': async (world) => on(await granted(world), REASON),
  'RegistroPatronal.generar_lote_idse': async (world) => on(await employer(world)),
  'LoteIdse.enviar_lote': async (world) => on(await batch(world)),
  'LoteIdse.registrar_respuesta': sent,
  'LoteIdse.cancelar_lote': async (world) => on(await batch(world), REASON),
}
