import { rowsWith, rowsWithoutTarget, withoutTarget } from './breaking-rows.ts'
import { addReference, createTable, dropReference, quoted, validate } from './ddl.ts'
import { distributeModel, type Placement } from './distribution.ts'
import { dropReadView } from './read-view.ts'
import { add, lossy, type SchemaStep } from './step.ts'
import type { ReferenceShape, TableShape } from './table-shape.ts'
import { tableSteps } from './table-steps.ts'

type Shapes = ReadonlyMap<string, TableShape>

/**
 * The steps from the existing tables to the wanted ones. A new table is created with its references to tables that
 * exist by then, which costs half as much as adding them later: PostgreSQL need not look for rows that break them. The
 * other references follow after all tables, so that cycles are possible. Citus takes references only between tables that it
 * has distributed, so there a new table gets its own in a second statement.
 */
export function schemaDifference(
  present: Shapes,
  wanted: Shapes,
  placement: Placement = 'one server',
): readonly SchemaStep[] {
  const tables: SchemaStep[] = []
  const references: SchemaStep[] = []
  const there = new Set(present.keys())
  for (const shape of wanted.values()) {
    const { table } = shape
    there.add(table)
    const old = present.get(table)
    const known = new Set(old?.references.map(({ name }) => name))
    const made = shape.references.filter(({ name, targetTable }) =>
      old === undefined ? there.has(targetTable) : known.has(name),
    )
    const later = shape.references.filter((reference) => !made.includes(reference))
    if (old === undefined) {
      const shapeAfter = { ...shape, references: [...made] }
      const sql = placement === 'one server' ? createTable(shapeAfter) : distributed(shapeAfter)
      tables.push(add({ table, sql, reason: `new table ${table}` }, { shapeAfter }))
    } else {
      tables.push(...tableSteps(old, shape, placement))
    }
    for (const reference of later) {
      made.push(reference)
      const shapeAfter = { ...shape, references: [...made] }
      references.push(...referenceSteps({ old, shape, reference, shapeAfter }, present, placement))
    }
  }
  return [...tables, ...references, ...removedTables(present, wanted)]
}

function distributed(shape: TableShape): string {
  return [
    createTable({ ...shape, references: [] }),
    distributeModel(shape),
    ...shape.references.map((reference) => addReference(shape, reference)),
  ].join('\n')
}

interface NewReference {
  readonly old: TableShape | undefined
  readonly shape: TableShape
  readonly reference: ReferenceShape
  readonly shapeAfter: TableShape
}

/**
 * A reference of a table that is there. It first holds for new rows only, which locks both tables for a moment; then all
 * rows are looked at, while others read and write.
 */
function referenceSteps(
  { old, reference, shape, shapeAfter }: NewReference,
  present: Shapes,
  placement: Placement,
): SchemaStep[] {
  const { table } = shape
  const reason = `new reference ${table}.${reference.column}`
  const again = dropReference(shape, reference)
  const isNew = old?.columns.every(({ name }) => name !== reference.column) ?? true
  if (old === undefined || placement === 'distributed') {
    return [add({ table, sql: addReference(shape, reference), reason }, { shapeAfter })]
  }
  const name = quoted(reference.column)
  const hasTarget = present.has(reference.targetTable)
  const column = shape.columns.find((one) => one.name === reference.column)
  const rows =
    hasTarget || column === undefined
      ? rowsWithoutTarget(shape, reference)
      : rowsWith(shape, column)
  const lost = hasTarget ? withoutTarget(shape, reference) : `${name} is not null`
  const empty = `update ${quoted(table)} t set ${name} = null where ${lost};`
  const sql = `${again}\n${addReference(shape, reference, 'not valid')}`
  const broken = `${reason}, which is to name what is there`
  return [
    isNew
      ? add({ table, sql, reason })
      : lossy(
          { table, sql, reason: broken },
          { rows, ...(column?.notNull !== true && { mend: empty }) },
        ),
    add({ table, sql: validate(shape, reference.name), reason }, { shapeAfter }),
  ]
}

function removedTables(present: Shapes, wanted: Shapes): SchemaStep[] {
  return [...present.values()]
    .filter(({ table }) => !wanted.has(table))
    .map(({ scope, table }) =>
      lossy(
        {
          table,
          sql: `${scope === 'tenant' ? `${dropReadView(table)}\n` : ''}drop table if exists ${quoted(table)};`,
          reason: `table ${table} is no longer in the dictionary`,
        },
        { isRemoval: true },
      ),
    )
}
