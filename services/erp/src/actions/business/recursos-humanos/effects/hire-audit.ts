import type { AuditEntry } from '../../../../store/audit-store.ts'
import type { EmployeeRow, PersonRow } from '../store/hire-store.ts'
import type { HireRow } from '../store/hire-writes.ts'

/** A hire with what was there before. */
export interface Hire {
  readonly row: HireRow
  readonly person: PersonRow
  readonly employee: EmployeeRow | null
  /** The numbers of its rows in the audit log. */
  readonly audit: readonly number[]
}

/** How many rows of the audit log a hire has: the action, and each record that it makes or completes. */
export const AUDIT_ROWS = 5

/** What the audit log says of a hire. */
export function auditOf(
  { row, person, employee, audit }: Hire,
  { model, name }: { readonly model: string; readonly name: string },
): readonly AuditEntry[] {
  const [ofAction = 0, ofEmployee = 0, ofContract = 0, ofSalary = 0, ofMovement = 0] = audit
  const { empleado, contrato, historial, movimiento } = row
  const { es_empleado, puesto, fecha_ingreso } = person
  const made = { operation: 'alta', action: null, reason: null, before: null } as const
  const completed =
    employee === null ? {} : ({ operation: 'cambio', before: employeeBefore(employee) } as const)
  return [
    {
      id: ofAction,
      model,
      recordId: person.id,
      operation: 'accion',
      action: name,
      reason: null,
      before: { es_empleado, puesto, fecha_ingreso },
      after: {
        es_empleado: true,
        puesto: row.puesto,
        fecha_ingreso: fecha_ingreso ?? row.fecha_alta,
        empleado,
        contrato,
        historial,
        movimiento,
      },
    },
    {
      ...made,
      id: ofEmployee,
      model: 'Empleado',
      recordId: empleado,
      after: employeeFields(row),
      ...completed,
    },
    {
      ...made,
      id: ofContract,
      model: 'ContratoLaboral',
      recordId: contrato,
      after: contractFields(row),
    },
    {
      ...made,
      id: ofSalary,
      model: 'HistorialSalario',
      recordId: historial,
      after: salaryFields(row),
    },
    {
      ...made,
      id: ofMovement,
      model: 'MovimientoAfiliatorio',
      recordId: movimiento,
      after: movementFields(row),
    },
  ]
}

function employeeFields(row: HireRow) {
  return {
    numero: row.numero,
    asociado: row.asociado,
    fecha_alta: row.fecha_alta,
    registro_patronal: row.registro_patronal,
    grupo_nomina: row.grupo_nomina,
    tipo_contrato: row.tipo_contrato,
    regimen: row.regimen,
    jornada: row.jornada,
    salario_diario: row.salario_diario,
    salario_base_cotizacion: row.salario_base,
    estado: 'activo',
  }
}

function employeeBefore({ contratado: _contratado, id: _id, ...fields }: EmployeeRow) {
  return fields
}

function contractFields(row: HireRow) {
  return {
    folio: row.folio,
    empleado: row.empleado,
    tipo_contrato: row.tipo_contrato,
    puesto: row.puesto,
    fecha_inicio: row.fecha_alta,
    fecha_fin: row.fecha_fin,
    dias_prueba: row.dias_prueba,
    salario_diario: row.salario_diario,
    estado: 'borrador',
  }
}

function salaryFields(row: HireRow) {
  return {
    empleado: row.empleado,
    fecha_efectiva: row.fecha_alta,
    salario_diario: row.salario_diario,
    factor_integracion: row.factor,
    salario_base_cotizacion: row.salario_base,
    motivo: 'ingreso',
  }
}

function movementFields(row: HireRow) {
  return {
    empleado: row.empleado,
    registro_patronal: row.registro_patronal,
    tipo: row.tipo_movimiento,
    fecha_movimiento: row.fecha_alta,
    salario_base_cotizacion: row.salario_base,
    estado: 'pendiente',
  }
}
