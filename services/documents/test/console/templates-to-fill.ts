import { docx, p, table } from '../docx/docx-fixture.ts'

/** A letter to a person. */
export const LETTER = docx(p('Estimada {nombre}:') + p("Su saldo es de {saldo | currency:'MXN'}."))

/** An order with lines, which repeats a row of a table. */
export const ORDER = docx(
  p('Orden {folio} del {fecha | date}') +
    p('Proveedor: {proveedor.nombre}, {proveedor.rfc}') +
    table(['{#partidas}{clave}', '{descripcion}', '{cantidad | number}{/partidas}']),
)

/** A template that its author still has to mend. */
export const BROKEN = docx(p('Hola {nombre}') + p('{#partidas}{clave}'))
